import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { jointTopK } from '../../../src/privacy/joint-top-k.ts';
import { seededBits } from '../../../src/privacy/random-bits.ts';
import { assertDrawnFrom, tally } from './chi-square.ts';
import { quickTest, slowTest } from '../../support/slow-test.ts';

/** All sequences of `k` different indices below `n`. */
function sequences(n: number, k: number): number[][] {
	if (k === 0) return [[]];
	return sequences(n, k - 1).flatMap((head) =>
		Array.from({ length: n }, (_, i) => i).flatMap((i) => (head.includes(i) ? [] : [[...head, i]])),
	);
}

/** The definition: ∝ `exp(−ε max_i (c_(i) − c_{s_i}) / 2)`. */
function byDefinition(counts: Uint32Array, all: readonly number[][], epsilon: number): number[] {
	const sorted = counts.toSorted().toReversed();
	const weights = all.map((s) => Math.exp((-epsilon * Math.max(...s.map((item, i) => sorted[i]! - counts[item]!))) / 2));
	const sum = weights.reduce((a, b) => a + b);
	return weights.map((w) => w / sum);
}

for (const [declare, list, k, epsilon] of [
	[slowTest, [3, 1, 4, 1, 5], 3, 1],
	[quickTest, [2, 2, 2, 0], 2, 2],
	[slowTest, [7, 7, 1], 3, 0.5],
	[slowTest, [0, 0, 0, 0], 1, 3],
	[slowTest, [9, 8, 8, 6, 6, 6], 2, 4],
] as const)
	declare(`every sequence has the probability of the definition, ties and all: ${k} of ${list.join()} at ${epsilon}`, () => {
		const bits = seededBits(6);
		const counts = Uint32Array.from(list);
		const all = sequences(counts.length, k);
		const index = new Map(all.map((s, i) => [s.join(), i]));
		assertDrawnFrom(
			tally(all.length, () => index.get(jointTopK(bits, counts, k, epsilon).join())!),
			byDefinition(counts, all, epsilon),
			`${list.join()} at ${epsilon}`,
		);
	});

test('different indices of any vocabulary, and at a large ε the highest', () => {
	fc.assert(
		fc.property(fc.array(fc.nat(64), { minLength: 1, maxLength: 40 }), fc.integer(), fc.nat(), (list, seed, places) => {
			const counts = Uint32Array.from(list);
			const k = 1 + (places % list.length);
			const chosen = jointTopK(seededBits(seed), counts, k, 0.5);
			assert.equal(new Set(chosen).size, k);
			const best = jointTopK(seededBits(seed), counts, k, 500);
			assert.deepEqual(
				best.map((i) => counts[i]),
				Array.from(counts.toSorted().toReversed().slice(0, k)),
			);
		}),
	);
	const wide = new Uint32Array(100_000).fill(1);
	wide[77_777] = 60;
	assert.equal(jointTopK(seededBits(1), wide, 4, 8)[0], 77_777);
});

test('nonsense is refused', () => {
	for (const [k, epsilon] of [
		[0, 1],
		[3, 1],
		[1, 0],
		[1.5, 1],
	] as const)
		assert.throws(() => jointTopK(seededBits(1), Uint32Array.of(1, 2), k, epsilon), RangeError);
});
