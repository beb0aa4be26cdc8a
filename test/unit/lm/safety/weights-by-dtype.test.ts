import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { weightsByDtype } from '../../../../src/lm/safety/weights-by-dtype.ts';
import { bytesInWords } from '../../../../src/wording/numbers.ts';
import { floatsIn, float32, onnxModel, value } from '../../../../lab/bench/onnx-parts.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

test('the model files of a folder with the bytes of their weights, those that would be refused left out', async (t) => {
	const folder = temporaryFolder(t, 'rag-assay-test-');
	mkdirSync(join(folder, 'onnx'));
	const graph = (length: number): Uint8Array =>
		onnxModel(floatsIn('weights.bin', 0, 'w', [length]), value(12, 'logits', float32, [length]));
	writeFileSync(join(folder, 'onnx', 'weights.bin'), new Uint8Array(4000));
	writeFileSync(join(folder, 'onnx', 'model.onnx'), graph(1000));
	writeFileSync(join(folder, 'onnx', 'model_q4.onnx'), graph(10));
	// It asks for more than the file has.
	writeFileSync(join(folder, 'onnx', 'model_fp16.onnx'), graph(2000));
	writeFileSync(join(folder, 'onnx', 'model_int8.onnx'), 'no model');
	assert.deepEqual(await weightsByDtype(folder), [
		{ dtype: 'fp32', file: 'onnx/model.onnx', bytes: 4000 + graph(1000).length },
		{ dtype: 'q4', file: 'onnx/model_q4.onnx', bytes: 4000 + graph(10).length },
	]);
	assert.deepEqual(await weightsByDtype(join(folder, 'nowhere')), []);
});

test('bytes in words', () => {
	assert.deepEqual([0.04e6, 1e6, 134.6e6, 999.6e6, 4.31e9, 12.4e9].map(bytesInWords), [
		'0.0 MB',
		'1.0 MB',
		'135 MB',
		'1.0 GB',
		'4.3 GB',
		'12 GB',
	]);
});
