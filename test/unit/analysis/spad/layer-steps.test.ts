import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layerSteps } from '../../../../src/analysis/spad/layer-steps.ts';

test('a token\u2019s path: each layer\u2019s parts, and the probe on its way', () => {
	const layers = {
		count: 2,
		attention: Float64Array.of(9, 9, 9, 9, 9, 9, 9, 9, 0.125, 0.25, 0, -0.125, 0, 0, 0.5, 0),
		ffn: Float64Array.of(9, 9, 0.0625, -0.25),
	};
	assert.deepEqual(layerSteps(0.0625, layers, 1), [
		{ attention: [0.125, 0.25, 0, -0.125], ffn: 0.0625, afterAttention: 0.3125, afterFfn: 0.375 },
		{ attention: [0, 0, 0.5, 0], ffn: -0.25, afterAttention: 0.875, afterFfn: 0.625 },
	]);
	assert.deepEqual(layerSteps(0.5, { count: 0, attention: new Float64Array(), ffn: new Float64Array() }, 0), []);
});

test('no probability on the way is below zero or above one by rounding', () => {
	const parts = { count: 1, attention: Float64Array.of(0, -0.5, 0, 0), ffn: Float64Array.of(-1e-13) };
	assert.deepEqual(
		layerSteps(0.5, parts, 0).map(({ afterAttention, afterFfn }) => [afterAttention, afterFfn]),
		[[0, 0]],
	);
	assert.equal(layerSteps(0.5, { ...parts, ffn: Float64Array.of(1 + 1e-13) }, 0)[0]!.afterFfn, 1);
});
