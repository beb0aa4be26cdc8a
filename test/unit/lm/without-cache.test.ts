import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { UserError } from '../../../src/errors.ts';
import { cacheGrowth } from '../../../src/lm/cache-check.ts';
import type { DecoderModel } from '../../../src/lm/decoder-model.ts';
import { loadDecoder } from '../../../src/lm/load-decoder.ts';
import { DecoderSession } from '../../../src/lm/decoder-session.ts';
import { anyPiece } from '../../../src/lm/first-chunk.ts';
import { Emitter } from '../../../src/onnx/emit/emitter.ts';
import { cutBeforeHead } from '../../../src/onnx/split-at-unembedding.ts';
import { dataTypes } from '../../../src/onnx/onnx-model.ts';
import { valueInfo, writeOnnxModel } from '../../../src/onnx/onnx-writer.ts';
import { checkModelFolder } from '../../../src/lm/safety/model-folder.ts';
import { plainFile } from '../../../src/lm/safety/plain-file.ts';
import { quickTest, slowTest } from '../../support/slow-test.ts';
import { withByteTokenizer } from './byte-tokenizer.ts';
import { ownFixtures } from './attribution/fixture-attribution.ts';
import { withoutCache } from '../onnx/without-cache.ts';
import { emptyFolder, write } from '../../support/model-folder-builder.ts';

const cpu = { device: 'cpu', options: { executionProviders: ['cpu'] } };
const unhurried = () => ({ signal: new AbortController().signal, onProgress: () => undefined });
const parts = {
	query: 'Who?',
	contexts: [
		{ id: 'a', text: 'Ann.' },
		{ id: 'b', text: 'Bob and Eve.' },
	],
	response: 'Ann, 4 and two others.',
};
const greedy = { maxTokens: 12, temperature: 0, topP: 1, signal: new AbortController().signal, onText: () => undefined };

async function loaded(t: TestContext, folder: string, logitsBudget?: number): Promise<DecoderModel> {
	const model = await loadDecoder({ files: await checkModelFolder(folder), device: cpu, name: 'm', sha256: '0'.repeat(64), logitsBudget });
	t.after(() => model.dispose());
	return model;
}

function ofFixture(name: string): string {
	const folder = emptyFolder();
	cpSync(join(ownFixtures, name), folder, { recursive: true });
	return withByteTokenizer(folder);
}

const fixtureWithout = (name: string, concats?: 'kept'): Promise<string> =>
	withoutCache(join(ownFixtures, name), readdirSync(join(ownFixtures, name)), 'model.onnx', concats);

const furthest = (a: Float64Array, b: Float64Array): number => {
	assert.equal(a.length, b.length);
	return a.reduce((max, x, i) => Math.max(max, Math.abs(x - b[i]!)), 0);
};

/** Largest distances of all that a model says of `parts` from what another says, by what it is. */
async function distances(one: DecoderModel, other: DecoderModel): Promise<Record<string, number>> {
	const [a, b] = [await one.score(parts, { ...unhurried(), topK: 1 }), await other.score(parts, { ...unhurried(), topK: 1 })].map(
		({ scored }) => scored,
	) as [Awaited<ReturnType<DecoderModel['score']>>['scored'], Awaited<ReturnType<DecoderModel['score']>>['scored']];
	const [m, n] = [await one.mixture(parts, 5, unhurried()), await other.mixture(parts, 5, unhurried())];
	const [p, q] = [(await one.attribute(parts, unhurried())).attributed, (await other.attribute(parts, unhurried())).attributed];
	const rows = [2, 9];
	const [x, y] = [await one.origins(parts, rows, unhurried()), await other.origins(parts, rows, unhurried())];
	assert.deepEqual(m.length, 5);
	return {
		withContext: furthest(a.withContext.logProbability, b.withContext.logProbability),
		withoutContext: furthest(a.withoutContext.logProbability, b.withoutContext.logProbability),
		entropy: furthest(a.withContext.entropy, b.withContext.entropy),
		kl: furthest(a.kl, b.kl),
		mixture: furthest(
			Float64Array.from(m, ({ cross }) => cross),
			Float64Array.from(n, ({ cross }) => cross),
		),
		sources: furthest(p.sources, q.sources),
		contexts: furthest(p.contextShares, q.contextShares),
		origins: Math.max(...x.contexts.map(({ shares }, k) => furthest(shares, y.contexts[k]!.shares))),
	};
}

describe('an export without a key/value cache', () => {
	test('says of a text what an export with one says of the same weights: scores, mixtures, sources, origins and the answer', async (t) => {
		const [whole, cached] = [await loaded(t, ofFixture('llama-torch-whole')), await loaded(t, ofFixture('llama-optimum'))];
		for (const [what, distance] of Object.entries(await distances(whole, cached))) assert.ok(distance <= 1e-4, `${what}: ${distance}`);
		const { response: _, ...open } = parts;
		const [answer, expected] = [await whole.generate(open, greedy), await cached.generate(open, greedy)];
		assert.deepEqual(answer, expected);
		assert.equal(answer.finish, 'length');
	});

	// That of fp16 fails with its cache, and int8 rounds by what is fed together.
	const others = readdirSync(ownFixtures, { withFileTypes: true })
		.filter(
			(entry) =>
				entry.isDirectory() &&
				!['llama-genai-fp16-mha', 'llama-optimum-int8', 'llama-torch-whole', 'gpt2-optimum-merged'].includes(entry.name),
		)
		.map(({ name }) => name);
	assert.ok(others.length >= 9);
	for (const name of others) {
		(name === 'gptoss-genai-int4' ? quickTest : slowTest)(`${name}, its cache taken away: the same`, async (t) => {
			const [whole, cached] = [await loaded(t, withByteTokenizer(await fixtureWithout(name))), await loaded(t, ofFixture(name))];
			for (const [what, distance] of Object.entries(await distances(whole, cached))) assert.ok(distance <= 1e-4, `${what}: ${distance}`);
		});
	}

	for (const name of ['llama-optimum', 'gemma3-torch-dynamo', 'llama-transformers-ortfused']) {
		slowTest(`${name}, an empty constant in place of its past: the same`, async (t) => {
			const [whole, cached] = [await loaded(t, withByteTokenizer(await fixtureWithout(name, 'kept'))), await loaded(t, ofFixture(name))];
			for (const [what, distance] of Object.entries(await distances(whole, cached))) assert.ok(distance <= 1e-4, `${what}: ${distance}`);
		});
	}

	slowTest('rows that are quantized together: logits in blocks are those of the whole', async (t) => {
		const [model, tight] = [
			await loaded(t, withByteTokenizer(await fixtureWithout('llama-optimum-int8'))),
			await loaded(t, withByteTokenizer(await fixtureWithout('llama-optimum-int8')), 2 * 2 * 320 * 4),
		];
		const { scored } = await model.score(parts, { ...unhurried(), topK: 1 });
		const { scored: inBlocks } = await tight.score(parts, { ...unhurried(), topK: 1 });
		assert.ok(furthest(scored.withContext.logProbability, inBlocks.withContext.logProbability) <= 1e-6);
		assert.ok((await model.attribute(parts, unhurried())).attributed.tokenIds.length > 0);
	});

	slowTest('half precision: what crosses to the head, and its logits, are read as they are', async (t) => {
		const model = await loaded(t, withByteTokenizer(await fixtureWithout('llama-genai-fp16-mha')));
		const { scored } = await model.score(parts, { ...unhurried(), topK: 1 });
		const { attributed } = await model.attribute(parts, unhurried());
		// Sources are computed another way, in float32 from the states on.
		assert.ok(furthest(scored.withContext.logProbability.map(Math.exp), attributed.logProbability.map(Math.exp)) <= 2e-2);
	});

	test('logits are computed a block at a time, and are the same for that', async (t) => {
		const folder = ofFixture('llama-torch-whole');
		const [model, tight] = [await loaded(t, folder), await loaded(t, folder, 2 * 3 * 320 * 4)];
		const { scored } = await model.score(parts, { ...unhurried(), topK: 1 });
		const { scored: inBlocks } = await tight.score(parts, { ...unhurried(), topK: 1 });
		assert.ok(furthest(scored.kl, inBlocks.kl) <= 1e-6);
		assert.equal(tight.largestLogits, 3 * 320 * 4);
		assert.ok(model.largestLogits > tight.largestLogits);
	});

	slowTest('the demo model, its cache taken away: the same answer, which costs one pass without contexts to score', async (t) => {
		const demo = fileURLToPath(new URL('../../../models/demo', import.meta.url));
		const [whole, cached] = [
			await loaded(
				t,
				await withoutCache(
					demo,
					['config.json', 'generation_config.json', 'tokenizer.json', 'tokenizer_config.json', 'onnx'],
					'onnx/model.onnx',
				),
			),
			await loaded(t, demo),
		];
		const cases = z.object({
			cases: z.array(
				z.object({ system: z.string(), query: z.string(), contexts: z.array(z.object({ id: z.string(), text: z.string() })) }),
			),
		});
		const question = cases.parse(JSON.parse(readFileSync(new URL('demo-model-oracle.json', import.meta.url), 'utf8'))).cases[0]!;
		const scored = async (model: DecoderModel, response: string) => {
			let fed = 0;
			const {
				scored: { withContext },
			} = await model.score(
				{ ...question, response },
				{
					signal: new AbortController().signal,
					onProgress: (_done, total) => {
						fed = total;
					},
					topK: 1,
				},
			);
			return { fed, logProbability: withContext.logProbability };
		};
		const [answer, expected] = [
			await whole.generate(question, { ...greedy, maxTokens: 50 }),
			await cached.generate(question, { ...greedy, maxTokens: 50 }),
		];
		assert.deepEqual(answer, expected);
		assert.ok(answer.text.length > 10);
		const [once, again, known] = [await scored(whole, answer.text), await scored(whole, answer.text), await scored(cached, answer.text)];
		assert.equal(once.fed, known.fed);
		assert.ok(once.fed < again.fed);
		for (const found of [once, again]) assert.ok(furthest(found.logProbability, known.logProbability) <= 1e-4);
	});

	test('a job can be canceled before a text is read, and the estimate of memory grows by the square of its length', async (t) => {
		const model = await loaded(t, ofFixture('llama-torch-whole'));
		await assert.rejects(
			model.score(parts, { topK: 1, signal: AbortSignal.abort(new Error('enough')), onProgress: () => undefined }),
			/enough/,
		);
		const folder = ofFixture('llama-torch-whole');
		writeFileSync(
			join(folder, 'config.json'),
			readFileSync(join(folder, 'config.json'), 'utf8').replace('"max_position_embeddings": 128', '"max_position_embeddings": 100000'),
		);
		const wide = await loaded(t, folder);
		const of = (tokens: number) => ({ ...parts, contexts: [{ id: 'a', text: 'a'.repeat(tokens) }] });
		// Six maps of four heads; and four of two, which is how many an attribution takes so narrow a model to have.
		assert.ok(wide.memoryFor('score', of(20_000)) > 6 * 4 * 4 * 20_000 ** 2);
		assert.ok(wide.memoryFor('score', of(5000)) < 6 * 4 * 4 * 6000 ** 2);
		assert.ok(wide.memoryFor('attribute', of(20_000)) - wide.memoryFor('score', of(20_000)) > 4 * 2 * 4 * 20_000 ** 2);
	});
});

describe('what cannot be read at once', () => {
	const config = { vocabulary: 8, contextWindow: 64, heads: 1, keyValueHeads: 1, headSize: 4, endTokens: new Set<number>() };
	const places = 16;

	/** A graph that gives a row of 8 logits for each token from its own and its place's embedding; `states` may change what the logits are of. */
	async function graph({
		states = (_, all) => all,
		length = 'tokens',
	}: {
		states?: (e: Emitter, all: string) => string;
		length?: string | number;
	} = {}): Promise<string> {
		const e = new Emitter();
		const table = (rows: number) =>
			({
				dataType: dataTypes.float,
				dims: [rows, 4],
				data: { kind: 'inline', bytes: new Uint8Array(Float32Array.from({ length: rows * 4 }, (_, i) => Math.sin(i * 7)).buffer) },
			}) as const;
		const sum = e.add(e.gather('embedding', 'input_ids', 0), e.gather('places', 'position_ids', 0));
		const logits = e.op('MatMul', [states(e, sum), 'unembedding']);
		const model = {
			irVersion: 8,
			opsets: new Map([['', 18]]),
			functions: new Set<string>(),
			graph: {
				nodes: [...e.nodes, { name: 'logits', type: 'Identity', domain: '', inputs: [logits], outputs: ['logits'], attributes: new Map() }],
				initializers: new Map([
					...e.initializers,
					['embedding', { name: 'embedding', ...table(8) }],
					['places', { name: 'places', ...table(places) }],
					['unembedding', { name: 'unembedding', ...table(8), dims: [4, 8] }],
				]),
				inputs: [valueInfo('input_ids', dataTypes.int64, [1, length]), valueInfo('position_ids', dataTypes.int64, [1, length])],
				outputs: [valueInfo('logits', dataTypes.float, [1, 'rows', 8])],
			},
		};
		return write(
			emptyFolder(),
			'model.onnx',
			writeOnnxModel(model, () => ''),
		);
	}

	async function opened(t: TestContext, file: string): Promise<DecoderSession> {
		const plain = await plainFile(file, 2 ** 20);
		assert.ok(plain !== undefined);
		const cut = cutBeforeHead({ graph: plain, externalData: [] });
		assert.ok(cut !== undefined);
		const session = await DecoderSession.open(file, cpu, config, cut);
		t.after(() => session.dispose());
		return session;
	}

	const code = (wanted: string, message: RegExp) => (error: unknown) =>
		error instanceof UserError && error.code === wanted && message.test(error.message);

	test('a text longer than the graph takes: how many tokens, and what to do', async (t) => {
		const session = await opened(t, await graph());
		assert.equal(await cacheGrowth(session, { file: 'model.onnx', dynamic: false, window: places, firstPiece: anyPiece }), 'none');
		await session.read(
			Array.from({ length: places }, () => 1),
			3,
		);
		await assert.rejects(
			session.read(
				Array.from({ length: places + 1 }, () => 1),
				3,
			),
			(error) =>
				code('RA413', /fails at one of 17 tokens/)(error) &&
				error instanceof UserError &&
				/It has read 16\. Shorten the contexts/.test(error.hint ?? ''),
		);
		await session.read([1, 2], 1);
	});

	test('tokens that depend on later ones', async (t) => {
		const session = await opened(
			t,
			await graph({ states: (e, all) => e.add(all, e.op('ReduceMean', [all, e.ints([1])], { ints: { keepdims: 1 } })) }),
		);
		await assert.rejects(
			cacheGrowth(session, { file: 'model.onnx', dynamic: false, window: places, firstPiece: anyPiece }),
			code('RA412', /depend on the tokens after it/),
		);
	});

	test('the last row alone', async (t) => {
		const session = await opened(t, await graph({ states: (e, all) => e.gather(all, e.ints([-1]), 1) }));
		await assert.rejects(
			cacheGrowth(session, { file: 'model.onnx', dynamic: false, window: places, firstPiece: anyPiece }),
			code('RA402', /of 2 tokens it gives the logits of 1/),
		);
	});

	test('texts of one length', async () => {
		await assert.rejects(
			graph({ length: 9 }).then((file) => DecoderSession.open(file, cpu, config)),
			code('RA402', /'input_ids' is 1 × 9/),
		);
	});
});
