import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spadMethod } from '../../../../src/analysis/calibration/classifier-method.ts';
import { confidenceGapMethod } from '../../../../src/analysis/calibration/confidence-gap-method.ts';
import { meanEntropyMethod } from '../../../../src/analysis/calibration/mean-entropy-method.ts';
import { dataNotes, type CalibrationMethod, type FitContext, type Fitted } from '../../../../src/analysis/calibration/method.ts';
import type { MeasuredTrace } from '../../../../src/analysis/calibration/measure.ts';
import { calibration, type Detector } from '../../../../src/analysis/calibration/methods.ts';
import { repcsMethod } from '../../../../src/analysis/calibration/repcs-method.ts';
import { querySetsInWords, takingPart } from '../../../../src/analysis/calibration/training-items.ts';
import { chooseMethods } from '../../../../src/runner/calibration/choose-methods.ts';
import { slowTest } from '../../../support/slow-test.ts';
import { madeTrace, manyTraces } from './made-traces.ts';

// Made-up labels need not tell more than shuffled ones.
const context: FitContext = { seed: 1, named: true, options: { draws: 1, force: 'yes' }, onProgress: () => undefined };
/** Fits of a classifier take seconds. */
const [quick, slow] = [[meanEntropyMethod, confidenceGapMethod], [spadMethod]] as const;
const methods: readonly CalibrationMethod<Detector>[] = [...quick, ...slow];
const fit = (method: CalibrationMethod<Detector>, traces: readonly MeasuredTrace[]): Promise<Fitted<Detector>> =>
	method.detectors[0]!.fit(traces, context);

async function assertTagsChangeNothing(judged: readonly CalibrationMethod<Detector>[]): Promise<void> {
	const untagged = manyTraces(48, { apart: 1 });
	const sides = ['clean', 'memorised', 'contradictory'] as const;
	const tagged = untagged.map((trace, i) => (i === 0 ? trace : { ...trace, side: sides[i % 3 === 0 ? (i % 2) + 1 : 0]! }));
	for (const method of judged) {
		assert.equal(method.look(tagged, context).why, method.look(untagged, context).why);
		// oxlint-disable-next-line no-await-in-loop -- fits that take a core each
		assert.deepEqual(await fit(method, tagged), await fit(method, untagged), method.name);
	}
	assert.match(spadMethod.look(tagged, context).why, /^Sentences: by leaving one out, 36 supported and 12 unsupported;/);
}

test('tags take no labeled answer out: with one that has none beside many, as without any tag', () => assertTagsChangeNothing(quick));
slowTest('tags take no labeled answer out where a classifier is fitted', () => assertTagsChangeNothing(slow));

/** A set of 30 answers of one sentence each, so many of which are unsupported. */
const setOf = (ungrounded: number, file = 'queries/response.jsonl'): MeasuredTrace[] =>
	Array.from({ length: 30 }, (_, i) =>
		madeTrace(`query ${i} of ${file}`, [{ truth: i < ungrounded, entropy: 9, gap: 9, feature: 9 }], {
			side: 'clean',
			ofQuerySet: true,
			file,
		}),
	);
const querySet = setOf(1);
const aside =
	'30 answers from data sets tagged clean or memorized are not used to separate supported from unsupported sentences: few of their labeled sentences are unsupported (3.33%, elsewhere 25%).';

async function assertSetForRepcsTakesNoPart(judged: readonly CalibrationMethod<Detector>[]): Promise<void> {
	const others = manyTraces(48, { apart: 1 });
	assert.deepEqual(querySetsInWords(others), []);
	assert.deepEqual(dataNotes(methods, [...querySet, ...others]), [aside]);
	assert.deepEqual(dataNotes([repcsMethod], [...querySet, ...others]), [], 'no method that goes by it');
	for (const method of judged) {
		assert.equal(method.look([...querySet, ...others], context).why, method.look(others, context).why);
		// oxlint-disable-next-line no-await-in-loop -- fits that take a core each
		assert.deepEqual(await fit(method, [...querySet, ...others]), await fit(method, others), method.name);
	}
}

test('a set that was put together for RePCS and is hardly ever wrong takes no part where the others have labels enough, and that is said once', async () => {
	await assertSetForRepcsTakesNoPart(quick);
	// 30 sentences: enough for a threshold and not for a classifier. Who asked for one learns where the others are.
	const few = [...querySet, ...manyTraces(30, { every: 3 })];
	await assert.rejects(fit(spadMethod, few), { code: 'RA652', message: /at least 40 labeled sentences, and there are 30/ });
	assert.throws(() => chooseMethods(calibration, few, ['spad'], context, ['language-model']), {
		code: 'RA652',
		message: /there are 30[^]* 30 answers from data sets .* are not used/,
	});
});

slowTest('such a set takes no part where a classifier is fitted', () => assertSetForRepcsTakesNoPart(slow));

test("by its own labels: a set is left out only where its share of unsupported sentences is less than half of the others', each set by itself", () => {
	const others = manyTraces(80);
	const taken = (...sets: MeasuredTrace[][]) => takingPart([...sets.flat(), ...others], { seed: 1 }).items.length - others.length;
	// A quarter of the others is ungrounded: 12.5% is half of that.
	assert.deepEqual(
		[3, 4, 10, 30].map((ungrounded) => taken(setOf(ungrounded))),
		[0, 30, 30, 30],
	);
	assert.equal(taken(setOf(1), setOf(10, 'other/response.jsonl')), 30);
	assert.match(querySetsInWords([...setOf(1), ...setOf(10, 'other/response.jsonl'), ...others])[0] ?? '', /^30 answers .*\(3\.33%/);
	assert.equal(
		taken(querySet.map((trace) => ({ ...trace, sentences: trace.sentences.map((sentence) => ({ ...sentence, truth: null })) }))),
		30,
		'without labels nothing says that it is seldom wrong',
	);
});

test('it takes part where the others have too few labels to choose by', () => {
	const taken = (others: readonly MeasuredTrace[]) => {
		const all = [...querySet, ...others];
		return [takingPart(all, { seed: 1 }).items.length, querySetsInWords(all).length];
	};
	assert.deepEqual(taken([]), [30, 0]);
	assert.deepEqual(taken(manyTraces(1)), [31, 0]);
	// Nine unsupported ones, then ten.
	assert.deepEqual(
		[taken(manyTraces(36)), taken(manyTraces(40))],
		[
			[66, 0],
			[40, 1],
		],
	);
});

test('answers without contexts, which nothing judges, take no part in any method, and that is said', async () => {
	const bare = manyTraces(3, { seed: 5 }).map((trace) => ({ ...trace, contexts: 0 }));
	const others = manyTraces(60);
	const note = '3 answers without contexts take no part: nothing is judged without contexts.';
	for (const method of [meanEntropyMethod, confidenceGapMethod, spadMethod])
		assert.equal(method.look([...bare, ...others], context).why, `${method.look(others, context).why} ${note}`);
	for (const method of [meanEntropyMethod, confidenceGapMethod])
		for (const { report } of (await fit(method, [...bare, ...others])).reported) assert.ok(report.notes.includes(note), method.name);
	assert.match(
		confidenceGapMethod.look(bare.slice(1), context).why,
		/at least 20 sentences of answers with contexts, and there are none: name more traces\. 2 answers without contexts take no part/,
	);
	assert.deepEqual(takingPart([...bare, ...others], { seed: 1 }).items, takingPart(others, { seed: 1 }).items);
});
