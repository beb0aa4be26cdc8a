import assert from 'node:assert/strict';
import { test } from 'node:test';
import { driftLevel, driftOf, suggestedWindow } from '../../../../src/methods/memsad/drift.ts';
import { clopperPearson } from '../../../../src/statistics/binomial-interval.ts';
import { randomFor, seededRandom, shuffled, standardNormal } from '../../../../src/statistics/random.ts';
import { matrixOf, unit } from './embeddings.ts';

test('the window is (σ/Δ)^{2/3}', () => {
	assert.ok(Math.abs(suggestedWindow(0.08, 0.00001) - 400) < 1e-9);
	assert.equal(suggestedWindow(0.001, 1), 1);
});

const width = 12;
/** Queries about five subjects, unevenly: the first half of them asks about other subjects than the second. */
function subjectsThatChange(seed: number, count: number): Float64Array[] {
	const random = randomFor(seed, 'queries about subjects');
	return Array.from({ length: count }, (_, at) => {
		const subject = Math.floor(random() * 3) + (at < count / 2 ? 0 : 2);
		return unit(Float64Array.from({ length: width }, (__, k) => (k === subject ? 1 : 0) + 0.2 * standardNormal(random)));
	});
}

test('of shuffled histories no more drift than the level of the test, where without a test half of them would', () => {
	const trials = 400;
	let found = 0;
	for (let seed = 0; seed < trials; seed++) {
		const drift = driftOf(matrixOf(shuffled(randomFor(seed, 'order'), subjectsThatChange(seed, 48))), 0.05);
		assert.equal(drift.found, drift.p <= drift.level);
		if (drift.found) found++;
		else assert.deepEqual([drift.delta, drift.window], [0, null]);
	}
	assert.ok(clopperPearson(found, trials).low <= driftLevel, `${found} of ${trials}`);
});

test('histories whose subjects change drift', () => {
	for (let seed = 0; seed < 30; seed++) {
		const { found, p, level, delta, window } = driftOf(matrixOf(subjectsThatChange(seed, 48)), 0.05);
		assert.ok(found && p <= level && delta > 0 && window !== null, `seed ${seed}: p = ${p}`);
	}
});

test('a history that turns at a steady rate drifts as much', () => {
	const random = seededRandom(3);
	const noise = (): number => (random() - 0.5) * 0.2;
	for (const count of [400, 401]) {
		const turning = Array.from({ length: count }, (_, at) =>
			unit(Float64Array.of(Math.cos(at * 0.001) + noise(), Math.sin(at * 0.001) + noise(), noise())),
		);
		const { found, delta, window } = driftOf(matrixOf(turning), 0.05);
		assert.ok(found);
		assert.ok(Math.abs(delta - 0.001) < 0.0002, `${delta}`);
		assert.ok(Math.abs(window! - (0.05 / delta) ** (2 / 3)) < 1e-9);
	}
});

test('a test of the same history says the same, and few queries say nothing', () => {
	const history = matrixOf(shuffled(seededRandom(4), subjectsThatChange(1, 60)));
	assert.deepEqual(driftOf(history, 0.05), driftOf(history, 0.05));
	assert.deepEqual(driftOf(matrixOf([[1, 0]]), 0.05), { found: false, p: 1, level: driftLevel, delta: 0, window: null });
	// Of 6 queries, one of 10 divisions is the most uneven one whatever they say.
	const opposite = driftOf(
		matrixOf([
			[1, 0],
			[1, 0],
			[1, 0],
			[0, 1],
			[0, 1],
			[0, 1],
		]),
		0.05,
	);
	assert.deepEqual([opposite.found, opposite.p], [false, 0.1]);
});
