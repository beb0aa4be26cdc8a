import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitStarter, mostFalseAlarms, valuesOf } from '../../../../../lab/real-text/starter/fit-starter.ts';
import { fitNonNegative } from '../../../../../lab/real-text/starter/non-negative.ts';
import type { StarterRow } from '../../../../../lab/real-text/starter/starter-rows.ts';
import { fitLogisticRegression, predictLogistic, type LogisticModel } from '../../../../../lab/logistic-regression.ts';
import { logitOf } from '../../../../../src/methods/starter/starter-model.ts';
import { featureMatrix } from '../../../../../src/statistics/boosted-trees/feature-matrix.ts';
import { seededRandom } from '../../../../../src/statistics/random.ts';

test('of all sets of features whose weights are not negative, the fit has the smallest loss', () => {
	const random = seededRandom(3);
	let clamped = 0;
	for (let draw = 0; draw < 20; draw++) {
		const columns = 4;
		const signs = Array.from({ length: columns }, () => random() * 4 - 2);
		const rows = Array.from({ length: 60 }, () => {
			const shared = random();
			return Array.from({ length: columns }, () => shared + random());
		});
		const labels = rows.map((row) => Number(row.reduce((sum, x, c) => sum + signs[c]! * (x - 1), 0) + random() * 2 - 1 > 0));
		if (new Set(labels).size < 2) continue;
		const importance = rows.map(() => 0.5 + random());
		const ridge = 2;
		const deviations = Array.from({ length: columns }, (_, c) => {
			const mean = rows.reduce((sum, row) => sum + row[c]!, 0) / rows.length;
			return Math.sqrt(rows.reduce((sum, row) => sum + (row[c]! - mean) ** 2, 0) / rows.length);
		});
		const loss = (model: LogisticModel): number =>
			rows.reduce((sum, row, i) => {
				const p = predictLogistic(model, row);
				return sum - importance[i]! * Math.log(labels[i] === 1 ? p : 1 - p);
			}, 0) +
			(ridge / 2) * model.weights.reduce((sum, w, c) => sum + (w * deviations[c]!) ** 2, 0);
		const fit = fitNonNegative(featureMatrix(rows), labels, { ridge, importance });
		assert.ok(fit.weights.every((w) => w >= 0));
		if (fit.weights.includes(0)) clamped++;
		// Brute force: each of the 16 sets of features.
		const best = Math.min(
			...Array.from({ length: 2 ** columns }, (_, bits) => {
				const used = Array.from({ length: columns }, (_2, c) => c).filter((c) => (bits >> c) % 2 === 1);
				const matrix = featureMatrix(
					rows.map((row) => used.map((c) => row[c]!)),
					used.length,
				);
				const { intercept, weights } = fitLogisticRegression(matrix, labels, ridge, importance);
				if (weights.some((w) => w < 0)) return Infinity;
				const all = new Float64Array(columns);
				for (const [i, c] of used.entries()) all[c] = weights[i]!;
				return loss({ intercept, weights: all });
			}),
		);
		assert.ok(Math.abs(loss(fit) - best) < 1e-6, `${loss(fit)} and ${best}`);
	}
	assert.ok(clamped > 5, 'where no weight is 0, the test shows nothing');
});

test('a row that counts twice is two rows', () => {
	const rows = [[0.1], [0.9], [0.4], [0.6], [0.2]];
	const labels = [0, 1, 1, 0, 0];
	const once = fitLogisticRegression(featureMatrix([...rows, rows[2]!]), [...labels, 1], 0);
	const twice = fitLogisticRegression(featureMatrix(rows), labels, 0, [1, 1, 2, 1, 1]);
	assert.ok(Math.abs(once.weights[0]! - twice.weights[0]!) < 1e-6 && Math.abs(once.intercept - twice.intercept) < 1e-6);
});

test('each fit leaves a family out, and flags at most one in twenty of its supported texts', () => {
	const random = seededRandom(5);
	const rows: StarterRow[] = ['one', 'two', 'three'].flatMap((family) =>
		Array.from({ length: 200 }, (_, i): StarterRow => {
			const isUnsupported = i % 2 === 0;
			return {
				set: `${family} ${i % 3}`,
				family,
				source: String(i),
				level: i % 4 < 2 ? 'sentence' : 'answer',
				isUnsupported,
				subject: {
					sharesValue: false,
					contentWords: 5,
					features: {
						missingWords: Math.min(1, random() * (isUnsupported ? 1 : 0.6)),
						missingPairs: random(),
						valueNotGiven: 0,
						valueContradicted: 0,
						elsewhere: 0,
					},
				},
				form: [],
			};
		}),
	);
	const { fits, features } = fitStarter(rows, ['missingWords', 'missingPairs']);
	assert.deepEqual(
		fits.map(({ leftOut }) => leftOut),
		['one', 'two', 'three'],
	);
	for (const fit of fits) {
		assert.ok(fit.weights[0]! > 0 && fit.weights[1]! >= 0);
		for (const level of ['sentence', 'answer'] as const)
			for (const set of [0, 1, 2].map((part) => `${fit.leftOut} ${part}`)) {
				const supported = rows.filter((row) => row.set === set && row.level === level && !row.isUnsupported);
				const flagged = supported.filter((row) => logitOf(fit, valuesOf(row, features)) > fit.thresholds[level]);
				assert.ok(flagged.length <= Math.ceil(mostFalseAlarms * supported.length), `${flagged.length} of ${supported.length}`);
			}
	}
	const without = fitStarter(
		rows.filter(({ family }) => family !== 'one'),
		features,
	);
	assert.equal(without.fits.length, 2);
});
