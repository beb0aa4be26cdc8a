import assert from 'node:assert/strict';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, suite, test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { executionProvidersFor } from '../../../../src/lm/devices/execution-providers.ts';
import type { DecoderModel } from '../../../../src/lm/decoder-model.ts';
import { loadDecoder } from '../../../../src/lm/load-decoder.ts';
import { StepSession } from '../../../../src/lm/paths/step-session.ts';
import { classesUpTo, classOf, sharedLength } from '../../../../src/lm/paths/open-paths.ts';
import type { PathsJob } from '../../../../src/lm/paths/path-decoding.ts';
import { checkModelFolder } from '../../../../src/lm/safety/model-folder.ts';
import type { PromptParts } from '../../../../src/model-io/requests.ts';
import { ownFixtures } from '../attribution/fixture-attribution.ts';
import { withByteTokenizer } from '../byte-tokenizer.ts';
import { emptyFolder } from '../../../support/model-folder-builder.ts';
import { exportTest } from '../../../support/fixture-folder.ts';
import { quickTest, slowTest } from '../../../support/slow-test.ts';

const device = executionProvidersFor('cpu');
const demo = fileURLToPath(new URL('../../../../models/demo', import.meta.url));
const unhurried = { signal: new AbortController().signal, onProgress: () => undefined };
const system = 'Answer the question from the documents.';
const query = 'What is the blood pressure of Ann Miller?';
const documents = [
	'The blood pressure of Ann Miller is 127/84.',
	'Bob Stone works for the harbour office. He likes fish. The pulse of Bob Stone is 61.',
	'Fine.',
	'The blood pressure of Ann Miller is 133/80. She was seen on Monday in room 12 of the clinic at North Street.',
];
const about = (texts: readonly string[]): PromptParts => ({ system, query, contexts: texts.map((text, i) => ({ id: `d${i}`, text })) });
const job = (jointly: boolean, more: Partial<PathsJob> = {}): PathsJob => ({
	paths: documents.map((text) => about([text])),
	withoutContext: about([]),
	maxTokens: 24,
	jointly,
	...more,
});

/** What the product writes to one prompt. */
async function alone(model: DecoderModel, parts: PromptParts, maxTokens: number): Promise<{ text: string; finish: string }> {
	const { text, finish } = await model.generate(parts, { maxTokens, temperature: 0, topP: 1, ...unhurried, onText: () => undefined });
	return { text, finish };
}

async function allAlone(model: DecoderModel, { paths, maxTokens }: PathsJob): Promise<{ text: string; finish: string }[]> {
	const texts: { text: string; finish: string }[] = [];
	// oxlint-disable-next-line no-await-in-loop -- one model, one call at a time
	for (const parts of paths) texts.push(parts === null ? { text: '', finish: 'stop' } : await alone(model, parts, maxTokens));
	return texts;
}

suite('paths of the demo model', () => {
	let model: DecoderModel;
	before(async () => {
		model = await loadDecoder({ files: await checkModelFolder(demo), device, name: 'demo', sha256: '0'.repeat(64) });
	});
	after(() => model.dispose());

	for (const [declare, ...lengths] of [
		[quickTest, 5, 60],
		[slowTest, 1, 5, 60],
	] as const)
		declare(`in one batch write what each writes alone, whenever the others end: ${lengths.join()} tokens`, async () => {
			assert.ok((await model.paths.batching())?.session instanceof StepSession);
			let ends = new Set<number>();
			for (const maxTokens of lengths) {
				const asked = job(false, { maxTokens });
				// oxlint-disable-next-line no-await-in-loop
				const { paths, truncations } = await model.paths.each(asked, unhurried);
				// oxlint-disable-next-line no-await-in-loop
				assert.deepEqual(paths, await allAlone(model, asked));
				assert.deepEqual(truncations, []);
				ends = new Set(paths.map(({ text }) => text.length));
			}
			assert.ok(ends.size > 1, 'they end at different times');
		});

	test('joint text: all rows are those of the same text behind each prompt, whose own tokens no row sees', async () => {
		const asked = job(true, { maxTokens: 8, paths: [null, ...documents.map((text) => about([text]))] });
		const heard: { without: Float32Array; paths: (Float32Array | null)[] }[] = [];
		// What the path with the first document would write.
		const { joint } = await model.paths.jointly(
			asked,
			(without, paths) => {
				heard.push({ without: without.slice(), paths: paths.map((row) => row?.slice() ?? null) });
				return { kind: 'token', id: best(paths[1]!) };
			},
			unhurried,
		);
		assert.deepEqual({ text: joint.text, finish: joint.finish }, await alone(model, about([documents[0]!]), 8));
		assert.ok(heard.every(({ paths }) => paths[0] === null && paths.every((row, i) => i === 0 || row !== null)));
		// The rows of scoring the same text are the oracle.
		const { scored } = await model.score({ ...about([documents[3]!]), response: joint.text }, { topK: 1, ...unhurried });
		const lead = heard.length - (joint.finish === 'stop' ? 1 : 0) - scored.tokenIds.length;
		assert.ok(lead >= 0);
		for (const [path, side] of [
			[-1, scored.withoutContext],
			[4, scored.withContext],
		] as const)
			scored.tokenIds.forEach((id, t) => {
				const { without, paths } = heard[t + lead]!;
				const row = path < 0 ? without : paths[path]!;
				const found = row[id]! - logSum(row);
				assert.ok(Math.abs(found - side.logProbability[t]!) < 1e-4 * Math.max(1, -found), `token ${t}: ${found}`);
			});
	});

	for (const [declare, ...own] of [
		[quickTest, 'Fine.', '', 'The pulse of Bob Stone is 61. '.repeat(6)],
		[slowTest, 'Fine.', 'Ann.', '', 'The pulse of Bob Stone is 61. '.repeat(6), 'The pulse of Bob Stone is 61. '.repeat(40)],
	] as const)
		declare(
			`joint text: the rows of the other paths and of that without documents keep every bit when one is lengthened, emptied or another: ${own.length} texts`,
			async () => {
				assert.ok((await model.paths.batching()) !== null);
				const texts = [...documents, ...documents.map((text) => `${text} They like fish.`)];
				await othersKeepTheirBits(
					model,
					(changed) => ({
						...job(true, { maxTokens: 6 }),
						paths: texts.with(2, changed).map((text) => (text === '' ? null : about([text]))),
					}),
					2,
					own,
				);
			},
		);

	for (const [declare, ...texts] of [
		[quickTest, documents[0]!, 'Fine.', null],
		[slowTest, documents[0]!, 'Fine.', documents[0]!.repeat(20), null],
	] as const)
		declare(`texts of their own: what ends, and when, changes no bit of the others: ${texts.length} texts`, async () => {
			const ended: string[] = [];
			const written: unknown[] = [];
			for (const own of texts) {
				const asked = job(false, { maxTokens: 60, paths: [own === null ? null : about([own]), ...job(false).paths] });
				// oxlint-disable-next-line no-await-in-loop -- one model, one call at a time
				const { paths } = await model.paths.each(asked, unhurried);
				ended.push(paths[0]!.text);
				written.push(paths.slice(1));
			}
			assert.ok(new Set(ended.map((text) => text.length)).size > 1);
			for (const others of written) assert.deepEqual(others, written[0]);
			assert.equal(ended.at(-1), '', 'a blank document says nothing');
		});

	test('a text that breaks off ends there', async () => {
		let tokens = 0;
		const { joint } = await model.paths.jointly(
			job(true),
			(without) => (tokens++ < 2 ? { kind: 'token', id: best(without) } : { kind: 'redact' }),
			unhurried,
		);
		assert.deepEqual([joint.finish, joint.tokens], ['redacted', 2]);
	});

	test('where no path takes part nothing is said', async () => {
		const { paths } = await model.paths.each(job(false, { paths: [null, null] }), unhurried);
		assert.deepEqual(
			paths,
			[0, 1].map(() => ({ text: '', finish: 'stop' })),
		);
	});

	slowTest('what is cut of one path depends on no other, and leaves all the same number of tokens', async () => {
		const long = 'The pulse of Bob Stone is 61. '.repeat(200);
		const whole = job(false, { paths: [about([documents[0]!]), about([long]), about([documents[2]!, long])], maxTokens: 40 });
		const { truncations, paths } = await model.paths.each(whole, unhurried);
		assert.deepEqual(
			truncations.map(({ path }) => path),
			[1, 2],
		);
		assert.ok(truncations.every(({ truncation }) => truncation.message.includes("the model's context window holds")));
		const other = await model.paths.each({ ...whole, paths: [whole.paths[1]!] }, unhurried);
		assert.deepEqual(other.paths[0], paths[1]);
		assert.deepEqual(other.truncations[0]!.truncation, truncations[0]!.truncation);
	});

	test('canceled between tokens: what there is comes back', async () => {
		const stop = new AbortController();
		let calls = 0;
		const { joint } = await model.paths.jointly(
			job(true, { maxTokens: 200 }),
			(without) => {
				if (++calls === 5) stop.abort();
				return { kind: 'token', id: best(without) === 1 ? 40 : best(without) };
			},
			{ ...unhurried, signal: stop.signal },
		);
		assert.deepEqual([joint.finish, joint.tokens, calls], ['cancelled', 5, 5]);
		const early = new AbortController();
		early.abort();
		const { paths } = await model.paths.each(job(false), { ...unhurried, signal: early.signal });
		assert.deepEqual(
			paths,
			documents.map(() => ({ text: '', finish: 'cancelled' })),
		);
	});

	test('a path whose row is no distribution is an empty one from then on', async () => {
		const seen: boolean[][] = [];
		let steps = 0;
		const { joint } = await model.paths.jointly(
			job(true),
			(without, paths) => {
				if (steps === 1 && paths[1] !== null) paths[1]![7] = NaN;
				seen.push(paths.map((path) => path !== null));
				for (const path of paths) if (path !== null && path.some(Number.isNaN)) throw new RangeError('logit 7 is not a number');
				steps++;
				return steps > 3 ? { kind: 'redact' } : { kind: 'token', id: best(without) };
			},
			unhurried,
		);
		assert.equal(joint.finish, 'redacted');
		const [all, without1] = [
			[true, true, true, true],
			[true, false, true, true],
		];
		assert.deepEqual(seen, [all, all, without1, without1, without1]);
	});

	test('rows that are no distribution are refused by number', async () => {
		const broken = model.paths.jointly(
			job(true),
			() => {
				throw new RangeError('logit 3 is not a number');
			},
			unhurried,
		);
		await assert.rejects(broken, { code: 'RA408' });
	});

	test('memory grows with the number of paths, and what would fit is said by the longest prompt', () => {
		const few = job(false);
		const many = job(false, { paths: Array.from({ length: 32 }, () => about([documents[3]!.repeat(3)])) });
		const needed = model.paths.memoryFor(many);
		assert.ok(needed > model.paths.memoryFor(few) + 28 * 4 * 4 * 2 * 6 * 32 * 4 * 60, 'each path has a cache of its own, copied');
		const fit = model.fittingPaths(many, needed - 2 ** 20);
		assert.ok(fit.tokens !== null && fit.tokens < fit.asked && fit.min < fit.needed);
		assert.equal(model.fittingPaths(many, 2 ** 20).tokens, null);
	});

	test('progress ends within what was announced', async () => {
		const seen: [number, number][] = [];
		await model.paths.each(job(false), { ...unhurried, onProgress: (done, total) => seen.push([done, total]) });
		assert.ok(seen.length > 5 && seen.every(([done, total]) => done <= total && total === seen[0]![1]));
		assert.ok(seen.every(([done], i) => i === 0 || done >= seen[i - 1]![0]));
	});
});

describe('paths of other exporters: in a batch or not, each writes what it writes alone', () => {
	for (const name of [
		'llama-genai',
		'mistral-genai-window',
		'gemma2-genai-window',
		'gptoss-genai-int4',
		'qwen2-genai-int4-shared',
		'qwen35-genai-delta-net',
		'llama-optimum',
		'gptneox-optimum-parallel',
		'gemma3-torch-dynamo',
		'gpt2-optimum-merged',
		'llama-optimum-int8',
		'llama-torch-whole',
		'llama-genai-fp16-mha',
	])
		exportTest(name, name, async (t) => {
			const model = await loaded(t, name);
			const short = (texts: readonly string[]): PromptParts => ({
				query: 'Who?',
				contexts: texts.map((text, i) => ({ id: `${i}`, text })),
			});
			const asked = job(false, {
				paths: ['Ann was there.', 'Bob.', 'Nobody but Cid, who left.'].map((text) => short([text])),
				withoutContext: short([]),
				maxTokens: 12,
			});
			assert.deepEqual((await model.paths.each(asked, unhurried)).paths, await allAlone(model, asked));
		});
});

describe('paths of other exporters: a document changes no bit of the rows of the others', () => {
	for (const [name, batched] of [
		['llama-genai', true],
		['mistral-genai-window', true],
		['gemma2-genai-window', true],
		['phi-genai-parallel', true],
		['qwen2-genai-int4-shared', true],
		['qwen35-genai-delta-net', true],
		['lfm2-genai-convolution', true],
		['llama-optimum', true],
		['gptneox-optimum-parallel', true],
		['gptoss-genai-int4', false],
		['gptoss-genai', false],
		['llama-optimum-int8', false],
		['gpt2-optimum-merged', false],
		['llama-torch-whole', false],
	] as const)
		exportTest(name, `${name}${batched ? ', in a batch' : ''}`, async (t) => {
			const model = await loaded(t, name);
			assert.equal((await model.paths.batching()) !== null, batched);
			const short = (text: string): PromptParts => ({ query: 'Who?', contexts: text === '' ? [] : [{ id: '1', text }] });
			await othersKeepTheirBits(
				model,
				(own) => ({
					paths: ['Ann was there.', own, 'Nobody but Cid, who left.'].map(short),
					withoutContext: short(''),
					maxTokens: 6,
					jointly: true,
				}),
				1,
				['Bob.', '', 'A', 'Dan and Eve. '.repeat(3), 'Dan and Eve. '.repeat(20)],
			);
		});
});

/** Writes the same tokens behind jobs that differ in the document of one path; all other rows must be the same, to the bit. */
async function othersKeepTheirBits(
	model: DecoderModel,
	jobOf: (own: string) => PathsJob,
	path: number,
	texts: readonly string[],
): Promise<void> {
	let first: Float32Array[] | undefined;
	const own = new Set<string>();
	for (const text of texts) {
		const heard: Float32Array[] = [];
		let tokens = 0;
		// oxlint-disable-next-line no-await-in-loop -- one model, one call at a time
		await model.paths.jointly(
			jobOf(text),
			(without, paths) => {
				heard.push(without.slice(), ...paths.flatMap((row, i) => (i === path || row === null ? [] : [row.slice()])));
				own.add(String(paths[path]?.slice(0, 9)));
				return { kind: 'token', id: 40 + tokens++ };
			},
			unhurried,
		);
		first ??= heard;
		assert.equal(heard.length, first.length);
		for (const [i, row] of heard.entries())
			assert.ok(
				row.every((x, v) => Object.is(x, first![i]![v])),
				`row ${i}, with '${text.slice(0, 20)}'`,
			);
	}
	assert.ok(own.size > texts.length, 'its own rows are others');
}

async function loaded(t: TestContext, name: string): Promise<DecoderModel> {
	const folder = emptyFolder();
	mkdirSync(join(folder, 'onnx'));
	cpSync(join(ownFixtures, name), join(folder, 'onnx'), { recursive: true });
	cpSync(join(ownFixtures, name, 'config.json'), join(folder, 'config.json'));
	const model = await loadDecoder({
		files: await checkModelFolder(withByteTokenizer(folder)),
		device,
		name,
		sha256: '0'.repeat(64),
	});
	t.after(() => model.dispose());
	return model;
}

test('what prompts begin with in common', () => {
	assert.equal(
		sharedLength([
			[1, 2, 3],
			[1, 2, 4, 5],
			[1, 2],
		]),
		2,
	);
	assert.equal(sharedLength([[1, 2]]), 2);
	assert.equal(sharedLength([[], [1]]), 0);
});

test('the room of a batch follows from the length of a path, not from the longest', () => {
	const room = (length: number): number => classOf(length, 40, 2000);
	assert.deepEqual([1, 168, 169, 552, 553, 2000].map(room), [168, 168, 552, 552, 2000, 2000]);
	assert.equal(room(2005), 2005, 'longer than a prompt should be');
	assert.deepEqual(classesUpTo(100, 40, 2000), [168]);
	assert.deepEqual(classesUpTo(600, 40, 2000), [168, 552, 2000]);
	assert.deepEqual(classesUpTo(2005, 40, 2000), [168, 552, 2000, 2005]);
});

function best(row: Float32Array): number {
	return row.reduce((max, x, v) => (x > row[max]! ? v : max), 0);
}

function logSum(row: Float32Array): number {
	const max = row[best(row)]!;
	return max + Math.log(row.reduce((sum, x) => sum + Math.exp(x - max), 0));
}
