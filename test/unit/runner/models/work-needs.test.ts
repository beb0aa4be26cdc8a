import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WorkNeeds } from '../../../../src/runner/models/progress.ts';

test('what work needs is said when it begins, and once more when its first part tells how long it takes', () => {
	const said: [string, boolean][] = [];
	let now = 1000;
	const needs = new WorkNeeds(
		(words, long) => said.push([words, long]),
		() => now,
	);
	needs.progress('Scoring', 0, 400);
	assert.deepEqual(said, [['Scoring', false]]);
	now += 3000;
	needs.progress('Scoring', 100, 400);
	needs.progress('Scoring', 200, 400);
	assert.deepEqual(said, [
		['Scoring', false],
		['Scoring, about 12 s in all', true],
	]);
});

test('work that is over at once has no time, and minutes are minutes', () => {
	const after = (milliseconds: number): string | undefined => {
		let now = 0;
		let said: string | undefined;
		const needs = new WorkNeeds(
			(words) => {
				said = words;
			},
			() => now,
		);
		needs.progress('Attributing', 0, 0);
		now = milliseconds;
		needs.progress('Attributing', 1, 10);
		return said;
	};
	assert.equal(after(100), 'Attributing');
	assert.equal(after(12_000), 'Attributing, about 2 min in all');
});
