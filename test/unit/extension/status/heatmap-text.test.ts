import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { heatmapText } from '../../../../src/extension/status/status-text.ts';
import { heatEdges } from '../../../../src/formats/heat-scale.ts';

describe('the switch of the heatmap', () => {
	const suspicion = { measure: 'suspicion', edges: heatEdges.suspicion, missing: null, sources: [], contexts: [] } as const;

	test('names what is shown, also where it was chosen automatically', () => {
		assert.deepEqual(
			[heatmapText('cg', undefined).text, heatmapText('off', undefined).text, heatmapText('auto', undefined).text],
			['$(symbol-color) Confidence gap', '$(symbol-color) Off', '$(symbol-color) Automatic'],
		);
		const { text, label, tooltip } = heatmapText('auto', suspicion);
		assert.deepEqual([text, label], ['$(symbol-color) Suspicion', 'Heatmap: Suspicion']);
		assert.match(tooltip, /trusted \(below 0\.05\) · suspected \(above 0\.95\)/);
	});

	test('says why nothing is colored', () => {
		const missing = { ...suspicion, missing: 'The profile has no classifier of sentences.' };
		const { text, label, tooltip } = heatmapText('suspicion', missing);
		assert.equal(text, '$(symbol-color) Suspicion $(circle-slash)');
		assert.equal(label, 'Heatmap: Suspicion. Nothing is colored: The profile has no classifier of sentences.');
		assert.match(tooltip, /Nothing is colored: The profile has no classifier/);
	});

	test('colors of the mode before say nothing of this one', () => {
		const { label, tooltip } = heatmapText('ffn', { ...suspicion, missing: 'No.' });
		assert.equal(label, "Heatmap: Source: model's own layers");
		assert.match(tooltip, /took probability · gave probability/);
		assert.doesNotMatch(tooltip, /Nothing is colored/);
	});
});
