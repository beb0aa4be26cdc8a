import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { longestWithin, type MemoryFit } from '../../../src/lm/ram-fit.ts';
import { tooMuchMemory } from '../../../src/model-process/ram-refusal.ts';

const MiB = 2 ** 20;
const fit: MemoryFit = { needed: 6000 * MiB, limit: 4096 * MiB, asked: 8100, tokens: 3200, min: 3000 * MiB, weightBytes: 2.2e9 };
const model = { files: [{ dtype: 'fp32' as const, file: 'onnx/model.onnx', bytes: 2.2e9 }], readsAtOnce: false, forgoesCache: false };

describe('tooMuchMemory', () => {
	it('names a limit and a shorter context that would fit', () => {
		const { code, message, hint } = tooMuchMemory(fit, model);
		assert.deepEqual(
			[code, message, hint],
			[
				'RA502',
				'This would need about 6,000 MiB of memory; the limit is 4,096 MiB.',
				'What would fit: a limit of 6,000 MiB (ragAssay.memoryLimit, --memory-limit); or a prompt of about 3,200 tokens in place of 8,100, with shorter contexts.',
			],
		);
	});

	it('names the smaller weights beside them that would fit, as they count twice', () => {
		const files = [
			...model.files,
			{ dtype: 'fp16' as const, file: 'onnx/model_fp16.onnx', bytes: 1.1e9 },
			{ dtype: 'q4' as const, file: 'onnx/model_q4.onnx', bytes: 0.55e9 },
		];
		assert.equal(
			tooMuchMemory(fit, { ...model, files }).hint,
			'What would fit: a limit of 6,000 MiB (ragAssay.memoryLimit, --memory-limit); or a prompt of about 3,200 tokens in place of 8,100, with shorter contexts; ' +
				"or the model's weights as fp16 (1.1 GB) or q4 (550 MB) in place of 2.2 GB (ragAssay.dtype, --dtype).",
		);
		assert.equal(
			tooMuchMemory({ ...fit, limit: 2000 * MiB, tokens: null }, { ...model, files }).hint,
			'What would fit: a limit of 6,000 MiB (ragAssay.memoryLimit, --memory-limit). Without any context it would need about 3,000 MiB; use a smaller model. Its weights as fp16 (1.1 GB) or q4 (550 MB) need less, though too much for this alone.',
		);
	});

	it('names what scoring alone would need where more was asked for', () => {
		assert.equal(
			tooMuchMemory(fit, { ...model, scoringAlone: 5000 * MiB }).hint,
			'What would fit: a limit of 6,000 MiB (ragAssay.memoryLimit, --memory-limit); or a prompt of about 3,200 tokens in place of 8,100, with shorter contexts. ' +
				'Without token sources and the influence of the contexts it would need about 5,000 MiB.',
		);
	});

	it('says so where even no context would fit, and where the model lacks a cache', () => {
		assert.equal(
			tooMuchMemory({ ...fit, limit: MiB, tokens: null }, { ...model, readsAtOnce: true }).hint,
			'What would fit: a limit of 6,000 MiB (ragAssay.memoryLimit, --memory-limit). Without any context it would need about 3,000 MiB; use a smaller model. ' +
				'This model was exported without a key/value cache and reads each text at once: with a cache it would need less.',
		);
	});
});

describe('longestWithin', () => {
	it('finds the largest size whose estimate fits', () => {
		assert.equal(
			longestWithin(100, 1, 1000, (size) => size ** 2),
			10,
		);
		assert.equal(
			longestWithin(100, 11, 1000, (size) => size ** 2),
			null,
		);
		assert.equal(
			longestWithin(100, 1, 5, (size) => size ** 2),
			5,
		);
	});
});
