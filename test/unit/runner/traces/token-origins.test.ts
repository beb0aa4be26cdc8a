import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyzeTrace } from '../../../../src/analysis/analyze-trace.ts';
import type { Origins } from '../../../../src/model-io/attribution.ts';
import type { PromptParts } from '../../../../src/model-io/requests.ts';
import { analysisRecordSchema } from '../../../../src/formats/analysis-record.ts';
import { isAnswered, readTraces } from '../../../../src/formats/read-traces.ts';
import { withTokenOrigins } from '../../../../src/runner/traces/recorded-origins.ts';
import { AttributingFake } from '../../analysis/spad/attributing-model.ts';

const file = 'ann.rag.md';
const context = Array.from({ length: 12 }, (_, i) => `w${i}`).join(' ');
const text = `## Query\nHow old is Ann?\n## Context a\n${context}\n## Response\nAnn was 34.\n`;
const { signal } = new AbortController();

/** Word `j` of the context gives `j / 100` to the token with the number 1, and nothing to the others. */
class Model extends AttributingFake {
	override origins(parts?: PromptParts, rows: readonly number[] = []): Promise<Origins> {
		const words = [...parts!.contexts[0]!.text.matchAll(/\s*\S+/gu)];
		return Promise.resolve({
			rows: Uint32Array.from(rows),
			layers: { count: 0, attention: new Float64Array(), ffn: new Float64Array() },
			errorBound: 0.0005,
			contexts: [
				{
					id: 'a',
					start: Uint32Array.from(words, (m) => m.index),
					end: Uint32Array.from(words, (m) => m.index + m[0].length),
					shares: Float64Array.from(rows.flatMap((row) => words.map((_, j) => (row === 1 ? j / 100 : 0)))),
				},
			],
		});
	}
}

async function recordOf(model: Model, methods?: readonly 'cg'[]) {
	const [trace] = (await readTraces(file, text, async () => undefined))!.traces.filter(isAnswered);
	return {
		trace: trace!,
		record: await analyzeTrace(trace!, model, null, {
			file,
			signal,
			onProgress: () => undefined,
			...(methods === undefined ? {} : { methods }),
		}),
	};
}

test('each token gets the few words that fed it, strongest first, with their places; none where nothing did', async () => {
	const model = new Model(() => ({ rag: [0.6] }));
	const { trace, record } = await recordOf(model);
	const whole = await withTokenOrigins(record, { trace, model, options: { signal } });
	assert.deepEqual(
		whole.tokens.map(({ origins }) => origins!.length),
		[0, 8, 0],
	);
	const [first, second] = whole.tokens[1]!.origins!;
	assert.deepEqual(
		[first, second!.text],
		[{ context: 'a', text: 'w11', start: context.indexOf('w11'), end: context.length, share: 0.11 }, 'w10'],
	);
	assert.equal(whole.attribution!.errorBound, 0.0005);
	assert.ok(analysisRecordSchema.safeParse(whole).success);
});

test('a record without sources stays as it is', async () => {
	const model = new Model(() => ({ rag: [0.6] }));
	const { trace, record } = await recordOf(model, ['cg']);
	assert.equal(await withTokenOrigins(record, { trace, model, options: { signal } }), record);
});
