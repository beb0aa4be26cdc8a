import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isReleased, releaseProbabilities } from '../../../src/privacy/partition-selection.ts';
import { seededBits } from '../../../src/privacy/random-bits.ts';
import { assertDrawnFrom, tally } from './chi-square.ts';

const budgets = [0.05, 0.5, 1, 3, 8, 30].flatMap((epsilon) => [1e-2, 1e-5, 1e-10].map((delta) => [epsilon, delta] as const));

test('both outcomes keep to (ε, δ) between all neighboring counts, in both directions, and no count could be released more often', () => {
	for (const [epsilon, delta] of budgets) {
		const p = releaseProbabilities(epsilon, delta, 60);
		const released = (a: number, b: number): boolean => a <= (Math.exp(epsilon) * b + delta) * (1 + 1e-12);
		// The same, in the form that float64 can hold where `p` is near 1 and has only 1e-16 left.
		const kept = (a: number, b: number): boolean => Math.exp(-epsilon) * (1 - a - delta) <= 1 - b + 3e-16;
		const neighbors = (one: number, other: number): boolean =>
			released(one, other) && released(other, one) && kept(one, other) && kept(other, one);
		assert.equal(p[0], 0);
		for (let n = 0; n <= 60; n++) {
			for (const m of [n - 1, n + 1]) if (m >= 0 && m <= 60) assert.ok(neighbors(p[n]!, p[m]!), `ε ${epsilon}, δ ${delta}: ${n} and ${m}`);
			// Tight: a millionth more breaks one of the inequalities with the count before.
			if (n > 0 && p[n]! < 1 - 1e-9)
				assert.ok(
					!neighbors(p[n - 1]!, p[n]! + Math.max(1e-14, 1e-6 * Math.min(p[n]!, 1 - p[n]!))),
					`ε ${epsilon}, δ ${delta}: ${n} could be more`,
				);
		}
	}
});

test('the closed form of Desfontaines, Voss, Gipson and Mandayam (2022, theorem 1)', () => {
	for (const [epsilon, delta] of budgets) {
		const e = Math.exp(epsilon);
		const turn = 1 + Math.floor(Math.log((e + 2 * delta - 1) / ((e + 1) * delta)) / epsilon);
		const rising = (n: number): number => (Math.expm1(n * epsilon) / Math.expm1(epsilon)) * delta;
		const last = turn + Math.floor(Math.log1p(((e - 1) / delta) * (1 - rising(turn))) / epsilon);
		const closed = (n: number): number => {
			if (n <= turn) return rising(n);
			if (n > last) return 1;
			const m = n - turn;
			return -Math.expm1(-m * epsilon) * (1 + delta / (e - 1)) + Math.exp(-m * epsilon) * rising(turn);
		};
		for (const [n, p] of releaseProbabilities(epsilon, delta, 60).entries())
			assert.ok(Math.abs(p - closed(n)) <= 1e-9 * Math.max(closed(n), 1e-6), `ε ${epsilon}, δ ${delta}, ${n}: ${p} is not ${closed(n)}`);
	}
});

test('ε = 3, δ = 1e-5: five documents that word it alike are enough', () => {
	const p = releaseProbabilities(3, 1e-5, 5);
	assert.equal(p[1], 1e-5);
	assert.ok(Math.abs(p[4]! - 0.0853) < 5e-5 && Math.abs(p[5]! - 0.9545) < 5e-5);
});

test('draws have these probabilities; what nobody gives is never released', () => {
	const bits = seededBits(2);
	for (const [epsilon, delta, n] of [
		[1, 1e-2, 3],
		[3, 1e-5, 4],
		[3, 1e-5, 5],
	] as const) {
		const p = releaseProbabilities(epsilon, delta, n)[n]!;
		assertDrawnFrom(
			tally(2, () => Number(isReleased(bits, epsilon, delta, n))),
			[1 - p, p],
			`${n} documents`,
		);
	}
	assert.equal(tally(2, () => Number(isReleased(bits, 3, 1e-2, 0)))[1], 0);
	assert.equal(isReleased(bits, 3, 1e-5, 1_000_000), true);
});

test('nonsense is refused', () => {
	for (const [epsilon, delta, count] of [
		[0, 1e-5, 1],
		[Number.NaN, 1e-5, 1],
		[1, 0, 1],
		[1, 1, 1],
		[1, 1e-5, -1],
		[1, 1e-5, 0.5],
	] as const)
		assert.throws(() => isReleased(seededBits(1), epsilon, delta, count), RangeError);
});
