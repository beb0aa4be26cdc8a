import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layersInWords } from '../../../src/onnx/contradictions.ts';

test('layers one by one, in pairs and in ranges', () => {
	assert.deepEqual([[3], [0, 1], [0, 1, 2], [0, 1, 2, 5, 7, 8]].map(layersInWords), [
		'layer 3',
		'layers 0, 1',
		'layers 0–2',
		'layers 0–2, 5, 7, 8',
	]);
});
