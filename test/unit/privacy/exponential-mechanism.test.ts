import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { drawExponential, roundingEpsilon } from '../../../src/privacy/exponential-mechanism.ts';
import { seededBits, type RandomBits } from '../../../src/privacy/random-bits.ts';
import { assertDrawnFrom, tally } from './chi-square.ts';

/** The whole numbers that stand for the weights, found by asking which draws give which index. */
function wholeWeights(logWeights: Float64Array): { readonly weights: bigint[]; readonly total: bigint } {
	let total = 0n;
	const indexOf = (draw: bigint): number => {
		const given: RandomBits = {
			seeded: true,
			below: (limit) => {
				total = limit;
				return draw;
			},
		};
		return drawExponential(given, logWeights);
	};
	indexOf(0n);
	const ends = Array.from(logWeights, (_, i) => {
		let [low, high] = [0n, total];
		while (low < high) {
			const middle = (low + high) >> 1n;
			if (indexOf(middle) <= i) low = middle + 1n;
			else high = middle;
		}
		return low;
	});
	return { weights: ends.map((end, i) => end - (i === 0 ? 0n : ends[i - 1]!)), total };
}

const logWeightsWithin = (span: number, length: number): fc.Arbitrary<Float64Array> =>
	fc.array(fc.double({ min: -span, max: 0, noNaN: true }), { minLength: 1, maxLength: length }).map((l) => Float64Array.from(l));

test('each weight is exp(l) within the error that roundingEpsilon charges', () => {
	fc.assert(
		fc.property(logWeightsWithin(29, 12), fc.double({ min: -6e4, max: 6e4, noNaN: true }), (logs, shift) => {
			const max = Math.max(...logs);
			const { weights } = wholeWeights(logs.map((l) => l + shift));
			for (const [i, weight] of weights.entries()) {
				const off = Math.log(Number(weight)) - 78 * Math.LN2 - (logs[i]! - max);
				// The shift has been rounded into the log weight before; logarithms of float64 add 1e-14.
				assert.ok(Math.abs(off) <= roundingEpsilon(logs.length) / 4 + 1e-14, `${off}`);
			}
		}),
		{ numRuns: 30 },
	);
});

test('neighbors whose log weights differ within an interval of length ε have ratios within one of ε and the rounding', () => {
	const epsilon = 1.25;
	fc.assert(
		fc.property(
			// Far beyond what is told apart, so that the floor is met on one side, on both or on none.
			fc.array(fc.tuple(fc.double({ min: -80, max: 0, noNaN: true }), fc.double({ min: 0, max: epsilon, noNaN: true })), {
				minLength: 2,
				maxLength: 8,
			}),
			(pairs) => {
				const one = wholeWeights(Float64Array.from(pairs, ([l]) => l));
				const other = wholeWeights(Float64Array.from(pairs, ([l, more]) => l + more));
				const ratios = one.weights.map((w, i) => Math.log(Number(w)) - Math.log(Number(other.weights[i]!)));
				assert.ok(Math.max(...ratios) - Math.min(...ratios) <= epsilon + roundingEpsilon(pairs.length));
				const normalized = ratios.map((r) => Math.abs(r - Math.log(Number(one.total)) + Math.log(Number(other.total))));
				assert.ok(Math.max(...normalized) <= epsilon + roundingEpsilon(pairs.length));
			},
		),
		{ numRuns: 60 },
	);
});

test('draws have the probabilities of a softmax', () => {
	const bits = seededBits(3);
	for (const logs of [
		[0, 0, 0],
		[0, -1, -2, -3, 5],
		Array.from({ length: 300 }, (_, i) => Math.sin(i) * 2),
		[700, 699, 698],
		[-1e4, -1e4 - 0.5],
	]) {
		const max = Math.max(...logs);
		const weights = logs.map((l) => Math.exp(l - max));
		const sum = weights.reduce((a, b) => a + b);
		const logWeights = Float64Array.from(logs);
		assertDrawnFrom(
			tally(logs.length, () => drawExponential(bits, logWeights)),
			weights.map((w) => w / sum),
			logs.slice(0, 5).join(' '),
		);
	}
});

test('a candidate far below has a chance of e^-29, never none; a candidate of none counts as far below', () => {
	const { weights } = wholeWeights(Float64Array.of(0, -1000, -Infinity));
	assert.deepEqual(weights, [2n ** 78n, 2n ** 36n, 2n ** 36n]);
});

test('what is no choice is refused', () => {
	for (const logs of [[], [Number.NaN, 0], [0, Number.NaN], [Infinity], [-Infinity, -Infinity]])
		assert.throws(() => drawExponential(seededBits(1), Float64Array.from(logs)), RangeError, logs.join(' '));
	assert.throws(() => drawExponential(seededBits(1), new Float64Array(300_000)), RangeError);
	assert.throws(() => roundingEpsilon(300_000), RangeError);
});
