import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beeswarm, type SwarmFeature } from '../../../src/report/beeswarm.ts';

const feature = (shap: number[], rank = shap.map(() => 0.5)): SwarmFeature => ({ name: 'RAG_NOUN', points: { rank, shap } });
const marksOf = (shap: number[]): string[] => {
	const { marks, decimals } = beeswarm([feature(shap)]);
	return marks.map(({ value }) => value.toFixed(decimals));
};

test('the axis has round marks around all points, with 0 among them', () => {
	assert.deepEqual(marksOf([-3, 12]), ['-4', '-2', '0', '2', '4', '6', '8', '10', '12']);
	assert.deepEqual(marksOf([0.01, 0.03]), ['0.000', '0.005', '0.010', '0.015', '0.020', '0.025', '0.030']);
	assert.deepEqual(marksOf([-0.7, 0]), ['-0.7', '-0.6', '-0.5', '-0.4', '-0.3', '-0.2', '-0.1', '0.0']);
	assert.deepEqual(marksOf([0, 0]), ['0', '1']);
	assert.deepEqual(beeswarm([]).rows, []);
});

test('a dot stands at its SHAP value and keeps the rank of its value', () => {
	const { rows } = beeswarm([feature([-4, 0, 12], [0, 0.25, 1]), feature([8])]);
	assert.deepEqual(
		rows.map(({ dots }) => dots),
		[
			[
				{ x: 0, y: 0, rank: 0 },
				{ x: 0.25, y: 0, rank: 0.25 },
				{ x: 1, y: 0, rank: 1 },
			],
			[{ x: 0.75, y: 0, rank: 0.5 }],
		],
	);
});

test('dots that would lie on each other move apart, in turns to both sides, and stay in their row', () => {
	const [few] = beeswarm([feature([1, 1, 1, 0])]).rows;
	assert.deepEqual(
		few!.dots.map(({ y }) => Math.round(y * 7)),
		[0, -1, 1, 0],
	);
	const [many] = beeswarm([feature(Array.from({ length: 200 }, () => 1))]).rows;
	const heights = many!.dots.map(({ y }) => y);
	assert.equal(new Set(heights).size, 200);
	assert.ok(Math.max(...heights) <= 1 && Math.min(...heights) >= -1);
});
