import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspectionText } from '../../../src/cli/commands/model.ts';

const output = {
	schema: 'rag-assay/model-inspection@1', name: 'm', dtype: 'fp32', file: 'onnx/model.onnx', bytes: 1e6, weights: [], needs: null, structure: null, methods: [], webgpu: 'w', windows: [], contradictions: [], notCompared: [],
} as const;
const checkOf = (check: Record<string, number | null>): string[] => inspectionText({ ...output, weights: [], methods: [], windows: [], contradictions: [], notCompared: [], check }, { depth: 1, width: 100 })
	.split('\n').filter((line) => line.startsWith('    '));

test('what the self-check measured is a figure, and what it did not run is said to be that', () => {
	assert.deepEqual(checkOf({ sum: 1.5e-7, cache: null, tokens: 0 }), [
		'    sources against the probability       1.5e-7', '    fed in pieces against the whole       no number', '    feed-forward blocks token by token    0.0e+0',
	]);
	assert.deepEqual(checkOf({ future: 0 }), [
		'    attention to later tokens             0.0e+0', '    feed-forward blocks token by token    not needed: its operators keep tokens apart', '    fed in pieces against the whole       no cache in use',
	]);
});
