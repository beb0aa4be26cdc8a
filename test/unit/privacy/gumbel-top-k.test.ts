import assert from 'node:assert/strict';
import { test } from 'node:test';
import { privateTopK } from '../../../src/privacy/gumbel-top-k.ts';
import { seededBits } from '../../../src/privacy/random-bits.ts';
import { seededRandom } from '../../../src/statistics/random.ts';
import { assertDrawnFrom, draws, tally } from './chi-square.ts';

const scores = Float64Array.of(1, 0.2, -0.5, 0.9, 0);
const [sensitivity, epsilon, k] = [0.5, 2, 2];
/** `ε s / 2Δk`. */
const logs = scores.map((score) => (epsilon * score) / (2 * sensitivity * k));
const pairs = [...scores.keys()].flatMap((i) => [...scores.keys()].filter((j) => j !== i).map((j) => [i, j] as const));
const cell = ([i, j]: readonly number[]): number => pairs.findIndex(([a, b]) => a === i && b === j);

test('which come out in which order is Plackett and Luce’s law', () => {
	const weights = logs.map(Math.exp);
	const sum = weights.reduce((a, b) => a + b);
	const bits = seededBits(4);
	assertDrawnFrom(
		tally(pairs.length, () => cell(privateTopK(bits, scores, sensitivity, epsilon, k))),
		pairs.map(([i, j]) => (weights[i]! / sum) * (weights[j]! / (sum - weights[i]!))),
		'pairs',
	);
});

test('as one-shot Gumbel noise has it: the two highest of noisy scores', () => {
	const random = seededRandom(5);
	const weights = logs.map(Math.exp);
	const sum = weights.reduce((a, b) => a + b);
	// Noise of scale 2Δk/ε on the scores, in float64, as the paper has it: against the same law.
	assertDrawnFrom(
		tally(pairs.length, () => {
			const noisy = scores.map((score) => score - ((2 * sensitivity * k) / epsilon) * Math.log(-Math.log(random() + 2 ** -33)));
			return cell([...noisy.keys()].toSorted((a, b) => noisy[b]! - noisy[a]!).slice(0, k));
		}),
		pairs.map(([i, j]) => (weights[i]! / sum) * (weights[j]! / (sum - weights[i]!))),
		'one shot',
	);
	assert.ok(draws >= 60_000);
});

test('all of them, each once; nonsense is refused', () => {
	assert.deepEqual(
		privateTopK(seededBits(1), scores, 1, 1, 5).toSorted((a, b) => a - b),
		[0, 1, 2, 3, 4],
	);
	for (const [delta, e, n] of [
		[1, 1, 0],
		[1, 1, 6],
		[0, 1, 1],
		[1, 0, 1],
		[1, 1e-12, 1],
	] as const)
		assert.throws(() => privateTopK(seededBits(1), scores, delta, e, n), RangeError);
	assert.throws(() => privateTopK(seededBits(1), Float64Array.of(0, Number.NaN), 1, 1, 1), RangeError);
});
