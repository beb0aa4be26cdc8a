import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { deltaOfSteps, epsilonOf, largestStep, type PrivateStep } from '../../../src/privacy/accountant.ts';
import { releaseProbabilities } from '../../../src/privacy/partition-selection.ts';
import { boundedRangePair, coinPair, exactEpsilon, mirrored, purePair, repeated, together } from './exact-composition.ts';

const pure = (epsilon: number, count: number): PrivateStep => ({ kind: 'pure', epsilon, count });
const bounded = (epsilon: number, count: number): PrivateStep => ({ kind: 'bounded-range', epsilon, count });
const selection = (epsilon: number, delta: number, count: number): PrivateStep => ({ kind: 'partition-selection', epsilon, delta, count });

const within = (actual: number, low: number, high: number, what: string): void =>
	assert.ok(actual >= low && actual <= high, `${what}: ${actual} is not within ${low} and ${high}`);

test('the figures of autodp 0.2.3.1, dp-accounting 0.6.0 and OpenDP 0.16.0 at δ = 1e-5 (oracles/print_figures.py)', () => {
	// autodp composes the same curve of a pure step; dp-accounting's privacy-loss distribution of the worst pure pair is below any Rényi bound;
	// zCDP (OpenDP; autodp's exponential mechanism, ε²/8) is above it.
	for (const [epsilon, count, autodp, lossDistribution, zcdp] of [
		[0.05, 200, 3.155159040713953, 2.9191828306030563, 3.1889711588830068],
		[0.2, 48, 6.508156669930532, 6.136556576878313, 6.908928613818289],
		[0.5, 8, 3.9995561783160363, 3.9995561783160367, 7.077196695806342],
		[1, 2, 1.999981288883292, 1.9999812888832924, 7.077196695806342],
		[0.01, 5000, 3.187629464693939, 2.942214995220495, 3.1889711588830068],
	] as const) {
		const ours = epsilonOf([pure(epsilon, count)], 1e-5);
		within(ours, autodp, autodp + 1e-6, `${count} pure steps of ${epsilon}`);
		within(ours, lossDistribution, zcdp, `${count} pure steps of ${epsilon}`);
	}
	for (const [epsilon, count, zcdp] of [
		[0.05, 200, 1.4781159926265686],
		[0.2, 48, 3.1165881597274945],
		[0.5, 8, 3.1889711588830068],
		[1, 2, 3.1889711588830068],
		[0.01, 5000, 1.4781159926265686],
	] as const)
		within(epsilonOf([bounded(epsilon, count)], 1e-5), 0.6 * zcdp, zcdp, `${count} steps of bounded range ${epsilon}`);
	within(epsilonOf([bounded(0.05, 200)], 1e-5), 1.4737, 1.4738, 'worst pair of Dong, Durfee, Rogers, composed by hand');
	within(epsilonOf([pure(0.1, 30), bounded(0.15, 40)], 1e-5), 3.1, 3.2047710460799843, 'mixed; autodp takes ε²/8');
	within(epsilonOf([selection(0.1, 1e-8, 60), pure(0.1, 20)], 1e-5), 3.774745897626294, 4.1, 'with δ; dp-accounting’s is exact');
	// Basic composition: the steps' ε add up, to the last bit; 0.05 is a little above a twentieth.
	assert.equal(epsilonOf([pure(0.05, 200)], 0), 10.000000000000002);
});

test('never below an exact composition: every loss of the worst pairs, for small cases', () => {
	const count = fc.integer({ min: 1, max: 40 });
	const epsilon = fc.double({ min: 0.01, max: 3, noNaN: true });
	const delta = fc.constantFrom(0, 1e-9, 1e-5, 1e-2, 0.2);
	const share = fc.double({ min: 0.01, max: 0.99, noNaN: true });
	const holds = (steps: readonly PrivateStep[], exact: number, at: number): void => {
		const ours = epsilonOf(steps, at);
		// Sums of float64 are off by some 1e-15 of δ at 0, by nothing that shows elsewhere.
		assert.ok(ours >= exact - 1e-7, `${JSON.stringify(steps)} at ${at}: ${ours} is below ${exact}`);
	};
	fc.assert(
		fc.property(epsilon, count, delta, share, (e, n, d, t) => {
			const at = Math.max(d, 1e-12);
			holds([pure(e, n)], exactEpsilon(repeated(purePair(e), n), at), at);
			holds([bounded(e, n)], exactEpsilon(repeated(boundedRangePair(e, t * e), n), at), at);
		}),
		{ numRuns: 400 },
	);
	fc.assert(
		fc.property(
			epsilon,
			epsilon,
			epsilon,
			fc.integer({ min: 1, max: 8 }),
			fc.integer({ min: 1, max: 8 }),
			delta,
			share,
			fc.boolean(),
			(a, b, c, n, m, d, t, flip) => {
				const at = Math.max(d, 1e-9);
				const own = at / 10;
				const p = releaseProbabilities(c, own, 13);
				for (const k of [0, 1, 4, 12]) {
					const coin = coinPair(p[k + 1]!, p[k]!);
					const range = repeated(boundedRangePair(b, t * b), m);
					const pair = together([repeated(purePair(a), n), flip ? mirrored(range) : range, repeated(coin, 2)]);
					holds([pure(a, n), bounded(b, m), selection(c, own, 2)], exactEpsilon(pair, at), at);
				}
			},
		),
		{ numRuns: 150 },
	);
});

test('the δ of several steps that differ add up, also across steps without one', () => {
	const steps = [selection(1, 1e-6, 2), pure(1, 1), selection(0.5, 3e-6, 1)];
	within(deltaOfSteps(steps), 5e-6, 5e-6 * (1 + 1e-12), 'their sum');
	assert.equal(epsilonOf(steps, 4.9e-6), Infinity);
	assert.equal(epsilonOf(steps, deltaOfSteps(steps)), 3.5);
});

test('a sentence vote costs what it is given: (ε/S, δ/S) S times, and no more of it would fit', () => {
	for (const sentences of [1, 2, 3, 8]) {
		const step = selection(3 / sentences, 1e-5 / sentences, sentences);
		within(epsilonOf([step], 1.0000001e-5), 2.9, 3.0000000000000004, `${sentences} sentences`);
		assert.equal(epsilonOf([step], 0.9e-5), Infinity);
	}
	assert.equal(epsilonOf([selection(3, 1e-5, 1)], 1e-5), 3);
	// The exact composition of the worst counts comes near: the mechanism has no slack.
	const p = releaseProbabilities(3, 1e-5, 6);
	within(exactEpsilon(coinPair(p[4]!, p[3]!), 1e-5), 2.99999, 3, 'four documents against three');
	within(exactEpsilon(coinPair(p[5]!, p[4]!), 1e-5), 2.99999, 3, 'five documents against four');
});

const step: fc.Arbitrary<PrivateStep> = fc.oneof(
	fc.record({
		kind: fc.constantFrom<'pure' | 'bounded-range'>('pure', 'bounded-range'),
		epsilon: fc.double({ min: 1e-4, max: 4, noNaN: true }),
		count: fc.integer({ min: 1, max: 50 }),
	}),
	fc.record({
		kind: fc.constant('partition-selection' as const),
		epsilon: fc.double({ min: 1e-4, max: 4, noNaN: true }),
		delta: fc.double({ min: 0, max: 1e-7, noNaN: true }),
		count: fc.integer({ min: 1, max: 8 }),
	}),
	fc.record({
		kind: fc.constant('sparse-vector' as const),
		threshold: fc.double({ min: 1e-3, max: 2, noNaN: true }),
		report: fc.double({ min: 1e-3, max: 1, noNaN: true }),
		reports: fc.integer({ min: 1, max: 8 }),
		count: fc.integer({ min: 1, max: 3 }),
	}),
);

test('more steps, a larger ε or a smaller δ never cost less; order and splitting do not matter', () => {
	const rounding = 1 + 1e-9;
	fc.assert(
		fc.property(
			fc.array(step, { maxLength: 4 }),
			step,
			fc.double({ min: 1e-5, max: 0.1, noNaN: true }),
			fc.double({ min: 0.1, max: 1, noNaN: true }),
			(steps, more, delta, part) => {
				const all = [...steps, more];
				const ours = epsilonOf(all, delta);
				assert.ok(ours * rounding >= epsilonOf(steps, delta));
				assert.ok(epsilonOf(all, Math.max(5e-6, delta * part)) * rounding >= ours || delta * part < 5e-6);
				assert.ok(epsilonOf([...steps, { ...more, count: more.count + 1 }], delta) * rounding >= ours);
				if (more.kind !== 'sparse-vector')
					assert.ok(epsilonOf([...steps, { ...more, epsilon: more.epsilon * 1.1 }], delta) * rounding >= ours);
				const once = { ...more, count: 1 };
				const split = epsilonOf([once, ...steps.toReversed(), { ...more, count: more.count - 1 }], delta);
				assert.ok(Math.abs(split - ours) <= 1e-9 * ours, `${split} is not ${ours}`);
			},
		),
		{ numRuns: 100 },
	);
});

test('the largest step stays within, to the last bit, and nothing larger does', () => {
	for (const [epsilon, delta, count] of [
		[3, 1e-5, 1],
		[3, 1e-5, 2],
		[3, 1e-5, 48],
		[0.1, 1e-5, 48],
		[8, 1e-6, 512],
		[1, 0, 7],
	] as const)
		for (const kind of ['pure', 'bounded-range'] as const) {
			const largest = largestStep(epsilon, delta, kind, count);
			assert.ok(epsilonOf([{ kind, epsilon: largest, count }], delta) <= epsilon);
			assert.ok(epsilonOf([{ kind, epsilon: largest * (1 + 1e-9), count }], delta) > epsilon);
			assert.ok(largest >= (epsilon / count) * (1 - 1e-14), 'basic composition is there already');
		}
	// The trial's: 48 steps at ε = 3 have 0.196 each, 32 have 0.242.
	within(largestStep(3, 1e-5, 'bounded-range', 48), 0.195, 0.197, '48 steps');
});

test('nothing costs nothing; more δ than there is costs all; nonsense is refused', () => {
	assert.equal(epsilonOf([], 1e-5), 0);
	assert.equal(epsilonOf([pure(1, 0)], 0), 0);
	assert.equal(epsilonOf([selection(1, 1e-5, 2)], 1.5e-5), Infinity);
	assert.equal(deltaOfSteps([selection(1, 1e-5, 2), pure(1, 3)]), 2e-5);
	// More kinds than are tried in every combination.
	const many = Array.from({ length: 12 }, (_, i) => pure(0.01 * (i + 1), 5));
	within(epsilonOf(many, 1e-5), 0, 3.9, 'many kinds');
	for (const steps of [[pure(-1, 1)], [pure(Number.NaN, 1)], [pure(1, -1)], [pure(1, 0.5)], [selection(1, -1, 1)]])
		assert.throws(() => epsilonOf(steps, 1e-5), RangeError);
	for (const delta of [-1, 1, Number.NaN]) assert.throws(() => epsilonOf([], delta), RangeError);
	for (const [epsilon, count] of [
		[0, 1],
		[1, 0],
		[Infinity, 1],
	] as const)
		assert.throws(() => largestStep(epsilon, 1e-5, 'pure', count), RangeError);
});
