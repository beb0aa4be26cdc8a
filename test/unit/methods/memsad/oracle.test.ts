import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { mahalanobisDistances, mahalanobisFit, negatedEnergies, neighborDistances } from '../../../../lab/memsad/distances.ts';
import { densities } from '../../../../src/methods/memsad/density.ts';
import { directionsOf, memsadScores } from '../../../../src/methods/memsad/scores.ts';
import { finalSize } from '../../../../src/methods/memsad/spread-between-agents.ts';
import { meanThreshold, robustThreshold } from '../../../../src/methods/memsad/thresholds.ts';
import { binomialTest } from '../../../../src/statistics/binomial-interval.ts';
import { jensenShannon } from '../../../../src/statistics/jensen-shannon.ts';
import { shrunkCovariance } from '../../../../lab/memsad/shrunk-covariance.ts';
import { characterGrams } from '../../../../src/text/character-grams.ts';
import { formulaRows } from './embeddings.ts';

interface Oracle {
	readonly max: number[];
	readonly nearest: number[];
	readonly mean: number[];
	readonly threshold: { readonly mean: number; readonly deviation: number; readonly median: number; readonly mad: number };
	readonly energy: number[];
	readonly mahalanobis: number[];
	readonly shrinkage: number[];
	readonly covariance: number[];
	readonly neighbors: number[];
	readonly density: number[];
	readonly divergence: number[];
	readonly binomial: number[];
	readonly finalSize: number[];
}

/** Of numpy, scipy and scikit-learn, by make_oracle.py. */
const oracle = JSON.parse(readFileSync(new URL('oracle.json', import.meta.url), 'utf8')) as Oracle;
const entries = formulaRows(13, 24, 0);
const queries = formulaRows(11, 24, 1);
const benign = formulaRows(40, 24, 2);

/** Embeddings are of float32 here, and of float64 there. */
function near(found: ArrayLike<number>, expected: readonly number[], tolerance = 1e-6): void {
	assert.equal(found.length, expected.length);
	for (const [at, value] of expected.entries())
		assert.ok(Math.abs(found[at]! - value) <= tolerance * Math.max(1, Math.abs(value)), `${at}: ${found[at]} is not ${value}`);
}

test('scores are those of numpy', () => {
	const scores = memsadScores(entries, directionsOf(queries));
	near(scores.max, oracle.max);
	near(scores.mean, oracle.mean);
	near(
		scores.combined,
		oracle.max.map((max, at) => (max + oracle.mean[at]!) / 2),
	);
	assert.deepEqual([...scores.nearest], oracle.nearest);
});

test('centers and widths are those of numpy and scipy', () => {
	const { combined } = memsadScores(benign, directionsOf(queries));
	const { mean, deviation, median, mad } = oracle.threshold;
	const byMean = meanThreshold(combined, 2);
	near([byMean.center, byMean.deviation, byMean.threshold], [mean, deviation, mean + 2 * deviation]);
	const robust = robustThreshold(combined, 3);
	near([robust.center, robust.deviation, robust.threshold], [median, mad, median + 3 * mad]);
});

test('baselines are those of scipy and scikit-learn', () => {
	near(negatedEnergies(entries, queries, 0.5), oracle.energy);
	near(neighborDistances(entries, benign), oracle.neighbors);
	near(densities(benign).density, oracle.density);
	// A part of a store has the same neighbors.
	near(densities(benign, 11, 17).density, oracle.density.slice(11, 17));
	const fit = mahalanobisFit(benign);
	near([fit.shrinkage], oracle.shrinkage.slice(0, 1));
	near(mahalanobisDistances(entries, fit), oracle.mahalanobis, 1e-5);
});

test('the shrunk covariance is that of scikit-learn, of fewer rows than numbers as well', () => {
	near(shrunkCovariance(benign.values, 24).covariance[3]!, oracle.covariance);
	near([shrunkCovariance(benign.values.subarray(0, 9 * 24), 24).shrinkage], oracle.shrinkage.slice(1));
});

test('divergences are those of scipy, in nats', () => {
	const divergence = (a: string, b: string): number => {
		const [first, second] = [characterGrams(a), characterGrams(b)];
		const total = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((sum, count) => sum + count, 0);
		return jensenShannon(first, second, { first: total(first), second: total(second) });
	};
	near(
		[divergence('the agent reads mail', 'an agent may send mail'), divergence('aaaa', 'bbbb'), divergence('same', 'same')],
		oracle.divergence,
		1e-12,
	);
	assert.equal(divergence('aaaa', 'bbbb'), Math.LN2);
});

test('the one-sided binomial test is that of scipy', () => {
	near([binomialTest(9, 10, 0.05), binomialTest(3, 40, 0.05), binomialTest(60, 60, 0.05), binomialTest(1, 5, 0.2)], oracle.binomial, 1e-12);
});

test('the final size is a root that scipy finds', () => {
	const size = (ratio: number, susceptible: number, recovered: number): number =>
		finalSize({ susceptible, infected: 1 - susceptible - recovered, recovered }, { transmission: ratio * 0.25, recovery: 0.25 });
	near([size(2, 0.99, 0), size(1.2, 0.95, 0.01), size(0.5, 0.9, 0), size(4, 0.5, 0.4)], oracle.finalSize, 1e-12);
});
