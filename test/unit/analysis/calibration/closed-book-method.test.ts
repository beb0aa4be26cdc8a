import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closedBookMethod } from '../../../../src/analysis/calibration/closed-book-method.ts';
import type { FitContext } from '../../../../src/analysis/calibration/method.ts';
import type { MeasuredTrace } from '../../../../src/analysis/calibration/measure.ts';
import { UserError } from '../../../../src/errors.ts';
import { closedBookFormat } from '../../../../src/formats/detectors/closed-book.ts';
import type { AnswerGroup } from '../../../../src/methods/closed-book/answer-group.ts';
import { madeTrace } from './made-traces.ts';

const context: FitContext = { seed: 1, options: { draws: 1 }, onProgress: () => undefined };
const number: AnswerGroup = { sentences: '1', value: 'number' };
const name: AnswerGroup = { sentences: '1', value: 'name' };

function made(side: 'clean' | 'memorised', score: number, group: AnswerGroup, more: Partial<MeasuredTrace> = {}): MeasuredTrace {
	return madeTrace(`${side} ${score} ${group.value} ${more.split}`, [{ truth: false }], {
		side,
		closedBook: { entropyMax: score / 2, surpriseMax: score, group },
		...more,
	});
}
const cleans = (count: number, group: AnswerGroup, from = 1): MeasuredTrace[] =>
	Array.from({ length: count }, (_, i) => made('clean', from + i, group, { split: 'train' }));

async function fit(traces: readonly MeasuredTrace[], alpha = 0.05) {
	const { detector, reported } = await closedBookMethod.detectors[0]!.fit(traces, {
		...context,
		options: { 'closed-book-alpha': alpha },
	});
	assert.ok(closedBookFormat.is(detector));
	assert.equal(closedBookFormat.schema.safeParse(detector).success, true);
	const [first] = reported;
	assert.ok(first);
	return { detector, report: first.report };
}

test('each group with enough clean answers has its conformal threshold; others go by a wider one, and the report says which', async () => {
	// α = 0.05: ranks ⌊0.05 · 41⌋ = 2 of 40 numbers from 101 on, ⌊0.05 · 46⌋ = 2 of all 45, of which 5 names from 1 on.
	const { detector, report } = await fit([
		...cleans(40, number, 101),
		...cleans(5, name),
		// Held out: 101.5 lies below 102; 103 and a name of 3 do not.
		...[101.5, 103].map((score) => made('clean', score, number, { split: 'test' })),
		made('clean', 3, name, { split: 'test' }),
		// Of the memorized 50 and 1.5 are found.
		...[50, 500].map((score) => made('memorised', score, number)),
		made('memorised', 1.5, name),
	]);
	assert.deepEqual(detector.groups, [
		{ ...number, n: 40, rank: 2, threshold: 102 },
		{ sentences: '1', value: 'any', n: 45, rank: 2, threshold: 2 },
		{ sentences: 'any', value: 'any', n: 45, rank: 2, threshold: 2 },
	]);
	assert.deepEqual([detector.threshold, detector.criterion], [1, { kind: 'conformal', alpha: 0.05, n: 45 }]);
	assert.deepEqual([detector.heldOut?.n, detector.heldOut?.falsePositiveRate.value], [3, 0.333333333]);
	assert.deepEqual([detector.memorised?.n, detector.memorised?.truePositiveRate.value], [3, 0.666666667]);
	// In multiples of the thresholds: clean 0.995, 1.01, 1.5; memorized 0.49, 4.9, 0.75: six of nine pairs in order.
	assert.equal(detector.memorised?.auc.value, 0.666666667);
	const notes = report.notes.join('\n');
	assert.match(notes, /^Answers of one sentence with a number: 102\.00 nats, from 40 clean ones; of 2 held out 1 is flagged\.$/m);
	assert.match(
		notes,
		/Too few clean answers for a threshold of their own \(19 are needed\): answers of one sentence with a name \(5, judged with answers of one sentence by 2\.00 nats; of 1 held out 0 are flagged\)\. Of each of these groups alone nothing is promised\./,
	);
	assert.match(notes, /No clean answers at all: .*three sentences or more/);
	assert.deepEqual([report.point.truePositives, report.point.falsePositives, report.threshold], [2, 1, 1]);
});

test('0.01 is usual, and needs 99 clean answers that do not refuse', async () => {
	await assert.rejects(
		fit([...cleans(90, number), ...cleans(20, name).map((one) => ({ ...one, refuses: true }))], 0.01),
		(error) => error instanceof UserError && /At α = 0\.01 it needs at least 99 clean answers .* and there are 90/.test(error.message),
	);
	assert.equal(closedBookMethod.look(cleans(98, number), context).fits, false);
	assert.match(closedBookMethod.look(cleans(99, number), context).why, /at α = 0\.01 on 99 clean answers, one for each group/);
	await assert.rejects(
		fit([]),
		/Closed book cannot be calibrated. It needs at least 19 clean answers, and there are none: tag traces `clean`/,
	);
});

test('a refusal is in no rate of clean answers, and as a memorized answer it is not found', async () => {
	const refusing = { ...made('clean', 0.1, number, { split: 'test' }), refuses: true };
	const { detector, report } = await fit([
		...cleans(19, number),
		refusing,
		...[3, 4].map((score) => made('clean', score, number, { split: 'test' })),
		made('memorised', 0.5, number),
		{ ...made('memorised', 0.2, number), refuses: true },
	]);
	assert.deepEqual([detector.heldOut?.n, detector.heldOut?.falsePositiveRate.value], [2, 0]);
	assert.deepEqual([detector.memorised?.n, detector.memorised?.truePositiveRate.value], [2, 0.5]);
	assert.match(report.notes.join(' '), /1 clean answer refuses and takes no part/);
});

test('a threshold that a person moved multiplies those of all groups, and promises nothing', async () => {
	const { detector } = await fit([...cleans(40, number), made('clean', 3, number, { split: 'test' })]);
	const moved = closedBookFormat.moved(detector, 'closed-book response', {
		threshold: 0.5,
		truePositiveRate: null,
		falsePositiveRate: { value: 0, low: 0, high: 0.9 },
		precision: null,
	});
	assert.deepEqual([moved.threshold, moved.criterion, moved.groups], [0.5, { kind: 'by-hand', n: 40 }, detector.groups]);
	assert.equal(closedBookFormat.shown(moved)[0]?.asked, 'a threshold set by hand');
});

test('clean answers that are flagged more often than α promises are named in the report', async () => {
	const heldOut = (score: number) => Array.from({ length: 20 }, (_, i) => made('clean', score + i / 100, number, { split: 'test' }));
	const unlike = await fit([...cleans(40, number, 101), ...heldOut(50)]);
	const like = await fit([...cleans(40, number, 101), ...heldOut(150)]);
	assert.match(unlike.report.notes.join('\n'), /^The threshold does not keep to α = 0\.05 here: .* 100% are flagged \(83\.2% to 100%\)\./m);
	assert.doesNotMatch(like.report.notes.join('\n'), /does not keep to/);
});
