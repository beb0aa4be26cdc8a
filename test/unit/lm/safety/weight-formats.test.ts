import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { checkGraphFolder } from '../../../../src/lm/safety/model-folder.ts';
import { weightFormats } from '../../../../src/lm/safety/weight-formats.ts';

const fixture = (name: string) => fileURLToPath(new URL(`../../../fixtures/spad-graphs/${name}`, import.meta.url));

// As each fixture's README says that it was exported; all are called model.onnx.
for (const [name, expected] of [
	['llama-genai', 'fp32'],
	['llama-genai-fp16-mha', 'fp16'],
	['llama-optimum-int8', /^q8\b/],
	['qwen2-genai-int4-shared', /\bq4\b/],
] as const) {
	test(`${name}: what its weights are, not what its file is called`, async () => {
		const found = weightFormats((await checkGraphFolder(fixture(name))).outline) ?? '';
		if (typeof expected === 'string') assert.equal(found, expected);
		else assert.match(found, expected);
	});
}

test('formats by bytes, those of a tenth and more; none of whole numbers alone', () => {
	assert.equal(
		weightFormats({
			storedBytes: new Map([
				[1, 20],
				[2, 75],
				[10, 5],
				[7, 1000],
			]),
			blockBits: new Set([4]),
		}),
		'q4 + fp32',
	);
	assert.equal(
		weightFormats({
			storedBytes: new Map([
				[1, 20],
				[3, 80],
			]),
			blockBits: new Set(),
		}),
		'q8 + fp32',
	);
	assert.equal(weightFormats({ storedBytes: new Map([[7, 8]]), blockBits: new Set() }), undefined);
});
