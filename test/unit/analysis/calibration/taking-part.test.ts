import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spadMethod } from '../../../../src/analysis/calibration/classifier-method.ts';
import { confidenceGapMethod } from '../../../../src/analysis/calibration/confidence-gap-method.ts';
import { meanEntropyMethod } from '../../../../src/analysis/calibration/mean-entropy-method.ts';
import type { CalibrationMethod, FitContext, Fitted } from '../../../../src/analysis/calibration/method.ts';
import type { MeasuredTrace } from '../../../../src/analysis/calibration/measure.ts';
import type { Detector } from '../../../../src/analysis/calibration/methods.ts';
import { takingPart } from '../../../../src/analysis/calibration/taking-part.ts';
import { madeTrace, manyTraces } from './made-traces.ts';

const context: FitContext = { alpha: 0.05, seed: 1, draws: 1, protocol: 'auto', onProgress: () => undefined };
const methods: readonly CalibrationMethod<Detector>[] = [meanEntropyMethod, confidenceGapMethod, spadMethod];
const fit = (method: CalibrationMethod<Detector>, traces: readonly MeasuredTrace[]): Promise<Fitted<Detector>> => method.detectors[0]!.fit(traces, context);

test('tags take no labelled answer out: with one that has none beside many, as without any tag', async () => {
	const untagged = manyTraces(80, { apart: 1 });
	const sides = ['clean', 'memorised', 'contradictory'] as const;
	const tagged = untagged.map((trace, i) => i === 0 ? trace : { ...trace, side: sides[i % 3 === 0 ? i % 2 + 1 : 0]! });
	for (const method of methods) {
		assert.equal(method.look(tagged, context).why, method.look(untagged, context).why);
		// oxlint-disable-next-line no-await-in-loop -- fits that take a core each
		assert.deepEqual(await fit(method, tagged), await fit(method, untagged), method.name);
	}
	assert.match(spadMethod.look(tagged, context).why, /^Sentences: by leaving one out, 60 grounded and 20 ungrounded;/);
});

const querySet = Array.from({ length: 30 }, (_, i) => madeTrace(`query ${i}`, [{ truth: i === 0, entropy: 9, gap: 9, feature: 9 }], { side: 'clean', ofQuerySet: true }));

test('a set that was put together for RePCS stands aside where the others have labels enough, and that is said', async () => {
	const note = '30 answers of sets that are tagged `clean` or `memorised` throughout take no part: such a set is for RePCS and hardly ever wrong, and the other answers have labels enough.';
	const others = manyTraces(80, { apart: 1 });
	for (const method of methods) {
		assert.equal(method.look([...querySet, ...others], context).why, `${method.look(others, context).why} ${note}`);
		// oxlint-disable-next-line no-await-in-loop -- fits that take a core each
		const [beside, alone] = [await fit(method, [...querySet, ...others]), await fit(method, others)];
		assert.deepEqual(beside.detector, alone.detector);
		for (const { report } of beside.reported) assert.ok(report.notes.includes(note), report.id);
		for (const { report } of alone.reported) assert.ok(!report.notes.includes(note), report.id);
	}
	// 30 sentences: enough for a threshold and not for a classifier, whose error says it, too.
	const few = manyTraces(30, { every: 3 });
	assert.ok(spadMethod.look([...querySet, ...few], context).why.endsWith(note));
	await assert.rejects(fit(spadMethod, [...querySet, ...few]), { code: 'RA652', message: /at least 40 labelled sentences, and there are 30: .* 30 answers of sets .* take no part/ });
});

test('it takes part where the others have too few labels to choose by', () => {
	const taken = (others: readonly MeasuredTrace[]) => {
		const { items, leftOut } = takingPart([...querySet, ...others], { seed: 1 });
		return [items.length, leftOut.length];
	};
	assert.deepEqual(taken([]), [30, 0]);
	assert.deepEqual(taken(manyTraces(1)), [31, 0]);
	// Nine ungrounded ones, then ten.
	assert.deepEqual([taken(manyTraces(36)), taken(manyTraces(40))], [[66, 0], [40, 1]]);
});

test('answers without contexts, which nothing judges, take no part in any method, and that is said', async () => {
	const bare = manyTraces(3, { seed: 5 }).map((trace) => ({ ...trace, contexts: 0 }));
	const others = manyTraces(60);
	const note = '3 answers without contexts take no part: nothing is judged without contexts.';
	for (const method of [meanEntropyMethod, confidenceGapMethod, spadMethod]) assert.equal(method.look([...bare, ...others], context).why, `${method.look(others, context).why} ${note}`);
	for (const method of [meanEntropyMethod, confidenceGapMethod]) for (const { report } of (await fit(method, [...bare, ...others])).reported) assert.ok(report.notes.includes(note), method.name);
	assert.match(confidenceGapMethod.look(bare.slice(1), context).why, /at least 20 sentences of answers with contexts, and there are none: name more traces\. 2 answers without contexts take no part/);
	assert.deepEqual(takingPart([...bare, ...others], { seed: 1 }).items, takingPart(others, { seed: 1 }).items);
});
