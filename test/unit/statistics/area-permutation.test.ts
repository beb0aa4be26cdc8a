import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areaPermutationP, type PermutedScore } from '../../../src/statistics/area-permutation.ts';
import { between, randomFor, seededRandom, type Random } from '../../../src/statistics/random.ts';
import { slowTest } from '../../support/slow-test.ts';

/** A response of one sentence. */
const whole = { response: '', responseSentences: 1 };
const one = (scores: readonly number[], positives: readonly number[]) =>
	scores.map((score, i) => ({ score, positive: positives.includes(i), cluster: String(i), ...whole }));

test('with a label a cluster it is the exact test of Mann and Whitney', () => {
	// Two of five stand highest: 1 of 10 choices. scipy.stats.mannwhitneyu([4, 5], [1, 2, 3], alternative='greater', method='exact'): 0.1
	const p = areaPermutationP(one([1, 2, 3, 4, 5], [3, 4]), { random: seededRandom(1), draws: 20_000 });
	assert.ok(Math.abs(p - 0.1) < 0.01, String(p));
	// Scores that are all equal tell nothing, and no class tells nothing.
	assert.equal(areaPermutationP(one([1, 1, 1, 1], [0, 1]), { random: seededRandom(1) }), 1);
	assert.equal(areaPermutationP(one([1, 2, 3], []), { random: seededRandom(1) }), 1);
});

/** What scores and labels have in common where the labels say nothing of the scores. */
const noises: Record<string, (random: Random) => PermutedScore[]> = {
	'each label by itself': (random) => range(24).map((i) => ({ score: random(), positive: random() < 0.4, cluster: String(i), ...whole })),
	'whole clusters that share label and score': (random) =>
		range(24).flatMap((i) => {
			const own = { score: random(), positive: random() < 0.4, cluster: String(i), response: '', responseSentences: 4 };
			return range(4).map(() => ({ ...own, score: own.score + random() / 100 }));
		}),
	'few large clusters among small ones': (random) =>
		range(25).flatMap((i) => {
			const n = random() < 0.15 ? 20 : 1;
			const own = { score: random(), positive: random() < 0.3, cluster: String(i), response: '', responseSentences: n };
			return range(n).map(() => ({ ...own, score: own.score + random() / 10 }));
		}),
	'one bad sentence in some responses, and lower scores in long ones': (random) =>
		range(60).flatMap((i) => oneBadSentence(random, { cluster: String(i), response: '', responseSentences: between(random, 1, 10) })),
	'the same, one sentence of each is labeled': (random) =>
		range(150).map((i) => {
			const responseSentences = between(random, 1, 4);
			const all = oneBadSentence(random, { cluster: String(i), response: '', responseSentences });
			return all[between(random, 0, responseSentences - 1)]!;
		}),
	'the same, two responses in a cluster': (random) =>
		range(80).flatMap((i) =>
			oneBadSentence(random, { cluster: String(i >> 1), response: String(i), responseSentences: between(random, 1, 3) }),
		),
};

function oneBadSentence(random: Random, of: Pick<PermutedScore, 'cluster' | 'response' | 'responseSentences'>): PermutedScore[] {
	const [isUngrounded, bad] = [random() < 0.4, between(random, 0, of.responseSentences - 1)];
	return range(of.responseSentences).map((i) => ({
		...of,
		score: random() - of.responseSentences / 10,
		positive: isUngrounded && i === bad,
	}));
}

for (const [noise, draw] of Object.entries(noises))
	slowTest(`labels that say nothing pass in at most one draw of twenty: ${noise}`, () => {
		const random = randomFor(1, noise);
		const draws = 300;
		const passed = range(draws).filter(() => areaPermutationP(draw(random), { random, draws: 199 }) <= 0.05).length;
		// Three standard errors above 0.05.
		assert.ok(passed / draws < 0.088, String(passed / draws));
	});

function range(count: number): number[] {
	return Array.from({ length: count }, (_, i) => i);
}

test('scores that tell pass, those that learned from the labels with a larger excess', () => {
	const random = seededRandom(3);
	const data = Array.from({ length: 100 }, (_, i) => ({
		score: random() + (i % 3 === 0 ? 0.25 : 0),
		positive: i % 3 === 0,
		cluster: `${i >> 1}`,
		response: '',
		responseSentences: 2,
	}));
	const p = (learned: boolean): number => areaPermutationP(data, { random: seededRandom(4), learned });
	assert.ok(p(false) <= p(true) && p(true) <= 0.05, `${p(false)} ${p(true)}`);
});
