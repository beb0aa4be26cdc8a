import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyzeTrace } from '../../../../src/analysis/analyze-trace.ts';
import type { Origins } from '../../../../src/model-io/attribution.ts';
import type { PromptParts } from '../../../../src/model-io/requests.ts';
import { analysisRecordSchema, type AnalysisRecord } from '../../../../src/formats/analysis-record.ts';
import { isAnswered, readTraces, type AnsweredTrace } from '../../../../src/formats/read-traces.ts';
import { withOrigins } from '../../../../src/runner/traces/recorded-origins.ts';
import { AttributingFake } from '../../analysis/spad/attributing-model.ts';

const file = 'ann.rag.md';
const text = '## Query\nHow old is Ann?\n## Context a\nAnn is 34.\n## Context b\nBob is 20.\n## Response\nAnn was 34. Bob is 20.\n';

/** Words of the second context give a tenth of their number, from 1, to every row; those of the first one nothing. */
class Model extends AttributingFake {
	readonly calls: (readonly number[])[] = [];

	override origins(parts?: PromptParts, rows: readonly number[] = []): Promise<Origins> {
		this.calls.push(rows);
		return Promise.resolve({
			rows: Uint32Array.from(rows),
			contexts: parts!.contexts.map(({ id, text: context }, k) => {
				const words = [...context.matchAll(/\s*\S+/gu)];
				return {
					id,
					start: Uint32Array.from(words, (m) => m.index),
					end: Uint32Array.from(words, (m) => m.index + m[0].length),
					shares: Float64Array.from(rows.flatMap(() => words.map((_, j) => (k === 1 ? (j + 1) / 10 : 0)))),
				};
			}),
			layers: { count: 0, attention: new Float64Array(), ffn: new Float64Array() },
			errorBound: 0.0005,
		});
	}
}

const { signal } = new AbortController();

async function analyzed(model: Model, methods?: readonly 'cg'[]): Promise<{ trace: AnsweredTrace; record: AnalysisRecord }> {
	const [trace] = (await readTraces(file, text, async () => undefined))!.traces.filter(isAnswered);
	const record = await analyzeTrace(trace!, model, null, {
		file,
		signal,
		onProgress: () => undefined,
		...(methods === undefined ? {} : { methods }),
	});
	return {
		trace: trace!,
		record: {
			...record,
			sentences: record.sentences.map((sentence, i) => ({ ...sentence, verdict: i === 1 ? 'ungrounded' : 'grounded' })),
		},
	};
}

test('a flagged sentence gets the words that fed its own tokens, strongest first, and the others nothing', async () => {
	const model = new Model(() => ({ rag: [0, 0.6] }));
	const { trace, record } = await analyzed(model);
	const {
		sentences: [first, second],
		...rest
	} = await withOrigins(record, { trace, model, options: { signal } });
	assert.equal(first!.origins, undefined);
	assert.equal(rest.attribution!.errorBound, 0.0005, 'of all that the record says');
	// `Bob is 20.` of the response are its tokens 3 to 5.
	assert.deepEqual(
		model.calls.map((rows) =>
			rows
				.map((row) => record.tokens[row]!.text)
				.join('')
				.trim(),
		),
		['Bob is 20.'],
	);
	assert.deepEqual(
		second!.origins!.map(({ share, ...word }) => ({ ...word, share: share.toFixed(2) })),
		[
			{ context: 'b', text: '20.', start: 7, end: 10, share: '0.30' },
			{ context: 'b', text: 'is', start: 4, end: 6, share: '0.20' },
			{ context: 'b', text: 'Bob', start: 0, end: 3, share: '0.10' },
		],
	);
	assert.ok(analysisRecordSchema.safeParse({ ...rest, sentences: [first, second] }).success);
});

test('a record without sources stays as it is', async () => {
	const model = new Model(() => ({ rag: [0, 0.6] }));
	const { trace, record } = await analyzed(model, ['cg']);
	assert.equal(await withOrigins(record, { trace, model, options: { signal } }), record);
	assert.deepEqual(model.calls, []);
});
