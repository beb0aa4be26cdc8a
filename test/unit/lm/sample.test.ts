import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleToken } from '../../../src/lm/sample.ts';
import { seededRandom } from '../../../src/statistics/random.ts';

const row = Float32Array.from([0.1, 0.2, 0.3, 0.4], Math.log);

test('greedy takes the most probable, the first among equals', () => {
	assert.equal(
		sampleToken(row, { temperature: 0, topP: 1 }, () => assert.fail('no randomness is needed')),
		3,
	);
	assert.equal(
		sampleToken(Float32Array.of(-1, 5, 5, -Infinity), { temperature: 0, topP: 1 }, () => 0),
		1,
	);
});

/** How often each token came, against its probability: chi-square with 3 degrees of freedom exceeds 30 with probability 1.4e-6. */
function chiSquare(expected: readonly number[], temperature: number, topP: number): number {
	const random = seededRandom(7);
	const counts = expected.map(() => 0);
	const draws = 20_000;
	for (let i = 0; i < draws; i++) counts[sampleToken(row, { temperature, topP }, random)]!++;
	return expected.reduce(
		(sum, p, v) => (p === 0 ? sum + (counts[v]! > 0 ? Infinity : 0) : sum + (counts[v]! - draws * p) ** 2 / (draws * p)),
		0,
	);
}

test('samples follow the probabilities, sharpened by temperature and cut to the nucleus', () => {
	assert.ok(chiSquare([0.1, 0.2, 0.3, 0.4], 1, 1) < 30);
	assert.ok(chiSquare([1 / 30, 4 / 30, 9 / 30, 16 / 30], 0.5, 1) < 30);
	assert.ok(chiSquare([0, 0, 3 / 7, 4 / 7], 1, 0.6) < 30);
	assert.ok(chiSquare([0, 0, 0, 1], 1, 0.3) < 30);
});

test('a seed repeats its numbers, another gives others, and all lie in [0, 1)', () => {
	const take = (seed: number) => {
		const random = seededRandom(seed);
		return Array.from({ length: 1000 }, () => random());
	};
	assert.deepEqual(take(1), take(1));
	assert.notDeepEqual(take(1), take(2));
	assert.ok(take(3).every((x) => x >= 0 && x < 1));
	assert.ok(Math.abs(take(4).reduce((a, b) => a + b) / 1000 - 0.5) < 0.05);
});

test('masked tokens are never chosen, and a row that is no distribution is refused', () => {
	const masked = Float32Array.of(-Infinity, 0, -Infinity);
	for (const number of [0, 0.5, 0.999_999])
		assert.equal(
			sampleToken(masked, { temperature: 1, topP: 1 }, () => number),
			1,
		);
	assert.throws(() => sampleToken(Float32Array.of(NaN, 1), { temperature: 0, topP: 1 }, () => 0), RangeError);
	assert.throws(() => sampleToken(Float32Array.of(-Infinity), { temperature: 0, topP: 1 }, () => 0), RangeError);
});
