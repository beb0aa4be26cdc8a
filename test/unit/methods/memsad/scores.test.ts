import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { plainRowMaxima } from '../../../../src/methods/memsad/plain-row-maxima.ts';
import { matrix, rowMaxima, type Matrix } from '../../../../src/methods/memsad/row-maxima.ts';
import { directionsOf, memsadScores, nearestQueries, type Directions } from '../../../../src/methods/memsad/scores.ts';
import { certificateOf } from '../../../../src/methods/memsad/thresholds.ts';
import { seededRandom, shuffled } from '../../../../src/statistics/random.ts';
import { dot, matrixOf, randomRows, rowOf, unit } from './embeddings.ts';

/** `v_q = α e_q + (1 − α) mean(e_q)`: an entry's combined score is its largest inner product with one of them. */
function searchDirections({ queries, mean, alpha }: Directions): Matrix {
	const values = queries.values.map((value, at) => alpha * value + (1 - alpha) * mean[at % queries.width]!);
	return { ...queries, values };
}

const seed = fc.integer({ min: 0, max: 2 ** 31 });

test('the kernel is the brute force, whatever the shape', () => {
	fc.assert(
		fc.property(seed, fc.integer({ min: 0, max: 14 }), fc.integer({ min: 1, max: 110 }), fc.integer({ min: 1, max: 33 }), (s, n, m, d) => {
			const random = seededRandom(s);
			const [entries, directions] = [randomRows(random, n, d), randomRows(random, m, d)];
			const { maximum, at } = plainRowMaxima({ ...entries, width: d }, directions);
			const quick = rowMaxima({ ...entries, width: d }, directions);
			for (let row = 0; row < n; row++) {
				const products = Array.from({ length: m }, (_, j) => dot(rowOf(entries, row), rowOf(directions, j)));
				// The same numbers in the same order: nothing to tolerate.
				assert.equal(maximum[row], Math.max(...products));
				assert.equal(at[row], products.indexOf(Math.max(...products)));
				// In float32.
				assert.ok(Math.abs(quick.maximum[row]! - maximum[row]!) < 1e-6);
				assert.ok(maximum[row]! - products[quick.at[row]!]! < 1e-6);
			}
		}),
	);
});

test('what is no matrix is refused', () => {
	assert.throws(() => matrix(new Float32Array(7), 3), RangeError);
	const two = matrixOf([[1, 0]]);
	assert.throws(() => rowMaxima(two, matrixOf([[1, 0, 0]])), RangeError);
	assert.throws(() => rowMaxima(two, { values: new Float32Array(0), count: 0, width: 2 }), RangeError);
	assert.throws(() => directionsOf({ values: new Float32Array(0), count: 0, width: 2 }), RangeError);
	assert.throws(() => directionsOf(two, 1.5), RangeError);
});

test('the combined score is the largest product with α e_q + (1 − α) mean, found for the nearest query', () => {
	fc.assert(
		fc.property(seed, fc.double({ min: 0, max: 1, noNaN: true }), (s, alpha) => {
			const random = seededRandom(s);
			const [entries, queries] = [randomRows(random, 9, 12), randomRows(random, 7, 12)];
			const directions = directionsOf(queries, alpha);
			const scores = memsadScores(entries, directions);
			const { maximum } = rowMaxima(entries, searchDirections(directions));
			for (let row = 0; row < 9; row++) {
				assert.ok(Math.abs(maximum[row]! - scores.combined[row]!) < 1e-6);
				assert.equal(nearestQueries(rowOf(entries, row), queries, 3)[0]!.query, scores.nearest[row]);
			}
			const expected = alpha === 1 ? scores.max : alpha === 0 ? scores.mean : null;
			if (expected !== null) assert.deepEqual(scores.combined, expected);
		}),
	);
});

test('the order of entries and of queries changes no score', () => {
	fc.assert(
		fc.property(seed, (s) => {
			const random = seededRandom(s);
			const entries = Array.from({ length: 11 }, (_, row) => ({ row, values: rowOf(randomRows(random, 1, 8), 0) }));
			const queries = Array.from({ length: 6 }, () => rowOf(randomRows(random, 1, 8), 0));
			const scored = (those: typeof entries, asked: typeof queries): Map<number, number> => {
				const { combined } = memsadScores(matrixOf(those.map(({ values }) => values)), directionsOf(matrixOf(asked)));
				return new Map(those.map(({ row }, at) => [row, combined[at]!]));
			};
			const before = scored(entries, queries);
			for (const [row, other] of scored(shuffled(random, entries), shuffled(random, queries)))
				assert.ok(Math.abs(other - before.get(row)!) < 1e-12);
		}),
	);
});

/** Score of one embedding in float64, as the definition has it. */
function score(entry: Float64Array, queries: readonly Float64Array[], alpha: number): { score: number; nearest: number } {
	const products = queries.map((query) => dot(entry, query));
	const max = Math.max(...products);
	return {
		score: alpha * max + ((1 - alpha) * products.reduce((sum, product) => sum + product, 0)) / products.length,
		nearest: products.indexOf(max),
	};
}

test('the gradient of the maximum is that of retrieval, e_q* − (e·e_q*) e on the sphere, and of the combined score that of v_q*', () => {
	fc.assert(
		fc.property(seed, fc.constantFrom(1, 0.5), (s, alpha) => {
			const random = seededRandom(s);
			const queries = Array.from({ length: 5 }, () => Float64Array.from(rowOf(randomRows(random, 1, 6), 0)));
			const directions = directionsOf(matrixOf(queries), alpha);
			const entry = unit(Float64Array.from(rowOf(randomRows(random, 1, 6), 0)));
			const { nearest } = score(entry, queries, alpha);
			// The identity says nothing where two queries are as near.
			const products = queries.map((query) => dot(entry, query)).toSorted((a, b) => b - a);
			fc.pre(products[0]! - products[1]! > 1e-3);
			const v = rowOf(searchDirections(directions), nearest);
			const along = dot(entry, v);
			const gradient = Float64Array.from(v, (value, k) => value - along * entry[k]!);
			const step = 1e-6;
			for (let k = 0; k < 6; k++) {
				const moved = (by: number): number => {
					const other = Float64Array.from(entry);
					other[k]! += by;
					return score(unit(other), queries, alpha).score;
				};
				const slope = (moved(step) - moved(-step)) / (2 * step);
				assert.ok(Math.abs(slope - gradient[k]!) < 1e-5, `${slope} is not ${gradient[k]}`);
			}
		}),
	);
});

test('an entry flagged with a margin stays flagged under every shorter change of its embedding, and under any threshold within η', () => {
	fc.assert(
		fc.property(seed, fc.constantFrom(0, 0.3, 0.5, 1), fc.double({ min: 0, max: 0.3, noNaN: true }), (s, alpha, eta) => {
			const random = seededRandom(s);
			const queries = Array.from({ length: 5 }, () => Float64Array.from(rowOf(randomRows(random, 1, 6), 0)));
			const entry = unit(Float64Array.from(rowOf(randomRows(random, 1, 6), 0)));
			const threshold = score(entry, queries, alpha).score - random() * 0.5;
			const { margin, radius } = certificateOf(score(entry, queries, alpha).score, { rule: 'mean-plus-deviations', threshold, eta });
			const anyThreshold = radius.anyThreshold!;
			assert.ok(Math.abs(radius.thisThreshold - margin) < 1e-12);
			assert.ok(anyThreshold <= radius.thisThreshold);
			for (let i = 0; i < 20; i++) {
				const direction = unit(Float64Array.from({ length: 6 }, () => random() - 0.5));
				const moved = (length: number): Float64Array => entry.map((value, k) => value + direction[k]! * length * 0.999999);
				assert.ok(score(moved(radius.thisThreshold), queries, alpha).score >= threshold - 1e-9);
				assert.ok(
					score(moved(anyThreshold), queries, alpha).score >= threshold + Math.min(eta, margin) * 0.999 - 1e-6 || anyThreshold === 0,
				);
			}
		}),
	);
});
