import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { heatEdges, heatStep, heatTint, heatValue, type HeatMeasure } from '../../../src/formats/heat-scale.ts';

const measures: readonly HeatMeasure[] = ['cg', 'surprise'];

test('both scales have 19 rising edges, and CG changes its colour at 0', () => {
	for (const measure of measures) {
		const edges = heatEdges[measure];
		assert.equal(edges.length, 19);
		assert.deepEqual(edges, edges.toSorted((a, b) => a - b));
	}
	assert.deepEqual(heatTint('cg', heatStep('cg', -0.01)), { hue: 'warm', strength: 0 });
	assert.deepEqual(heatTint('cg', heatStep('cg', 0)), { hue: 'cool', strength: 0 });
	assert.deepEqual(heatTint('cg', heatStep('cg', -9)), { hue: 'warm', strength: 1 });
	assert.deepEqual(heatTint('cg', heatStep('cg', 9)), { hue: 'cool', strength: 1 });
	assert.deepEqual(heatTint('surprise', heatStep('surprise', 0)), { hue: 'warm', strength: 0 });
	assert.deepEqual(heatTint('surprise', heatStep('surprise', 20)), { hue: 'warm', strength: 1 });
});

test('a larger value never has a smaller step', () => {
	fc.assert(fc.property(fc.constantFrom(...measures), fc.double({ noNaN: true }), fc.double({ noNaN: true }), (measure, a, b) => {
		const [low, high] = a < b ? [a, b] : [b, a];
		assert.ok(heatStep(measure, low) <= heatStep(measure, high));
		assert.ok(heatStep(measure, low) >= 0 && heatStep(measure, high) <= 19);
	}));
});

test('surprise is never negative, whatever rounding did to a log-probability', () => {
	assert.equal(heatValue('surprise', { cg: 1, logprob: 1e-9 }), 0);
	assert.equal(heatValue('surprise', { cg: 1, logprob: -2 }), 2);
	assert.equal(heatValue('cg', { cg: -1, logprob: -2 }), -1);
});
