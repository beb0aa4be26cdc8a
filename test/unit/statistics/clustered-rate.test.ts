import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clopperPearson } from '../../../src/statistics/binomial-interval.ts';
import { clusteredRate } from '../../../src/statistics/clustered-rate.ts';
import { seededRandom } from '../../../src/statistics/random.ts';
import { slowTest } from '../../support/slow-test.ts';

test('with a trial a cluster, it is that of independent trials; clusters that agree count once, also without a hit', () => {
	assert.deepEqual(clusteredRate([false, false], ['a', 'b']), clopperPearson(0, 2));
	assert.deepEqual(clusteredRate([false, false, false], ['a', 'a', 'b']), clopperPearson(0, 2));
	assert.deepEqual(clusteredRate([true, true, true], ['a', 'a', 'b']), clopperPearson(2, 2));
	assert.deepEqual(clusteredRate([], []), { low: 0, high: 1 });
	const hits = Array.from({ length: 40 }, (_, i) => i % 4 === 0);
	const own = hits.map((_, i) => String(i));
	// A trial a cluster: the design effect is n / (n - 1).
	const { high } = clusteredRate(hits, own);
	assert.ok(Math.abs(high - clopperPearson(10, 40).high) < 0.02);
	const five = hits.flatMap((hit) => Array.from({ length: 5 }, () => hit));
	assert.deepEqual(
		clusteredRate(
			five,
			own.flatMap((name) => Array.from({ length: 5 }, () => name)),
		),
		clusteredRate(hits, own),
	);
});

test('an error moves the share and widens the interval', () => {
	const hits = Array.from({ length: 40 }, (_, i) => i % 4 === 0);
	const own = hits.map((_, i) => String(i));
	// 0.2 (1 - 0.2) / 0.008 = 20 trials.
	assert.deepEqual(clusteredRate(hits, own, { bias: 0.05, variance: 0.008 }), clopperPearson(4, 20));
	// A variance below that of 40 independent trials in clusters of their own changes nothing.
	assert.deepEqual(clusteredRate(hits, own, { bias: 0, variance: 0.001 }), clusteredRate(hits, own));
	const { low, high } = clusteredRate(hits, own, { bias: 0.9, variance: 1 });
	assert.deepEqual([low, high], [0, clopperPearson(0, 1).high]);
});

slowTest('it holds the rate in 95 % of draws of clusters that agree, where independent trials do not', () => {
	const random = seededRandom(1);
	let [clustered, independent] = [0, 0];
	const draws = 1000;
	for (let draw = 0; draw < draws; draw++) {
		const trials = Array.from({ length: 50 }, (_, c) => ({ cluster: String(c), rate: random() < 0.2 ? 0.8 : 0.05 })).flatMap(
			({ cluster, rate }) => Array.from({ length: 4 }, () => ({ cluster, hit: random() < rate })),
		);
		const hits = trials.map(({ hit }) => hit);
		const holds = ({ low, high }: { low: number; high: number }): boolean => low <= 0.2 && 0.2 <= high;
		if (
			holds(
				clusteredRate(
					hits,
					trials.map(({ cluster }) => cluster),
				),
			)
		)
			clustered++;
		if (holds(clopperPearson(hits.filter(Boolean).length, hits.length))) independent++;
	}
	assert.ok(clustered / draws >= 0.94 && independent / draws < 0.92, `${clustered / draws} ${independent / draws}`);
});
