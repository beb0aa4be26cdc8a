import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { installationQuestion } from '../../../../src/extension/commands/device-text.ts';

const one = {
	name: 'nvidia-cublas',
	version: '13.0',
	brings: 'cuBLAS 13',
	file: 'cublas.whl',
	bytes: 420_882_912,
	sha256: 'a'.repeat(64),
	unpackedBytes: 593_973_192,
	state: 'fetch' as const,
	path: null,
};
const plan = {
	device: 'cuda' as const,
	runtime: '1.30.0',
	cuda: '13.0',
	folder: '/cache/cuda',
	host: 'index.invalid',
	packages: [
		one,
		{ ...one, name: 'nvidia-cuda-runtime', brings: 'the CUDA 13 runtime', state: 'machine' as const, path: '/lib/libcudart.so.13' },
	],
	bytes: one.bytes,
	unpackedBytes: one.unpackedBytes,
	missing: 'CUDA lacks cuBLAS 13, and not the NVIDIA driver.',
	missingDriver: null,
};

describe('what is asked before CUDA is downloaded', () => {
	test('says how much, from where and to where, and what the machine has itself', () => {
		const { message, detail, button } = installationQuestion(plan);
		assert.equal(message, 'Download 421 MB for CUDA?');
		assert.equal(
			detail,
			[
				'From index.invalid: cuBLAS 13, for CUDA 13.0 and ONNX Runtime 1.30.0. They take 594 MB in /cache/cuda. Sizes and SHA-256 are checked.',
				'Already on this machine: the CUDA 13 runtime.',
				"NVIDIA's libraries are under NVIDIA's license. The license texts are kept beside them.",
			].join('\n\n'),
		);
		assert.equal(button, 'Install CUDA');
	});

	test('says first when it will be of no use before there is a driver', () => {
		assert.match(
			installationQuestion({ ...plan, missingDriver: 'card' }).detail,
			/^CUDA does not work on this machine yet: it has no NVIDIA driver\. Install the driver separately\.\n\nFrom index/,
		);
	});
});
