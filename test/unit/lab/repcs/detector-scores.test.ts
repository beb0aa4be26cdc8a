import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectorScores } from '../../../../lab/repcs/detector-scores.ts';
import type { PathStatistics, ScoredResponse } from '../../../../src/model-io/scores.ts';

/** Two tokens over two outcomes: `p` the probability of token 0, which came, on a path. */
function path(...probabilities: number[]): PathStatistics {
	const entropy = (p: number): number => -p * Math.log(p) - (1 - p) * Math.log(1 - p);
	return {
		logProbability: Float64Array.from(probabilities, Math.log),
		entropy: Float64Array.from(probabilities, entropy),
		rank: Uint32Array.from(probabilities, () => 1),
		alternatives: probabilities.map((p) => [
			{ id: 0, text: 'a', logProbability: Math.log(p) },
			{ id: 1, text: 'b', logProbability: Math.log(1 - p) },
		]),
	};
}
const kl = (p: number, q: number): number => p * Math.log(p / q) + (1 - p) * Math.log((1 - p) / (1 - q));

test('each by its definition, rising where the answer looks more like memory', () => {
	const [with1, with2, without1, without2] = [0.9, 0.8, 0.5, 0.6];
	const scored: ScoredResponse = {
		tokenIds: Uint32Array.of(0, 0),
		start: Uint32Array.of(0, 1),
		end: Uint32Array.of(1, 2),
		withContext: path(with1, with2),
		withoutContext: path(without1, without2),
		kl: Float64Array.of(kl(with1, without1), kl(with2, without2)),
	};
	const scores = detectorScores(scored);
	const z = kl(with1, without1) + kl(with2, without2);
	const near = (name: string, expected: number): void =>
		assert.ok(Math.abs((scores.get(name) ?? Number.NaN) - expected) < 1e-9, `${name}: ${scores.get(name)} is not ${expected}`);
	near('Z', -z);
	near('Z/T', -z / 2);
	near('formula (2) by the letter', -(0.9 * Math.log(0.9 / 0.5) + 0.8 * Math.log(0.8 / 0.6)));
	// Both outcomes are listed: the bound is the divergence, but for the least mass that the lists are taken to miss.
	assert.ok(Math.abs((scores.get('black box: lower bound of Z from the top 5') ?? 0) + z) < 1e-4);
	// Without context: entropies of 0.5 and 0.6, and surprises of the tokens that came.
	near('largest entropy without context', -Math.LN2);
	near('closed book', -Math.LN2);
	near('mean surprise', (Math.log(0.9) + Math.log(0.8)) / 2);
	near('mean surprise without context', (Math.log(0.5) + Math.log(0.6)) / 2);
	const entropy = (p: number): number => -p * Math.log(p) - (1 - p) * Math.log(1 - p);
	near('confidence gap', -(entropy(0.5) + entropy(0.6) - entropy(0.9) - entropy(0.8)) / 2);
});

test('an answer without tokens has none', () => {
	const empty = {
		tokenIds: new Uint32Array(),
		start: new Uint32Array(),
		end: new Uint32Array(),
		withContext: path(),
		withoutContext: path(),
		kl: new Float64Array(),
	};
	assert.throws(() => detectorScores(empty), RangeError);
});
