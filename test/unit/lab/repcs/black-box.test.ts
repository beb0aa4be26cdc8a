import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { blackBoxRepcs, type ListedDistribution } from '../../../../lab/repcs/black-box.ts';
import { repcs } from '../../../../src/methods/repcs/repcs.ts';

const near = (actual: number, expected: number, tolerance = 1e-9): void =>
	assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`);
const list = (probabilities: Readonly<Record<string, number>>, chosen?: readonly [string, number]): ListedDistribution => ({
	top: Object.entries(probabilities).map(([token, p]) => ({ token, logProbability: Math.log(p) })),
	...(chosen === undefined ? {} : { chosen: { token: chosen[0], logProbability: Math.log(chosen[1]) } }),
});

test('two tokens by hand', () => {
	const found = blackBoxRepcs([list({ a: 0.5, b: 0.3 }), list({ a: 0.9 })], [list({ a: 0.2, b: 0.7 }), list({ a: 0.6 })])!;
	const first = 0.5 * Math.log(0.5 / 0.2) + 0.3 * Math.log(0.3 / 0.7) + 0.2 * Math.log(0.2 / 0.1);
	const second = 0.9 * Math.log(0.9 / 0.6) + 0.1 * Math.log(0.1 / 0.4);
	near(found.kl[0]!, first);
	near(found.kl[1]!, second);
	near(found.lowerBound, first + second);
	near(found.perToken, (first + second) / 2);
	near(found.covered.withContext, 0.85);
	near(found.covered.withoutContext, 0.75);
	assert.equal(found.tokens, 2);
});

test('the token that came tells more, and is no cap', () => {
	const [rag, para] = [list({ a: 0.9 }), list({ b: 0.6 })];
	// a is at most the last of the list without context, 0.6, and at most what it leaves, 0.4.
	near(blackBoxRepcs([rag], [para])!.lowerBound, 0.9 * Math.log(0.9 / 0.4) + 0.1 * Math.log(0.1 / 0.6));
	const told = blackBoxRepcs([rag], [list({ b: 0.6 }, ['a', 0.01])])!;
	// a: 0.9 against 0.01; the rest, 0.1 against b's 0.6 and 0.39 of others.
	near(told.lowerBound, 0.9 * Math.log(90) + 0.1 * Math.log(0.1 / 0.99));
	near(told.covered.withoutContext, 0.61);
	// c, which only the list with context names, may still be as probable as b; were 0.01 the cap, it could not.
	const [two, twoTold] = [list({ a: 0.5, c: 0.4 }), list({ b: 0.45 }, ['a', 0.01])];
	near(blackBoxRepcs([two], [twoTold])!.lowerBound, 0.5 * Math.log(50) + 0.4 * Math.log(0.4 / 0.45) + 0.1 * Math.log(0.1 / 0.54));
	assert.deepEqual(blackBoxRepcs([list({ a: 0.9 }, ['a', 0.9])], [para]), blackBoxRepcs([rag], [para]));
});

test("a server's mark for a token too unlikely to tell is not a probability", () => {
	const marked: ListedDistribution = {
		top: [
			{ token: 'b', logProbability: Math.log(0.6) },
			{ token: 'a', logProbability: -9999 },
		],
		chosen: { token: 'a', logProbability: -9999 },
	};
	assert.deepEqual(blackBoxRepcs([list({ a: 0.9 })], [marked]), blackBoxRepcs([list({ a: 0.9 })], [list({ b: 0.6 })]));
});

test('a lower bound of Z on lists of every length, and Z itself when they hold everything', () => {
	const weights = fc.array(fc.double({ min: -6, max: 6, noNaN: true }).map(Math.exp), { minLength: 8, maxLength: 8 });
	const token = fc.record({ rag: weights, para: weights, y: fc.nat(7) });
	fc.assert(
		fc.property(fc.array(token, { minLength: 1, maxLength: 80, size: 'max' }), fc.integer({ min: 1, max: 8 }), (tokens, k) => {
			const normalized = (w: readonly number[]): number[] => w.map((x) => x / w.reduce((a, b) => a + b));
			const paths = tokens.map(({ rag, para, y }) => ({ rag: normalized(rag), para: normalized(para), y }));
			const listOf = (p: readonly number[], y: number): ListedDistribution => {
				const all = p.map((x, v) => ({ token: String(v), logProbability: Math.log(x) }));
				return { top: all.toSorted((a, b) => b.logProbability - a.logProbability).slice(0, k), chosen: all[y]! };
			};
			const found = blackBoxRepcs(
				paths.map(({ rag, y }) => listOf(rag, y)),
				paths.map(({ para, y }) => listOf(para, y)),
			)!;
			const { z, tokens: counted } = repcs(
				Float64Array.from(paths, ({ rag, para }) => rag.reduce((sum, p, v) => sum + p * Math.log(p / para[v]!), 0)),
				new Float64Array(paths.length),
				new Float64Array(paths.length),
			)!;
			assert.ok(found.lowerBound <= z + 1e-6, `${found.lowerBound} is above ${z}`);
			assert.ok(found.kl.every((one) => one >= 0));
			if (k === 8) near(found.lowerBound, z, 1e-6);
			assert.equal(found.tokens, counted);
		}),
	);
});

test('no tokens, no score; what is no list is a defect', () => {
	assert.equal(blackBoxRepcs([], []), null);
	assert.throws(() => blackBoxRepcs([list({ a: 1 })], []), RangeError);
	assert.throws(() => blackBoxRepcs([{ top: [] }], [list({ a: 1 })]), RangeError);
	const twice: ListedDistribution = {
		top: [
			{ token: 'a', logProbability: -1 },
			{ token: 'a', logProbability: -2 },
		],
	};
	assert.throws(() => blackBoxRepcs([twice], [list({ a: 1 })]), RangeError);
});
