import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { analyzeTrace } from '../../../../src/analysis/analyze-trace.ts';
import type { AttributingModel } from '../../../../src/analysis/language-model.ts';
import type { LensReading, Origins } from '../../../../src/model-io/attribution.ts';
import type { PromptParts } from '../../../../src/model-io/requests.ts';
import { isAnswered, readTraces } from '../../../../src/formats/read-traces.ts';
import type { AnalyzedFile } from '../../../../src/runner/traces/trace-analyses.ts';
import { originsOf } from '../../../../src/runner/traces/origins.ts';
import { secondReadingOf, tokenDetailOf } from '../../../../src/runner/traces/token-detail.ts';
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

	/** Token t gets t/8 from context 'a', and 1/16 from 'b'. */
	override lens(parts?: PromptParts, rows: readonly number[] = []): Promise<LensReading> {
		this.calls.push(rows);
		return Promise.resolve({
			rows: Uint32Array.from(rows),
			contextIds: parts!.contexts.map(({ id }) => id),
			sources: Float64Array.from(rows.flatMap((t) => [0, t / 8 + 1 / 16, 0, 0, 1 / 4, 0, 1 / 32])),
			contextShares: Float64Array.from(rows.flatMap((t) => [t / 8, 1 / 16])),
			notByValues: null,
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
	it("lights the same word in a pair's prompt file for the word under the cursor", async () => {
		const model = fresh();
		const answer = (await originsOf(await analyzed(model), 7, [0, 9, 0, 9], asking(model)))!;
		assert.deepEqual(model.calls, [], 'the texts say where the word is');
		assert.deepEqual([answer.uri, answer.version, answer.subject], [responseUri, 7, { range: [0, 8, 0, 10], text: '34', words: 1 }]);
		// The fake model: ln p = −2/8 with all contexts, and −1 without 'a'.
		assert.equal(answer.origin, 'from a: 78% → 37% without it');
		assert.deepEqual(answer.lit, [{ uri: promptUri, range: [3, 7, 3, 9], context: 'a', index: 0, weight: 1 }]);
		assert.deepEqual(
			answer.contexts.map(({ id, range, words, without }) => [id, range, words, without?.toFixed(3)]),
			[
				['a', [3, 0, 3, 10], 1, '0.368'],
				['b', [5, 0, 5, 10], 0, '0.779'],
			],
		);
		assert.deepEqual([answer.leftOut, answer.wordForWord], [null, ['a']]);
	});

	it('lights what the model attended to in the context if the word is not there', async () => {
		const model = fresh();
		const answer = (await originsOf(await analyzed(model), 1, [1, 2, 1, 2], asking(model)))!;
		assert.equal(answer.subject!.text, 'Sure');
		assert.deepEqual(model.calls, [[3]]);
		assert.deepEqual(
			answer.lit.map(({ range, context, weight }) => [range, context, weight.toFixed(2)]),
			[
				[[3, 7, 3, 10], 'a', '1.00'],
				[[3, 4, 3, 6], 'a', '0.67'],
				[[3, 0, 3, 3], 'a', '0.33'],
			],
		);
		const other = await analyzed(model);
		const [{ trace, record }] = other.analyses as [AnalyzedFile['analyses'][number]];
		const read = { ...other, analyses: [{ trace, record: { ...record, model: { ...record.model!, sha256: '0'.repeat(64) } } }] };
		assert.deepEqual((await originsOf(read, 1, [1, 2, 1, 2], asking(model)))!.lit, [], 'another model than read the response is not asked');
		assert.equal(await tokenDetailOf(read, 1, { line: 0, character: 8 }, asking(model)), null);
	});

	it('takes all words that a selection touches, and counts them by context', async () => {
		const model = fresh();
		const answer = (await originsOf(await analyzed(model), 1, [0, 0, 0, 10], asking(model)))!;
		assert.deepEqual([answer.subject!.text, answer.words, answer.origin], ['Ann was 34', 2, '2 of 2 words from a']);
		assert.deepEqual(
			answer.contexts.map(({ id, words, without }) => [id, words, without]),
			[
				['a', 2, null],
				['b', 0, null],
			],
		);
		assert.equal(await originsOf(await analyzed(model), 1, [0, 5, 0, 5], asking(model)), null, "'was' is a function word");
	});

	it('without a selection: contexts by the whole response, nothing is asked of the model', async () => {
		const model = fresh();
		const answer = (await originsOf(await analyzed(model), 1, undefined, asking(model)))!;
		assert.deepEqual([answer.subject, answer.lit, answer.wordForWord, model.calls], [null, [], [], []]);
		assert.deepEqual([answer.words, answer.origin], [3, '3 of 3 words from a']);
	});

	it('has no answer where contexts were not hidden', async () => {
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
		assert.deepEqual([detail!.word!.text, detail!.word!.origin], ['34', 'from a: 78% → 37% without it']);
		assert.deepEqual([detail!.sentence!.text, detail!.sentence!.spad, detail!.response], ['Ann was 34.', null, null]);
		assert.deepEqual(detail!.attribution.contexts, ['a', 'b']);
	});
});

describe('the second reading of a token', () => {
	it('is asked for with its neighbors', async () => {
		const model = fresh();
		const reading = await secondReadingOf(await analyzed(model), { line: 0, character: 8 }, asking(model));
		assert.deepEqual(model.calls, [[0, 1, 2, 3]]);
		assert.deepEqual(reading, {
			index: 2,
			sources: [0, 5 / 16, 0, 0, 1 / 4, 0, 1 / 32],
			contexts: [
				{ id: 'a', index: 0, part: 1 / 4 },
				{ id: 'b', index: 1, part: 1 / 16 },
			],
			notByValues: null,
		});
	});

	it('is not there beside the response', async () => {
		const model = fresh();
		assert.equal(await secondReadingOf(await analyzed(model), { line: 9, character: 0 }, asking(model)), null);
		assert.deepEqual(model.calls, []);
	});
});
