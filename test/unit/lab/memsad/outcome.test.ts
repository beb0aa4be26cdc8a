import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formatAlone, lengthAlone, shuffledLabels } from '../../../../lab/memsad/controls.ts';
import { calibrationAblation, defaultError } from '../../../../lab/memsad/calibration-ablation.ts';
import { anyOf } from '../../../../lab/memsad/defenses.ts';
import { areaOver, outcomeFigures, type Outcome } from '../../../../lab/memsad/outcome.ts';
import { clopperPearson } from '../../../../src/statistics/binomial-interval.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';
import { atLeast } from '../../../../lab/target.ts';

const options = { seed: 1, resamples: 200 };
const outcome = (planted: readonly number[], benign: readonly number[], threshold: number): Outcome => ({
	scores: { planted, benign },
	flags: { planted: planted.map((x) => x > threshold), benign: benign.map((x) => x > threshold) },
});

describe('figures of a defense', () => {
	const splits = [outcome([1, 0.9], [0.1, 0.2, 0.95], 0.5), outcome([0.8, 0.4], [0.1, 0.2, 0.3], 0.5)];

	test('rates are over the entries of all splits, with Clopper and Pearson', () => {
		const [tpr, fpr] = outcomeFigures('x', splits, { tpr: atLeast(0.9) }, options);
		assert.deepEqual([tpr!.name, tpr!.value, tpr!.n, tpr!.target], ['x | TPR', 0.75, 4, atLeast(0.9)]);
		assert.deepEqual([tpr!.low, tpr!.high], Object.values(clopperPearson(3, 4)));
		assert.deepEqual([fpr!.value, fpr!.n], [1 / 6, 6]);
	});

	test('the area counts pairs of one split alone, by hand', () => {
		// First split: 1 beats all three, 0.9 two of three; second: both beat all three.
		const area = areaOver('x', splits, null, options);
		assert.equal(area!.value, 11 / 12);
	});

	test('verdicts alone have no area', () => assert.equal(areaOver('x', [{ scores: null, flags: null }], null, options), undefined));

	test('a disjunction flags what any flags', () =>
		assert.deepEqual(anyOf(outcome([1, 0], [0, 0], 0.5), outcome([0, 0], [0, 1], 0.5)).flags, {
			planted: [true, false],
			benign: [false, true],
		}));
});

describe('controls', () => {
	const random = seededRandom(5);
	const text = (): string => Array.from({ length: 5 + Math.floor(random() * 20) }, () => 'word').join(' ');
	const split = (planted: () => string) => ({ planted: Array.from({ length: 30 }, planted), benign: Array.from({ length: 60 }, text) });

	test('length finds longer texts, and the format finds marks', () => {
		const longer = [split(() => `${text()} ${text()} ${text()}`), split(() => `${text()} ${text()} ${text()}`)];
		assert.ok(areaOver('x', lengthAlone(longer), null, options)!.value > 0.9);
		const marked = [split(() => text().replaceAll(' ', ', ')), split(() => text().replaceAll(' ', ', '))];
		assert.ok(areaOver('x', formatAlone(marked), null, options)!.value > 0.9);
		assert.ok(Math.abs(areaOver('x', lengthAlone(marked), null, options)!.value - 0.5) < 0.25);
	});

	test('shuffled labels tell nothing, whatever the scores', () => {
		const perfect = outcome(
			Array.from({ length: 30 }, (_, i) => 100 + i),
			Array.from({ length: 60 }, (_, i) => i),
			50,
		);
		const area = areaOver('x', shuffledLabels([perfect], { seed: 1, name: 'test', draws: 40 }), null, options);
		assert.ok(Math.abs(area!.value - 0.5) < 0.05, `${area!.value}`);
	});
});

test('thresholds of more entries are nearer to that of all, and sizes beyond half of all are left out', () => {
	const random = seededRandom(9);
	const scores = Array.from({ length: 400 }, () => random() + random() + random());
	const rows = calibrationAblation(scores, 200, seededRandom(2));
	assert.deepEqual(
		rows.map(({ size }) => size),
		[25, 50, 100, 200],
	);
	const errors = rows.map((row) => row.errors.reduce((sum, error) => sum + error, 0) / row.errors.length);
	assert.deepEqual(
		errors,
		errors.toSorted((a, b) => b - a),
	);
	for (const row of rows) assert.ok(defaultError(row) < row.bounds[0]!);
});
