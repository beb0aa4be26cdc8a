import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needsInWords } from '../../../src/cli/commands/model.ts';

const file = { dtype: 'fp32', file: 'onnx/model.onnx', bytes: 4.31e9 };
const trace = { tokens: 1000, responseTokens: 200, scoringBytes: 8.9e9, attributionBytes: 18.2e9, seconds: 41.6 };

test('what a model needs, in sentences', () => {
	assert.deepEqual(
		needsInWords({
			weights: [file, { dtype: 'q4', file: 'onnx/model_q4.onnx', bytes: 0.9e9 }],
			needs: [trace, { ...trace, tokens: 32_768, responseTokens: 6554, attributionBytes: null, seconds: 1400 }],
		}),
		[
			'Weights in its folder: fp32 4.3 GB, q4 900 MB.',
			'A trace of 1,000 tokens, 200 of them the response, needs about 8,488 MiB of memory at most, 17,357 MiB with token sources; about 42 s to read it here, by a short run, without token sources.',
			'A trace of 32,768 tokens, 6,554 of them the response, needs about 8,488 MiB of memory at most; about 23 min to read it here, by a short run, without token sources.',
		],
	);
});

test('a model that reads at once has no time by the token, and one that cannot be scored no needs', () => {
	assert.deepEqual(needsInWords({ weights: [file], needs: [{ ...trace, seconds: null }] }), [
		'A trace of 1,000 tokens, 200 of them the response, needs about 8,488 MiB of memory at most, 17,357 MiB with token sources; it is read at once, and how long that takes grows faster than its length.',
	]);
	assert.deepEqual(needsInWords({ weights: [file], needs: null }), []);
});
