import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { clopperPearson, clopperPearsonHigh, clopperPearsonLow, upperTail } from '../../../src/statistics/binomial-interval.ts';

const near = (actual: number, expected: number, tolerance = 1e-12) =>
	assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`);

// By bisection on sums of exact binomial terms with 60 decimal digits (Python's decimal module).
const exact: readonly [number, number, number, number][] = [
	[0, 10, 0, 0.30849710781876083],
	[8, 10, 0.44390453769235844, 0.9747892736731666],
	[1, 3, 0.008403758659612636, 0.9057006759497539],
	[13, 62, 0.11663896577810236, 0.3318208342898952],
	[250, 1000, 0.22343040626468036, 0.27805000622375553],
	[62, 62, 0.942237365570709, 1],
];

test('Clopper-Pearson bounds agree with 60-digit arithmetic', () => {
	for (const [successes, trials, low, high] of exact) {
		const found = clopperPearson(successes, trials);
		near(found.low, low);
		near(found.high, high);
	}
	const half = clopperPearson(8, 10, 0.5);
	near(half.low, 0.6445557917469411);
	near(half.high, 0.9035961473882209);
});

test('closed forms at the ends, also where terms under- and overflow', () => {
	for (const trials of [1, 7, 5000]) {
		near(clopperPearson(0, trials).high, 1 - 0.025 ** (1 / trials));
		near(clopperPearson(trials, trials).low, 0.025 ** (1 / trials));
	}
	assert.deepEqual(clopperPearson(0, 0), { low: 0, high: 1 });
});

test('each end is where the sum of the binomial terms is the tail, term by term', () => {
	const term = (k: number, n: number, p: number): number => {
		let value = (1 - p) ** (n - k);
		for (let i = 1; i <= k; i++) value *= ((n - k + i) / i) * p;
		return value;
	};
	const tailByTerms = (k: number, n: number, p: number): number => {
		let sum = 0;
		for (let i = n; i >= k; i--) sum += term(i, n, p);
		return sum;
	};
	fc.assert(
		fc.property(
			fc.integer({ min: 1, max: 80 }).chain((n) => fc.tuple(fc.integer({ min: 1, max: n }), fc.constant(n))),
			fc.constantFrom(0.5, 0.9, 0.95, 0.999),
			([k, n], confidence) => {
				const [tail, low] = [(1 - confidence) / 2, clopperPearsonLow(k, n, confidence)];
				near(tailByTerms(k, n, low) / tail, 1, 1e-9);
				near(upperTail(k, n, low) / tail, 1, 1e-9);
				near(clopperPearsonHigh(n - k, n, confidence), 1 - low);
				assert.deepEqual(clopperPearson(k, n, confidence), { low, high: clopperPearsonHigh(k, n, confidence) });
			},
		),
		{ numRuns: 200 },
	);
});

test('the ends of a hundred thousand trials are those of the normal approximation, nearly', () => {
	const { low, high } = clopperPearson(30_000, 100_000);
	const half = 1.959964 * Math.sqrt((0.3 * 0.7) / 100_000);
	near(low, 0.3 - half, 2e-5);
	near(high, 0.3 + half, 2e-5);
});

test('the interval holds the proportion, mirrors, and narrows with trials', () => {
	fc.assert(
		fc.property(
			fc.integer({ min: 1, max: 400 }).chain((n) => fc.tuple(fc.nat(n), fc.constant(n))),
			([k, n]) => {
				const found = clopperPearson(k, n);
				assert.ok(found.low <= k / n && k / n <= found.high);
				const mirrored = clopperPearson(n - k, n);
				near(mirrored.low, 1 - found.high, 1e-9);
				const more = clopperPearson(4 * k, 4 * n);
				assert.ok(more.high - more.low < found.high - found.low);
			},
		),
		{ numRuns: 60 },
	);
});

test('what is no count is refused', () => {
	for (const [k, n, confidence] of [
		[-1, 3, 0.95],
		[4, 3, 0.95],
		[1.5, 3, 0.95],
		[1, 3, 1],
		[1, 3, Number.NaN],
	] as const) {
		assert.throws(() => clopperPearson(k, n, confidence), RangeError);
	}
});
