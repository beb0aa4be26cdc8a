import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathSteps, scaleEnds, stepName, stepSentence } from '../../../../webview/token-inspector/layer-path.ts';
import { partOf } from '../../../../webview/token-inspector/words.ts';
import { detail } from '../../../support/example-token-detail.ts';

test('the path begins at the embedding, passes both blocks of each layer and ends at the probability', () => {
	const steps = pathSteps(detail);
	assert.deepEqual(steps.map(stepName), [
		'Embedding',
		'Layer 1, attention',
		'Layer 1, feed-forward',
		'Layer 2, attention',
		'Layer 2, feed-forward',
		'Final norm',
	]);
	assert.deepEqual(
		steps.map(({ running }) => running * 64),
		[1, 3, 4, 36, 40, 38],
	);
	assert.deepEqual(steps[1]?.parts, { query: 1 / 64, rag: 1 / 32, past: 0, self: -1 / 64 });
	assert.deepEqual(steps[5]?.parts, { ln: -1 / 32 });
});

test('each step is what the one before had, and its parts', () => {
	const steps = pathSteps(detail);
	let sum = 0;
	for (const step of steps) {
		sum += Object.values(step.parts).reduce((a, b) => a + b, 0);
		assert.equal(step.running, sum, stepName(step));
	}
});

test('by source, the parts of all steps are the token\u2019s sources', () => {
	const steps = pathSteps(detail);
	const total = (['query', 'rag', 'past', 'self', 'ffn', 'ln', 'initial'] as const).map((source) =>
		steps.reduce((sum, { parts }) => sum + (parts[source] ?? 0), 0),
	);
	assert.deepEqual(total, detail.sources);
});

test('a model without layers has its embedding and its norm', () => {
	assert.deepEqual(
		pathSteps({ sources: detail.sources, layers: [] }).map(({ running }) => running * 64),
		[1, -1],
	);
});

test('a step in words', () => {
	const step = pathSteps(detail)[1]!;
	assert.equal(
		stepSentence(step, partOf, (source) => source),
		'Layer 1, attention: query 1.6%, rag 3.1%, past 0.0%, self −1.6%; probability so far 4.7%.',
	);
});

test('the chart\u2019s scale ends at 0 and 1 where what lies beyond is next to nothing', () => {
	const steps = (...runs: [ffn: number, running: number][]) =>
		runs.map(([ffn, running]) => ({ block: 'ffn' as const, layer: 1, parts: { ffn }, running }));
	assert.deepEqual(scaleEnds(steps([0.999, 0.999], [0.0012, 1.0002], [-0.0002, 1])), { min: 0, max: 1 });
	assert.deepEqual(scaleEnds(steps([0.5, 0.5], [-0.1, 0.4])), {});
	assert.deepEqual(scaleEnds(steps([0.5, 0.5])), { min: 0 });
	assert.deepEqual(scaleEnds(steps([1.2, 1.2], [-0.2, 1])), {});
	assert.deepEqual(
		scaleEnds([{ block: 'attention', layer: 1, parts: { query: -0.3, rag: 0.8 }, running: 0.5 }]),
		{},
		'parts below zero count, not their sum with others',
	);
});
