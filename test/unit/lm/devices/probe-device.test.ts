import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { largestDifference } from '../../../../src/lm/devices/compare-devices.ts';
import type { Device } from '../../../../src/lm/devices/device.ts';
import { answerProbe } from '../../../../src/lm/devices/probe-answer.ts';
import { probeDevice, type ProbeResult } from '../../../../src/lm/devices/probe-device.ts';
import { slowTest } from '../../../support/slow-test.ts';

const program = fileURLToPath(new URL('probe-program.ts', import.meta.url));
const modelFolder = fileURLToPath(new URL('../../../../models/demo', import.meta.url));

async function probe(device: Device, behavior = '', options: { timeLimit?: number; signal?: AbortSignal } = {}): Promise<ProbeResult> {
	process.env['PROBE'] = behavior;
	try {
		return await probeDevice(device, { program, modelFolder, signal: new AbortController().signal, ...options });
	} finally {
		delete process.env['PROBE'];
	}
}

describe('trying a device in a process of its own', () => {
	it('finds that the CPU agrees with itself, by a real run of the bundled model', async () => {
		assert.deepEqual(await probe('cpu'), { difference: 0, refusal: undefined });
	});

	slowTest('answers for a device that this runtime does not have, in one sentence', async () => {
		const { difference, refusal } = await probe(process.platform === 'win32' ? 'coreml' : 'dml');
		assert.equal(difference, null);
		assert.match(refusal ?? '', /^(?:DirectML|CoreML) could not be started: [^\n]+\.$/);
	});

	slowTest(
		"says which of its runtime's libraries cannot be loaded, which the runtime only prints",
		{
			skip: (process.platform !== 'linux' || process.arch !== 'x64') && 'the npm package has CUDA on Linux x64 alone',
		},
		async () => {
			assert.match(
				(await probe('cuda')).refusal ?? '',
				/^CUDA could not be started, because (?:ONNX Runtime's libonnxruntime_providers_\w+\.so was not found|the library of the NVIDIA driver is missing or does not fit)\.$/,
			);
		},
	);

	slowTest(
		'outlives a device that takes its process down',
		{ skip: process.platform === 'win32' && 'Windows has no signals' },
		async () => {
			const { difference, refusal } = await probe('cuda', 'crash');
			assert.equal(difference, null);
			assert.equal(refusal, 'CUDA crashed in a short test (SIGSEGV); its driver may need an update.');
			assert.equal(
				(await probe('webgpu', 'noise-and-abort')).refusal,
				'WebGPU crashed in a short test (SIGABRT); its driver may need an update.',
			);
		},
	);

	it('shows nothing of what native code prints', () => {
		const source = `import { probeDevice } from ${JSON.stringify(new URL('../../../../src/lm/devices/probe-device.ts', import.meta.url).href)};
			await probeDevice('webgpu', { program: ${JSON.stringify(program)}, modelFolder: '.', signal: new AbortController().signal });`;
		const { status, stderr, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', source], {
			env: { ...process.env, PROBE: 'noise-and-abort' },
			encoding: 'utf8',
		});
		assert.deepEqual({ status, stderr, stdout }, { status: 0, stderr: '', stdout: '' });
	});

	slowTest('refuses a device that hangs, ends without a word, or computes wrongly', async () => {
		assert.equal((await probe('webgpu', 'hang', { timeLimit: 300 })).refusal, 'WebGPU did not finish a short test within 0.3 s.');
		assert.equal((await probe('webgpu', 'silent')).refusal, 'The test of WebGPU ended without an answer (exit code 3).');
		assert.deepEqual(await probe('dml', 'wrong'), {
			difference: 0.3,
			refusal:
				"DirectML computes wrongly here: its log-probabilities differ from the CPU's by up to 0.30 nats (at most 0.005 is accepted).",
		});
		assert.equal((await probe('dml', 'same')).refusal, 'DirectML left all of the work to the CPU.');
		assert.deepEqual(await probe('dml', 'not-numbers'), {
			difference: null,
			refusal: 'DirectML computes wrongly here: its log-probabilities are not numbers.',
		});
	});

	slowTest('finds that only attention is wrong', async () => {
		assert.deepEqual(await probe('webgpu', 'wrong-attention'), { difference: 1e-6, refusal: undefined, attentionOff: 0.3 });
		assert.equal(
			(await probe('webgpu', 'wrong-throughout')).refusal,
			"WebGPU computes wrongly here: its log-probabilities differ from the CPU's by up to 0.30 nats (at most 0.005 is accepted).",
		);
	});

	it('takes an answer that came before the end, whatever the driver does then', async () => {
		assert.deepEqual(await probe('cuda', 'answer-and-crash'), { difference: 1e-6, refusal: undefined });
	});

	it('stops when told', async () => {
		const controller = new AbortController();
		const running = probe('webgpu', 'hang', { signal: controller.signal });
		setImmediate(() => controller.abort(new Error('enough')));
		await assert.rejects(running, /enough/);
		await assert.rejects(probe('webgpu', 'hang', { signal: controller.signal }), /enough/);
	});

	it('is left alone by a program that was started for something else', async () => {
		for (const words of [[], ['--other'], ['probe-device', 'abacus', '.'], ['probe-device', 'cpu']]) {
			assert.equal(await answerProbe(words, async () => assert.fail('it answered')), false);
		}
	});

	it('compares number by number, and does not take what is no number for agreement', () => {
		const numbers = Float64Array.of(-1, -2, -3);
		assert.equal(largestDifference(numbers, numbers), 0);
		assert.equal(largestDifference(numbers, Float64Array.of(-1, -2.5, -3.25)), 0.5);
		assert.equal(largestDifference(numbers, Float64Array.of(-1, Number.NaN, -3)), null);
		assert.equal(largestDifference(numbers, Float64Array.of(-1, -2, -Infinity)), null);
		assert.equal(largestDifference(numbers, Float64Array.of(-1, -2)), null);
	});
});
