import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
	heatEdges,
	heatMeasures,
	heatStep,
	heatTint,
	heatValue,
	isAlwaysKnown,
	type HeatMeasure,
} from '../../../src/formats/heat-scale.ts';

const measures: readonly HeatMeasure[] = heatMeasures;
/** A token with the figures that are not under test. */
const token = { cg: 1, kl: 0.5, logprob: -2, sources: null, suspicion: null };

test('every scale has 19 rising edges, and CG changes its color at 0', () => {
	for (const measure of measures) {
		const edges = heatEdges[measure];
		assert.equal(edges.length, 19);
		assert.deepEqual(
			edges,
			edges.toSorted((a, b) => a - b),
		);
	}
	assert.deepEqual(heatTint('cg', heatStep('cg', -0.01)), { hue: 'warm', strength: 0 });
	assert.deepEqual(heatTint('cg', heatStep('cg', 0)), { hue: 'cool', strength: 0 });
	assert.deepEqual(heatTint('cg', heatStep('cg', -9)), { hue: 'warm', strength: 1 });
	assert.deepEqual(heatTint('cg', heatStep('cg', 9)), { hue: 'cool', strength: 1 });
	assert.deepEqual(heatTint('surprise', heatStep('surprise', 0)), { hue: 'warm', strength: 0 });
	assert.deepEqual(heatTint('surprise', heatStep('surprise', 20)), { hue: 'warm', strength: 1 });
});

test('a larger value never has a smaller step', () => {
	fc.assert(
		fc.property(fc.constantFrom(...measures), fc.double({ noNaN: true }), fc.double({ noNaN: true }), (measure, a, b) => {
			const [low, high] = a < b ? [a, b] : [b, a];
			assert.ok(heatStep(measure, low) <= heatStep(measure, high));
			assert.ok(heatStep(measure, low) >= 0 && heatStep(measure, high) <= 19);
		}),
	);
});

test('surprise and divergence are never negative, whatever rounding did to a log-probability', () => {
	assert.equal(heatValue('surprise', { ...token, logprob: 1e-9 }), 0);
	assert.equal(heatValue('surprise', token), 2);
	assert.equal(heatValue('cg', { ...token, cg: -1 }), -1);
	assert.deepEqual([heatValue('kl', { ...token, kl: -1e-12 }), heatValue('kl', token)], [0, 0.5]);
	assert.deepEqual(
		[0, 0.5, 99].map((kl) => heatTint('kl', heatStep('kl', kl))),
		[
			{ hue: 'warm', strength: 0 },
			{ hue: 'warm', strength: 8 / 19 },
			{ hue: 'warm', strength: 1 },
		],
	);
});

test('a source is colored by its part of the probability, suspicion by itself; what was not computed has no color', () => {
	const sources = [0.1, 0.2, 0.3, -0.4, 0.5, 0.25, 0.05];
	assert.deepEqual(
		['query', 'rag', 'past', 'self', 'ffn', 'ln', 'initial'].map((name) => heatValue(name as HeatMeasure, { ...token, sources })),
		sources,
	);
	assert.equal(heatValue('suspicion', { ...token, suspicion: 0.7 }), 0.7);
	for (const measure of measures) assert.equal(heatValue(measure, token) !== null, isAlwaysKnown(measure), measure);
	assert.deepEqual(heatTint('ffn', heatStep('ffn', 0.9)), { hue: 'cool', strength: 1 });
	assert.deepEqual(heatTint('rag', heatStep('rag', -0.9)), { hue: 'warm', strength: 1 });
	assert.deepEqual(heatTint('suspicion', heatStep('suspicion', 1)), { hue: 'warm', strength: 1 });
});
