import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { analyzeTrace } from '../../../../src/analysis/analyze-trace.ts';
import type { AttributingModel } from '../../../../src/analysis/language-model.ts';
import type { Origins } from '../../../../src/model-io/attribution.ts';
import type { PromptParts } from '../../../../src/model-io/requests.ts';
import { isAnswered, readTraces } from '../../../../src/formats/read-traces.ts';
import type { AnalyzedFile } from '../../../../src/runner/traces/trace-analyses.ts';
import { maxLitTokens, originsOf } from '../../../../src/runner/traces/origins.ts';
import { tokenDetailOf } from '../../../../src/runner/traces/token-detail.ts';
import { AttributingFake } from '../../analysis/spad/attributing-model.ts';

const prompt = '## Query\nHow old is Ann?\n## Context a\nAnn is 34.\n## Context b\nBob is 20.\n';
const response = 'Ann was 34.\nSure.\n';
const [promptUri, responseUri] = ['file:///t/ann.prompt.md', 'file:///t/ann.response.md'];

/** Its contexts' tokens are words with the space before them; each gives a tenth of its number, from 1, to every row. */
class Model extends AttributingFake {
	readonly calls: (readonly number[])[] = [];

	override origins(parts?: PromptParts, rows: readonly number[] = []): Promise<Origins> {
		this.calls.push(rows);
		return Promise.resolve({
			rows: Uint32Array.from(rows),
			contexts: parts!.contexts.map(({ id, text }, k) => {
				const tokens = [...text.matchAll(/\s*\S+/gu)];
				return {
					id,
					start: Uint32Array.from(tokens, (m) => m.index),
					end: Uint32Array.from(tokens, (m) => m.index + m[0].length),
					shares: Float64Array.from(rows.flatMap(() => tokens.map((_, j) => (k === 0 ? (j + 1) / 10 : 0)))),
				};
			}),
			layers: {
				count: 2,
				attention: Float64Array.from(rows.flatMap(() => [0.1, 0.2, 0, 0, 0, 0.3, 0, -0.1])),
				ffn: Float64Array.from(rows.flatMap(() => [0.05, 0.1])),
			},
			errorBound: this.errorBound,
		});
	}
}

async function analyzed(model: AttributingModel, methods?: readonly 'cg'[]): Promise<AnalyzedFile> {
	const texts = new Map([
		[promptUri, prompt],
		[responseUri, response],
	]);
	const parsed = await readTraces(responseUri, response, async (uri) => texts.get(uri));
	const analyses = await Promise.all(
		parsed!.traces.filter(isAnswered).map(async (trace) => ({
			trace,
			record: await analyzeTrace(trace, model, null, {
				file: responseUri,
				signal: new AbortController().signal,
				onProgress: () => undefined,
				...(methods === undefined ? {} : { methods }),
			}),
		})),
	);
	return {
		key: responseUri,
		uris: [promptUri, responseUri],
		parsed: parsed!,
		documents: new Map([...texts].map(([uri, text]) => [uri, TextDocument.create(uri, 'markdown', 1, text)])),
		analyses,
	};
}

const fresh = () => new Model((token) => (token.trim() === '34.' ? { rag: [0.6, 0.05] } : { rag: [0, 0.2] }));
const asking = (model: Model) => ({ open: () => Promise.resolve(model), signal: new AbortController().signal });

describe('where did this come from?', () => {
	it("lights the words of a pair's prompt file for the token under the cursor", async () => {
		const model = fresh();
		const answer = await originsOf(await analyzed(model), 7, [0, 9, 0, 9], asking(model));
		assert.deepEqual(model.calls, [[2]]);
		assert.deepEqual([answer!.uri, answer!.version, answer!.subject], [responseUri, 7, { range: [0, 7, 0, 11], text: ' 34.', tokens: 1 }]);
		assert.deepEqual(
			answer!.lit.map(({ uri, range, context, index, weight }) => [uri, range, context, index, weight.toFixed(2)]),
			[
				[promptUri, [3, 7, 3, 10], 'a', 0, '1.00'],
				[promptUri, [3, 4, 3, 6], 'a', 0, '0.67'],
				[promptUri, [3, 0, 3, 3], 'a', 0, '0.33'],
			],
		);
		assert.deepEqual(
			answer!.contexts.map(({ id, range, share }) => [id, range, share.toFixed(2)]),
			[
				['a', [3, 0, 3, 10], '0.60'],
				['b', [5, 0, 5, 10], '0.00'],
			],
		);
		assert.ok(Math.abs(answer!.sources[1]! - 0.65) < 1e-12);
		// Too short to say anything are 'Ann' and 'was'.
		assert.deepEqual(answer!.wordForWord, ['a']);
	});

	it('takes all tokens that a selection touches; the cursor at the end takes the last', async () => {
		const model = fresh();
		const file = await analyzed(model);
		const selected = await originsOf(file, 1, [0, 5, 0, 9], asking(model));
		assert.deepEqual([selected!.subject!.text, selected!.subject!.tokens], [' was 34.', 2]);
		await originsOf(file, 1, [1, 5, 1, 5], asking(model));
		assert.deepEqual(model.calls, [[1, 2], [3]]);
	});

	it('without a selection: contexts by the whole response, nothing is asked of the model', async () => {
		const model = fresh();
		const answer = await originsOf(await analyzed(model), 1, undefined, asking(model));
		assert.deepEqual([answer!.subject, answer!.lit, answer!.wordForWord, model.calls], [null, [], [], []]);
		// Four tokens: three of 0.2 and one of 0.05 from b; 0.6 from a.
		assert.deepEqual(
			answer!.contexts.map(({ id, share }) => [id, share.toFixed(4)]),
			[
				['b', '0.1625'],
				['a', '0.1500'],
			],
		);
	});

	it('of very many tokens it names the contexts alone, and another model than has read the response is not asked', async () => {
		const model = fresh();
		const file = await analyzed(model);
		const [{ trace, record }] = file.analyses as [AnalyzedFile['analyses'][number]];
		const many = {
			...file,
			analyses: [{ trace, record: { ...record, tokens: Array.from({ length: maxLitTokens + 1 }, () => record.tokens[2]!) } }],
		};
		const answer = await originsOf(many, 1, [0, 7, 0, 11], asking(model));
		assert.deepEqual(
			[answer!.subject!.tokens, answer!.lit, answer!.contexts.map(({ id, share }) => [id, share.toFixed(2)]), model.calls],
			[
				257,
				[],
				[
					['a', '0.60'],
					['b', '0.05'],
				],
				[],
			],
		);
		const read = { ...file, analyses: [{ trace, record: { ...record, model: { ...record.model, sha256: '0'.repeat(64) } } }] };
		assert.equal(await originsOf(read, 1, [0, 9, 0, 9], asking(model)), null);
		assert.equal(await tokenDetailOf(read, 1, { line: 0, character: 8 }, asking(model)), null);
		assert.deepEqual(model.calls, []);
	});

	it('has no answer where nothing was attributed', async () => {
		const model = fresh();
		const file = await analyzed(model, ['cg']);
		assert.equal(await originsOf(file, 1, undefined, asking(model)), null);
		assert.equal(await originsOf(file, 1, [0, 0, 0, 1], asking(model)), null);
		assert.equal(await tokenDetailOf(file, 1, { line: 0, character: 0 }, asking(model)), null);
	});
});

describe('token detail', () => {
	it("has the token's path through the layers, its contexts and its sentence", async () => {
		const model = fresh();
		const detail = await tokenDetailOf(await analyzed(model), 3, { line: 0, character: 8 }, asking(model));
		assert.deepEqual(
			[detail!.index, detail!.count, detail!.range, detail!.token.text, detail!.model],
			[2, 4, [0, 7, 0, 11], ' 34.', 'demo'],
		);
		const near = (found: readonly number[], expected: readonly number[]) =>
			found.forEach((value, i) => assert.ok(Math.abs(value - expected[i]!) < 1e-12, found.join(' ')));
		near(
			detail!.layers.flatMap(({ afterAttention, afterFfn }) => [afterAttention, afterFfn]),
			[0.3, 0.35, 0.55, 0.65],
		);
		assert.deepEqual(detail!.layers[0]!.attention, [0.1, 0.2, 0, 0]);
		assert.deepEqual(
			detail!.contexts.map(({ id }) => id),
			['a', 'b'],
		);
		assert.deepEqual([detail!.sentence!.text, detail!.sentence!.spad, detail!.response], ['Ann was 34.', null, null]);
		assert.deepEqual(detail!.attribution.contexts, ['a', 'b']);
	});
});
