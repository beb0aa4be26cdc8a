import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { UserError } from '../../../../src/errors.ts';
import type { DecoderModel } from '../../../../src/lm/decoder-model.ts';
import { loadDecoder } from '../../../../src/lm/load-decoder.ts';
import type { PromptParts } from '../../../../src/model-io/requests.ts';
import { checkModelFolder } from '../../../../src/lm/safety/model-folder.ts';
import { attributionError, sourceNames, type AttributedResponse } from '../../../../src/model-io/attribution.ts';
import { slowTest } from '../../../support/slow-test.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const demo = fileURLToPath(new URL('../../../../models/demo', import.meta.url));
const parts: PromptParts = {
	system: 'Answer from the documents.',
	query: 'What is the blood pressure of Ann Miller?',
	contexts: [
		{ id: 'ward', text: '\nThe blood pressure of Ann Miller is 127/84.  ' },
		{ id: 'blank', text: ' ' },
		{ id: 'desk', text: 'Bob Stone works for the harbour office. 😀' },
	],
	response: 'The blood pressure of Ann Miller is 127/84.',
};
const unhurried = () => ({ signal: new AbortController().signal, onProgress: () => undefined });
const row = (array: Float64Array, t: number, width: number): number[] => [...array.subarray(t * width, (t + 1) * width)];
const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

suite('attribution with the demo model', () => {
	const warnings: string[] = [];
	const load = async (folder?: string): Promise<DecoderModel> =>
		loadDecoder({
			files: await checkModelFolder(demo),
			device: { device: 'cpu', options: { executionProviders: ['cpu'] } },
			name: 'demo',
			sha256: '0'.repeat(64),
			...(folder === undefined
				? {}
				: {
						graphStore: {
							folder,
							onWarning: (message: string) => {
								warnings.push(message);
							},
						},
					}),
		});
	let model: DecoderModel;
	let attributed: AttributedResponse;
	before(async () => {
		model = await load();
		({ attributed } = await model.attribute(parts, unhurried()));
	});
	after(() => model.dispose());

	test('adds up, token by token, to the probability that scoring gives', async () => {
		const { scored } = await model.score(parts, { ...unhurried(), topK: 1 });
		const { sources, contexts } = attributionError(attributed);
		assert.ok(sources <= 1e-5 && contexts <= 1e-6, `${sources} ${contexts}`);
		assert.deepEqual([attributed.tokenIds, attributed.start, attributed.end], [scored.tokenIds, scored.start, scored.end]);
		for (const [t, logProbability] of scored.withContext.logProbability.entries()) {
			assert.ok(Math.abs(attributed.logProbability[t]! - logProbability) <= 1e-4);
			assert.ok(Math.abs(attributed.entropy[t]! - scored.withContext.entropy[t]!) <= 1e-4);
			assert.ok(Math.abs(sum(row(attributed.sources, t, 7)) - Math.exp(logProbability)) <= 1e-4);
		}
	});

	test('names the contexts in their order, a blank one with nothing', () => {
		assert.deepEqual(attributed.contextIds, ['ward', 'blank', 'desk']);
		for (let t = 0; t < attributed.tokenIds.length; t++) assert.equal(attributed.contextShares[3 * t + 1], 0);
	});

	test("origins: every token of a context by its place in the text, adding up to the context's share", async () => {
		const rows = [attributed.tokenIds.length - 2, 3, 3];
		const { rows: given, contexts, layers } = await model.origins(parts, rows, unhurried());
		assert.deepEqual([...given], rows);
		for (const [k, { id, start, end, shares }] of contexts.entries()) {
			const { text } = parts.contexts[k]!;
			assert.equal(id, parts.contexts[k]!.id);
			assert.deepEqual([...start].slice(1), [...end].slice(0, -1), 'they stand side by side');
			assert.equal(text.slice(start[0] ?? 0, end.at(-1) ?? 0).trim(), text.trim());
			for (const [i, t] of rows.entries())
				assert.ok(Math.abs(sum(row(shares, i, start.length)) - attributed.contextShares[t * 3 + k]!) <= 1e-6);
		}
		assert.equal(
			layers.count,
			z.object({ num_hidden_layers: z.number() }).parse(JSON.parse(readFileSync(join(demo, 'config.json'), 'utf8'))).num_hidden_layers,
		);
		for (const [i, t] of rows.entries()) {
			const sources = row(attributed.sources, t, 7);
			const attention = row(layers.attention, i, 4 * layers.count);
			for (const s of [0, 1, 2, 3])
				assert.ok(Math.abs(sum(attention.filter((_, at) => at % 4 === s)) - sources[s]!) <= 1e-6, sourceNames[s]);
			assert.ok(Math.abs(sum(row(layers.ffn, i, layers.count)) - sources[4]!) <= 1e-6);
		}
	});

	test('the value is found where it stands', async () => {
		const t = attributed.start.findIndex((start) => start >= parts.response!.indexOf('127'));
		const {
			contexts: [ward],
		} = await model.origins(parts, [t], unhurried());
		const { text } = parts.contexts[0]!;
		const value = text.indexOf('127/84');
		// In the value or beside it: a model may gather what it copies at the stop behind it.
		const near = (i: number) => ward!.end[i]! >= value - 1 && ward!.start[i]! <= value + '127/84'.length;
		const strongest = ward!.shares.indexOf(Math.max(...ward!.shares));
		assert.ok(
			near(strongest),
			`a demo model that copies values copies this one from its context, and not from '${text.slice(ward!.start[strongest], ward!.end[strongest])}'`,
		);
	});

	test('a token that is not there is refused', async () => {
		await assert.rejects(model.origins(parts, [attributed.tokenIds.length], unhurried()), RangeError);
		await assert.rejects(
			model.attribute({ ...parts, response: ' ' }, unhurried()),
			(error) => error instanceof UserError && error.code === 'RA405',
		);
	});

	test('without contexts nothing comes from them', async () => {
		const { attributed: bare } = await model.attribute({ ...parts, contexts: [] }, unhurried());
		assert.deepEqual(bare.contextIds, []);
		for (let t = 0; t < bare.tokenIds.length; t++) assert.equal(bare.sources[7 * t + 1], 0);
	});

	test('what the window cut is told, and what is left is attributed', async () => {
		const long = {
			...parts,
			contexts: [parts.contexts[0]!, { id: 'long', text: 'The harbour office is closed. '.repeat(2000) }, { id: 'gone', text: 'Dropped.' }],
		};
		const { attributed: cut, truncation } = await model.attribute(long, unhurried());
		assert.deepEqual(cut.contextIds, ['ward', 'long']);
		assert.deepEqual(
			truncation?.cutContexts.map(({ id }) => id),
			['gone', 'long'],
		);
		assert.ok(attributionError(cut).sources <= 1e-4);
	});

	test('is canceled between two chunks', async () => {
		const controller = new AbortController();
		let reports = 0;
		const long = { ...parts, contexts: [{ id: 'long', text: 'The harbour office is closed. '.repeat(60) }] };
		await assert.rejects(
			model.attribute(long, {
				signal: controller.signal,
				onProgress: () => {
					if (++reports === 2) controller.abort();
				},
			}),
			{ name: 'AbortError' },
		);
		assert.equal(reports, 2);
	});

	slowTest('a graph is checked once and kept with the verdict, for its owner only; a damaged verdict is not believed', async (t) => {
		const folder = temporaryFolder(t, 'graphs-');
		const first = await load(folder);
		assert.deepEqual(await readdir(folder), [], 'nothing is built before it is asked for');
		await first.attribute(parts, unhurried());
		await first.dispose();
		const names = (await readdir(folder)).toSorted();
		assert.deepEqual(
			names.map((name) => name.replace(/^[0-9a-f]{64}/, '')),
			['.json', '.onnx'],
		);
		const [verdict = '', graph = ''] = names.map((name) => join(folder, name));
		assert.equal((await stat(verdict)).mode & 0o777, 0o600);
		assert.ok((await stat(graph)).size < 2 ** 20, 'the weights are not in it');

		const good = await readFile(verdict, 'utf8');
		await writeFile(verdict, good.replace('"trusted": true', '"trusted": false, "reason": "of this test"'));
		const refused = await load(folder);
		await assert.rejects(
			refused.attribute(parts, unhurried()),
			(error) => error instanceof UserError && error.code === 'RA434' && error.message.includes('of this test'),
		);
		assert.ok((await refused.score(parts, { ...unhurried(), topK: 1 })).scored.tokenIds.length > 0, 'everything else works');
		await refused.dispose();

		await writeFile(verdict, good.slice(0, 40));
		const again = await load(folder);
		await again.attribute(parts, unhurried());
		await again.dispose();
		assert.equal(await readFile(verdict, 'utf8'), good);
		assert.equal(warnings.length, 1);
		assert.match(warnings[0]!, /damaged/);
	});

	test('more memory is asked for than for scoring, and more for a longer text', () => {
		const [scoring, attributing, longer] = [
			model.memoryFor('score', parts),
			model.memoryFor('attribute', parts),
			model.memoryFor('attribute', { ...parts, response: 'It is closed. '.repeat(200) }),
		];
		assert.ok(scoring < attributing && attributing < longer);
	});
});
