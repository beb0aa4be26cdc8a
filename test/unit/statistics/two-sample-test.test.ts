import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom, shuffled } from '../../../src/statistics/random.ts';
import { rankedRows, twoSampleTest } from '../../../src/statistics/two-sample-test.ts';
import { slowTest } from '../../support/slow-test.ts';
import { processorSeconds } from '../../support/processor-time.ts';

const uniform = (random: () => number, rows: number, shift = 0): number[][] =>
	Array.from({ length: rows }, () => Array.from({ length: 10 }, (_, c) => random() + (c === 3 ? shift : 0)));

test('mid-ranks are brought to mean 0 and variance 1; a column without differences says nothing', () => {
	const root = Math.sqrt(0.5);
	// Ranks 0, 1.5, 1.5, 3, of variance 9/8: by hand.
	assert.deepEqual(
		rankedRows([
			[1, 7],
			[2, 7],
			[2, 7],
			[9, 7],
		]).map((row) => Array.from(row, (value) => Math.round(value * 1e12) / 1e12)),
		[-1.5, 0, 0, 1.5].map((value) => [Math.round((value / (1.5 * root)) * 1e12) / 1e12, 0]),
	);
});

slowTest('samples of one distribution are called different as often as the level says', () => {
	const draws = 60;
	let [called, areas] = [0, 0];
	for (let seed = 0; seed < draws; seed++) {
		const random = seededRandom(1000 + seed);
		const { area, p } = twoSampleTest(uniform(random, 100), uniform(random, 30), { random, permutations: 39 });
		areas += area / draws;
		if (p <= 0.1) called++;
	}
	// Binomial (60, 0.1): more than 13 in one of a thousand.
	assert.ok(called <= 13, `${called}`);
	assert.ok(Math.abs(areas - 0.5) < 0.03, `${areas}`);
});

test('a shifted column is found and has its Mann–Whitney area, by brute force', () => {
	const random = seededRandom(5);
	const [first, second] = [uniform(random, 200), uniform(random, 40, 0.6)];
	const { area, p, columns } = twoSampleTest(first, second, { random });
	assert.equal(p, 1 / 200);
	assert.ok(area > 0.8, `${area}`);
	const wins = second.flatMap((b) => first.map((a) => (b[3]! > a[3]! ? 1 : b[3] === a[3] ? 0.5 : 0)));
	assert.ok(Math.abs(columns[3]! - wins.reduce((sum: number, one) => sum + one, 0) / wins.length) < 1e-12);
	assert.equal(columns.indexOf(Math.max(...columns)), 3);
});

test('three hundred rows against fifty take less than two seconds of the processor', () => {
	const random = seededRandom(8);
	const took = processorSeconds(() => twoSampleTest(uniform(random, 300), shuffled(random, uniform(random, 50)), { random }));
	assert.ok(took < 2, `${took} s`);
});
