import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { scanScores } from '../../../../src/methods/mirabel/score-scan.ts';
import { thresholdsOf } from '../../../../src/methods/mirabel/thresholds.ts';
import { normalityP } from '../../../../src/statistics/normality.ts';
import { skewnessOf } from '../../../../src/statistics/skewness.ts';
import { dot, formulaRows, rowOf } from '../memsad/embeddings.ts';

interface Oracle {
	readonly queries: readonly Record<'target' | 'max' | 'mean' | 'std' | 'skewness' | 'gumbel' | 'exact' | 'skew' | 'p', number>[];
	readonly samples: readonly Record<'skewness' | 'p', number>[];
	readonly error: number;
	readonly maximum: readonly [n: number, rho: number, z: number][];
}

/** Of numpy and scipy, by make_oracle.py. */
const oracle = JSON.parse(readFileSync(new URL('oracle.json', import.meta.url), 'utf8')) as Oracle;
/** Lopsided, flat and heavy-tailed numbers, as there. */
const samples: readonly number[][] = [
	Array.from({ length: 8 }, (_, i) => Math.exp(Math.sin(i * 1.7))),
	Array.from({ length: 101 }, (_, i) => ((i * 37) % 101) / 101),
	Array.from({ length: 101 }, (_, i) => (((i * 37) % 101) / 101 - 0.3) ** 3),
	Array.from({ length: 2003 }, (_, i) => Math.exp(((i * 611) % 2003) / 700)),
];

function near(found: number | null | undefined, expected: number, tolerance: number): void {
	assert.ok(typeof found === 'number' && Math.abs(found - expected) <= tolerance, `${found} is not ${expected}`);
}

test('a scan and its thresholds are those of numpy and scipy', () => {
	const [documents, queries] = [formulaRows(40, 24, 0), formulaRows(6, 24, 1)];
	for (const [at, expected] of oracle.queries.entries()) {
		const scan = scanScores(Array.from({ length: 40 }, (_, row) => dot(rowOf(documents, row), rowOf(queries, at))));
		assert.equal(scan.at, expected.target);
		near(scan.max, expected.max, 1e-7);
		near(scan.mean, expected.mean, 1e-7);
		near(scan.std, expected.std, 1e-7);
		const skewness = skewnessOf(scan.others)!.value;
		near(skewness, expected.skewness, 1e-5);
		near(normalityP(scan.others), expected.p, 1e-5);
		const thresholds = thresholdsOf({ ...scan, n: 40, skewness, rho: 0.05, empiricalZ: 2 });
		near(thresholds.gumbel, expected.gumbel, 1e-6);
		near(thresholds.exact, expected.exact, 1e-6);
		near(thresholds.skew, expected.skew, 1e-5);
		near(thresholds.empirical, expected.mean + 2 * expected.std, 1e-6);
	}
});

test('skewness and the test of normality are those of scipy, of eight numbers too', () => {
	for (const [at, { skewness, p }] of oracle.samples.entries()) {
		near(skewnessOf(samples[at]!)?.value, skewness, 1e-12);
		near(normalityP(samples[at]!), p, 1e-10);
	}
});

test('the error of a skewness is that of the bootstrap, and shrinks to nothing for a sample that is all there is', () => {
	const { standardError } = skewnessOf(samples[3]!)!;
	near(standardError / oracle.error, 1, 0.05);
	near(skewnessOf(samples[3]!, 4006)!.standardError, standardError / Math.SQRT2, 1e-12);
	assert.equal(skewnessOf(samples[3]!, 2003)!.standardError, 0);
});

test('the largest of n normal scores is that of scipy, of a billion too', () => {
	for (const [n, rho, z] of oracle.maximum)
		near(thresholdsOf({ mean: 0, std: 1, n, skewness: null, rho, empiricalZ: null }).exact, z, 1e-9);
});
