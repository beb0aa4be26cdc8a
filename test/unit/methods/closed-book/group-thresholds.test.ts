import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnswerGroup } from '../../../../src/methods/closed-book/answer-group.ts';
import {
	answerGroups,
	groupThresholds,
	thresholdOf,
	timesThreshold,
	type GroupedScore,
} from '../../../../src/methods/closed-book/group-thresholds.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';

const number: AnswerGroup = { sentences: '1', value: 'number' };
const name: AnswerGroup = { sentences: '1', value: 'name' };
const long: AnswerGroup = { sentences: '3+', value: 'other' };
const scores = (group: AnswerGroup, from: number, count: number): GroupedScore[] =>
	Array.from({ length: count }, (_, i) => ({ group, score: from + i }));

test('a group with enough answers has a threshold of its own; one with too few that of its sentence count, and then of all', () => {
	// At α = 0.05 19 are needed: ranks ⌊0.05 · 41⌋ = 2, ⌊0.05 · 44⌋ = 2, ⌊0.05 · 45⌋ = 2.
	const found = groupThresholds([...scores(number, 100, 40), ...scores(name, 1, 3), ...scores(long, 50, 1)], 0.05);
	assert.deepEqual(found, [
		{ ...number, n: 40, rank: 2, threshold: 101 },
		{ sentences: '1', value: 'any', n: 43, rank: 2, threshold: 2 },
		{ sentences: 'any', value: 'any', n: 44, rank: 2, threshold: 2 },
	]);
	assert.equal(thresholdOf(found, number)?.threshold, 101);
	assert.equal(thresholdOf(found, name)?.n, 43);
	assert.equal(thresholdOf(found, long)?.n, 44);
	assert.deepEqual(groupThresholds(scores(number, 1, 18), 0.05), []);
	assert.equal(thresholdOf([], number), undefined);
});

test('clean answers that are exchangeable with those of their group are flagged with probability at most α, in every group', () => {
	// Groups of very different scores; the mean over 600 draws is ⌊α(n + 1)⌋/(n + 1) and its standard error below 0.004.
	const random = seededRandom(3);
	const alpha = 0.1;
	const draw = (group: AnswerGroup): GroupedScore => ({ group, score: (answerGroups.indexOf(group) + 1) * (random() + 0.2) ** 2 });
	const flagged = new Map<AnswerGroup, number>();
	const draws = 600;
	const tried = 20;
	for (let i = 0; i < draws; i++) {
		const found = groupThresholds(
			answerGroups.flatMap((group) => Array.from({ length: 29 }, () => draw(group))),
			alpha,
		);
		for (const group of answerGroups)
			for (let k = 0; k < tried; k++)
				if (draw(group).score < thresholdOf(found, group)!.threshold) flagged.set(group, (flagged.get(group) ?? 0) + 1);
	}
	for (const group of answerGroups) {
		const rate = (flagged.get(group) ?? 0) / draws / tried;
		assert.ok(Math.abs(rate - 0.1) < 0.015, `${group.sentences} ${group.value}: ${rate}`);
	}
});

test('scores in multiples of their threshold are below 1 where it flags them', () => {
	assert.deepEqual([timesThreshold(1, 2), timesThreshold(2, 2), timesThreshold(0, 0)], [0.5, 1, Infinity]);
});
