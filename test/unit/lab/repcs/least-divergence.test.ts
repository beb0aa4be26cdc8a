import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { knownMass, leastDivergence, type PartlyKnown } from '../../../../lab/repcs/least-divergence.ts';

const near = (actual: number, expected: number, tolerance: number): void =>
	assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`);
const known = (probabilities: Readonly<Record<string, number>>, cap?: number): PartlyKnown => ({
	known: new Map(Object.entries(probabilities).map(([v, p]) => [v, Math.log(p)])),
	...(cap === undefined ? {} : { cap }),
});
const kl = (p: readonly number[], q: readonly number[]): number =>
	p.reduce((sum, x, v) => (x > 0 ? sum + x * Math.log(x / q[v]!) : sum), 0);

test('equal lists: their divergence with one bucket for the rest', () => {
	near(leastDivergence(known({ a: 0.5, b: 0.3 }), known({ a: 0.2, b: 0.7 })), kl([0.5, 0.3, 0.2], [0.2, 0.7, 0.1]), 1e-12);
	near(leastDivergence(known({ a: 1 }), known({ a: 0.25 })), Math.log(4), 1e-12);
	assert.equal(leastDivergence(known({ a: 0.5, b: 0.3 }), known({ a: 0.5, b: 0.3 })), 0);
	assert.equal(leastDivergence(known({}), known({})), 0);
});

test('other lists agree with a numerical minimum over all that they leave open', () => {
	// make_row_oracle.py: scipy's SLSQP.
	near(leastDivergence(known({ a: 0.7, b: 0.2 }), known({ c: 0.5, d: 0.1 })), 0.5506612476718913, 1e-8);
	near(leastDivergence(known({ a: 0.7, b: 0.2 }, 0.2), known({ c: 0.5, d: 0.1 }, 0.1)), 1.292822386282728, 1e-8);
	near(leastDivergence(known({ a: 0.6, b: 0.05, s: 0.1 }, 0.05), known({ s: 0.3, c: 0.3, d: 0.02 }, 0.02)), 1.769526430282366, 1e-8);
	near(leastDivergence(known({ a: 0.5, b: 0.4 }), known({ c: 0.5, d: 0.4 })), 1.7577796618689763, 1e-8);
	near(leastDivergence(known({ a: 0.4, b: 0.3, c: 0.1 }, 0.1), known({ a: 0.3, b: 0.35, d: 0.15 }, 0.15)), 0.028281114221719077, 1e-8);
});

test('closed form where the buckets are exhausted', () => {
	// Q's missing 0.1 goes to a and b in proportion, P's missing 0.1 to c and d.
	near(leastDivergence(known({ a: 0.5, b: 0.4 }), known({ c: 0.5, d: 0.4 })), 0.9 * Math.log(0.9 / 0.1) + 0.1 * Math.log(0.1 / 0.9), 1e-12);
});

/** Two whole distributions of the same outcomes, and how long the lists of their most probable are. */
const weights = fc.array(fc.oneof(fc.double({ min: 0.001, max: 1, noNaN: true }), fc.double({ min: 1, max: 300, noNaN: true })), {
	minLength: 9,
	maxLength: 9,
});
const pair = fc.record({ p: weights, q: weights, k: fc.integer({ min: 1, max: 9 }) }).map(({ p, q, k }) => {
	const normalized = (w: readonly number[]): number[] => w.map((x) => x / w.reduce((a, b) => a + b));
	return { p: normalized(p), q: normalized(q), k };
});
const top = (p: readonly number[], k: number): [number, number][] => [...p.entries()].toSorted((a, b) => b[1] - a[1]).slice(0, k);
const listOf = (p: readonly number[], k: number, capped: boolean): PartlyKnown => {
	const list = top(p, k);
	return { known: new Map(list.map(([v, x]) => [String(v), Math.log(x)])), ...(capped ? { cap: list.at(-1)![1] } : {}) };
};

test('never above the divergence, and equal to it where the lists hold everything', () => {
	fc.assert(
		fc.property(pair, ({ p, q, k }) => {
			for (const capped of [true, false]) {
				const found = leastDivergence(listOf(p, k, capped), listOf(q, k, capped));
				assert.ok(found <= kl(p, q) + 1e-9, `${found} is above ${kl(p, q)}`);
				if (k === 9) near(found, kl(p, q), 1e-9);
			}
		}),
		{ numRuns: 500 },
	);
});

test('never below one bucket for all that is not in both lists; caps only help', () => {
	fc.assert(
		fc.property(pair, ({ p, q, k }) => {
			const [first, second] = [new Map(top(p, k)), new Map(top(q, k))];
			const both = [...first.keys()].filter((v) => second.has(v));
			const bucketed = (of: ReadonlyMap<number, number>): number[] => {
				const own = both.map((v) => of.get(v)!);
				// What is missing of a list is never taken for less than this: it may be rounding.
				return [...own, Math.max(1e-6, 1 - own.reduce((a, b) => a + b, 0))];
			};
			const plain = leastDivergence(listOf(p, k, false), listOf(q, k, false));
			if (k < 9) assert.ok(plain >= kl(bucketed(first), bucketed(second)) - 1e-9);
			assert.ok(leastDivergence(listOf(p, k, true), listOf(q, k, true)) >= plain - 1e-9);
		}),
		{ numRuns: 500 },
	);
});

test('rounded probabilities of what one list alone holds give no infinite bound', () => {
	const found = leastDivergence(known({ a: 0.9999999 }), known({ b: 1.0000004 }));
	assert.ok(found > 10 && found < 20, `${found}`);
});

test('an outcome that one holds impossible', () => {
	assert.equal(leastDivergence(known({ a: 0.5, b: 0.5 }), known({ a: 1, b: 0 })), Infinity);
	near(leastDivergence(known({ a: 1, b: 0 }), known({ a: 0.5, b: 0.5 })), Math.log(2), 1e-12);
});

test('what is no list of probabilities is refused', () => {
	assert.throws(() => knownMass(known({ a: 0.8, b: 0.4 })), RangeError);
	assert.throws(() => knownMass(known({ a: 2 })), RangeError);
	assert.throws(() => leastDivergence({ known: new Map([['a', Number.NaN]]) }, known({ a: 1 })), RangeError);
	near(knownMass(known({ a: 0.5, b: 0.25 })), 0.75, 1e-15);
});
