import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyzeTrace } from '../../../../src/analysis/analyze-trace.ts';
import type { Origins } from '../../../../src/model-io/attribution.ts';
import type { PromptParts } from '../../../../src/model-io/requests.ts';
import { analysisRecordSchema } from '../../../../src/formats/analysis-record.ts';
import { isAnswered, readTraces } from '../../../../src/formats/read-traces.ts';
import { withLayers } from '../../../../src/runner/traces/recorded-layers.ts';
import { AttributingFake } from '../../analysis/spad/attributing-model.ts';

const { signal } = new AbortController();

/** Of token `t`, the one layer's feed-forward block gave `t / 1000`. */
class Model extends AttributingFake {
	readonly calls: number[] = [];

	override origins(_parts?: PromptParts, rows: readonly number[] = []): Promise<Origins> {
		this.calls.push(rows.length);
		const layers = { count: 1, attention: new Float64Array(4 * rows.length), ffn: Float64Array.from(rows, (row) => row / 1000) };
		return Promise.resolve({ rows: Uint32Array.from(rows), contexts: [], layers, errorBound: 0.0005 });
	}
}

async function analyzed(words: number, methods?: readonly 'cg'[]) {
	const model = new Model(() => ({ rag: [0, 0.6] }));
	const text = `## Query\nWho?\n## Context a\nAnn is 34.\n## Context b\nBob.\n## Response\n${'word '.repeat(words)}end\n`;
	const trace = (await readTraces('a.rag.md', text, async () => undefined))!.traces.filter(isAnswered)[0]!;
	return {
		model,
		trace,
		record: await analyzeTrace(trace, model, null, {
			file: 'a.rag.md',
			signal,
			onProgress: () => undefined,
			...(methods === undefined ? {} : { methods }),
		}),
	};
}

test('every token gets its own path, a few hundred asked for at a time', async () => {
	const { model, trace, record } = await analyzed(599);
	assert.equal(record.tokens.length, 600);
	const whole = await withLayers(record, { trace, model, options: { signal } });
	assert.deepEqual(model.calls, [256, 256, 88]);
	assert.deepEqual(
		whole.tokens.map(({ layers }) => layers![0]!.ffn),
		record.tokens.map((_, t) => t / 1000),
	);
	assert.deepEqual(
		whole.tokens.map((token) => ({ ...token, layers: undefined })),
		record.tokens.map((token) => ({ ...token, layers: undefined })),
	);
	assert.equal(whole.attribution!.errorBound, 0.0005, 'the larger bound of the two attributions');
	assert.ok(analysisRecordSchema.safeParse(whole).success);
});

test('a record without sources stays as it is', async () => {
	const { model, trace, record } = await analyzed(3, ['cg']);
	assert.equal(await withLayers(record, { trace, model, options: { signal } }), record);
	assert.deepEqual(model.calls, []);
});
