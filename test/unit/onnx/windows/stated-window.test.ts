import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statedWindow, type WindowConfig } from '../../../../src/onnx/windows/stated-window.ts';

const windows = (config: WindowConfig, layers = 6) => Array.from({ length: layers }, (_, layer) => statedWindow(config, layer, layers));

test('a config\u2019s windows by layer, as its family reads them', () => {
	assert.deepEqual(windows({ sliding_window: 8, layer_types: ['sliding_attention', 'full_attention'] }, 2), [8, 0]);
	assert.deepEqual(windows({ sliding_window: 8, layer_types: ['chunked_attention', 'full_attention'] }, 2), [undefined, 0]);
	assert.deepEqual(windows({ sliding_window: 8 }, 2), [8, 8]);
	assert.deepEqual(windows({ sliding_window: null }, 2), [0, 0]);
	assert.deepEqual(windows({ sliding_window: 8, use_sliding_window: false }, 2), [0, 0]);
	assert.deepEqual(windows({ sliding_window: 8, use_sliding_window: true, max_window_layers: 1 }, 3), [0, 8, 8]);
	assert.deepEqual(windows({}, 2), [undefined, undefined]);
	// Configs without `layer_types`: transformers' configuration classes of 4.45 (Gemma 2, Gemma 3, Cohere 2) have these patterns.
	assert.deepEqual(windows({ sliding_window: 8, model_type: 'gemma2' }), [8, 0, 8, 0, 8, 0]);
	assert.deepEqual(windows({ sliding_window: 8, model_type: 'gemma3_text' }), [8, 8, 8, 8, 8, 0]);
	assert.deepEqual(windows({ sliding_window: 8, sliding_window_pattern: 3 }), [8, 8, 0, 8, 8, 0]);
	assert.deepEqual(windows({ sliding_window: 8, sliding_window_pattern: 'LLLG' }, 2), [undefined, undefined]);
});
