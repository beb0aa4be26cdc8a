import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areaPermutationP } from '../../../src/statistics/area-permutation.ts';
import { seededRandom } from '../../../src/statistics/random.ts';
import { slowTest } from '../../support/slow-test.ts';

const one = (scores: readonly number[], positives: readonly number[]) =>
	scores.map((score, i) => ({ score, positive: positives.includes(i), cluster: String(i) }));

test('with a label a cluster it is the exact test of Mann and Whitney', () => {
	// Two of five stand highest: 1 of 10 choices. scipy.stats.mannwhitneyu([4, 5], [1, 2, 3], alternative='greater', method='exact'): 0.1
	const p = areaPermutationP(one([1, 2, 3, 4, 5], [3, 4]), { random: seededRandom(1), draws: 20_000 });
	assert.ok(Math.abs(p - 0.1) < 0.01, String(p));
	// Scores that are all equal tell nothing, and no class tells nothing.
	assert.equal(areaPermutationP(one([1, 1, 1, 1], [0, 1]), { random: seededRandom(1) }), 1);
	assert.equal(areaPermutationP(one([1, 2, 3], []), { random: seededRandom(1) }), 1);
});

slowTest(
	'labels that nothing tells pass in at most one draw of twenty: each by itself, and whole clusters that share label and score',
	() => {
		for (const size of [1, 4]) {
			const random = seededRandom(size);
			let passed = 0;
			const draws = 600;
			for (let draw = 0; draw < draws; draw++) {
				const data = Array.from({ length: 24 }, (_, c) => ({ cluster: String(c), score: random(), positive: random() < 0.4 })).flatMap(
					(own) => Array.from({ length: size }, () => ({ ...own, score: own.score + random() / 100 })),
				);
				if (areaPermutationP(data, { random, draws: 199 }) <= 0.05) passed++;
			}
			// Three standard errors above 0.05.
			assert.ok(passed / draws < 0.077, `${size} a cluster: ${passed / draws}`);
		}
	},
);

test('scores that tell pass, those that learnt from the labels with a larger excess', () => {
	const random = seededRandom(3);
	const data = Array.from({ length: 100 }, (_, i) => ({
		score: random() + (i % 3 === 0 ? 0.25 : 0),
		positive: i % 3 === 0,
		cluster: `${i >> 1}`,
	}));
	const p = (learnt: boolean): number => areaPermutationP(data, { random: seededRandom(4), learnt });
	assert.ok(p(false) <= p(true) && p(true) <= 0.05, `${p(false)} ${p(true)}`);
});
