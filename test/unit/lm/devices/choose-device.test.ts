import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { UserError } from '../../../../src/errors.ts';
import { chooseDevice, deviceChecks, type DeviceChecks } from '../../../../src/lm/devices/choose-device.ts';
import { attentionOnCpu, deviceOrder, devices, type Device } from '../../../../src/lm/devices/device.ts';
import { executionProvidersFor } from '../../../../src/lm/devices/execution-providers.ts';
import { deviceReport } from '../../../../src/protocol/models.ts';

const program = fileURLToPath(new URL('probe-program.ts', import.meta.url));
const modelFolder = fileURLToPath(new URL('../../../../models/demo', import.meta.url));

/** Devices that work, with their difference; the others are refused without a test or by it. */
function checks(working: Partial<Record<Device, number>>, platform = 'linux'): DeviceChecks & { tried: Device[] } {
	const tried: Device[] = [];
	return {
		platform,
		tried,
		installable: () => false,
		reasonAgainst: (device) => (device === 'dml' && platform !== 'win32' ? 'DirectML exists on Windows only.' : undefined),
		probe: async (device) => {
			tried.push(device);
			const difference = working[device];
			return Promise.resolve(
				difference === undefined ? { difference: null, refusal: `${device} is broken.` } : { difference, refusal: undefined },
			);
		},
	};
}

describe('the choice of a device', () => {
	it('is the first in the order of the platform that agrees with the CPU', async () => {
		const all = { cuda: 1e-5, webgpu: 1e-6, dml: 1e-5, coreml: 1e-4 };
		assert.equal((await chooseDevice('auto', checks(all))).chosen, 'cuda');
		assert.equal((await chooseDevice('auto', checks(all, 'win32'))).chosen, 'dml');
		assert.equal((await chooseDevice('auto', checks(all, 'darwin'))).chosen, 'webgpu');
		assert.equal((await chooseDevice('auto', checks({ webgpu: 1e-6 }))).chosen, 'webgpu');
		assert.equal((await chooseDevice('auto', checks({}))).chosen, 'cpu');
		for (const platform of ['linux', 'win32', 'darwin', 'freebsd']) assert.equal(deviceOrder(platform).at(-1), 'cpu');
	});

	it('says of every device what became of it and why', async () => {
		const report = await chooseDevice('auto', checks({ webgpu: 2e-6 }));
		assert.deepEqual(
			report.candidates.map(({ device, verdict }) => [device, verdict]),
			[
				['cuda', 'refused'],
				['webgpu', 'chosen'],
				['cpu', 'available'],
				['dml', 'refused'],
				['coreml', 'not-tried'],
			],
		);
		assert.deepEqual(report.candidates[1], {
			device: 'webgpu',
			verdict: 'chosen',
			reason: 'WebGPU agrees with the CPU within 0.0000020 nats.',
			difference: 2e-6,
		});
		for (const { reason } of report.candidates) assert.match(reason, /^[A-Za-z][^\n]*\.$/);
		assert.deepEqual(deviceReport.parse(report), report, 'it has the shape of the protocol');
	});

	it('tries no more than it needs, and all for a report', async () => {
		const few = checks({ cuda: 0, webgpu: 0 });
		await chooseDevice('auto', few);
		assert.deepEqual(few.tried, ['cuda']);
		const every = checks({ webgpu: 0 });
		const report = await chooseDevice('auto', every, { tryAll: true });
		assert.deepEqual(every.tried, ['cuda', 'webgpu', 'coreml']);
		assert.equal(report.chosen, 'webgpu');
	});

	it('is the one asked for, or an error that says why not', async () => {
		const asked = checks({ cuda: 0, webgpu: 0 });
		assert.equal((await chooseDevice('webgpu', asked)).chosen, 'webgpu');
		assert.deepEqual(asked.tried, ['webgpu']);
		const cpu = checks({ cuda: 0 });
		assert.equal((await chooseDevice('cpu', cpu)).chosen, 'cpu');
		assert.deepEqual(cpu.tried, []);
		await assert.rejects(
			chooseDevice('cuda', checks({})),
			(error) =>
				error instanceof UserError && error.code === 'RA221' && error.message === "The device 'cuda' cannot be used. cuda is broken.",
		);
		await assert.rejects(chooseDevice('dml', checks({})), /DirectML exists on Windows only/);
	});

	it('tells of what can be installed for a device that is refused', async () => {
		const { candidates } = await chooseDevice('cpu', {
			...checks({}),
			reasonAgainst: (device) => (device === 'cpu' ? undefined : 'It lacks something.'),
			installable: (device) => device === 'cuda',
		});
		assert.deepEqual(
			candidates.filter(({ installable }) => installable).map(({ device }) => device),
			['cuda'],
		);
	});

	it('leaves attention to the CPU where a device is asked for by name and nothing else is wrong with it', async () => {
		const off: DeviceChecks = {
			platform: 'linux',
			installable: () => false,
			reasonAgainst: (device) => (device === 'webgpu' ? undefined : 'It is not there.'),
			probe: async () => Promise.resolve({ difference: 1e-6, refusal: undefined, attentionOff: 10.6 }),
		};
		const { chosen, candidates } = await chooseDevice('webgpu', off);
		assert.equal(chosen, attentionOnCpu);
		assert.deepEqual(candidates[0], {
			device: 'webgpu',
			verdict: 'chosen',
			reason:
				'WebGPU agrees with the CPU within 0.0000010 nats when attention runs on the CPU; with its own it is 11 nats off, so it is used only when it is asked for.',
			difference: 1e-6,
		});
		const report = await chooseDevice('auto', {
			...off,
			reasonAgainst: (device) => (device === 'webgpu' || device === 'cpu' ? undefined : 'It is not there.'),
		});
		assert.equal(report.chosen, 'cpu');
		assert.equal(report.candidates.find(({ device }) => device === 'webgpu')?.verdict, 'available');
	});

	it('works on this machine: a device, and a sentence for each of the others', async () => {
		const report = await chooseDevice('auto', deviceChecks({ program, modelFolder, signal: new AbortController().signal }), {
			tryAll: true,
		});
		assert.deepEqual(new Set(report.candidates.map(({ device }) => device)), new Set(devices));
		assert.equal(report.candidates.filter(({ verdict }) => verdict === 'chosen').length, 1);
		for (const { device, verdict, reason } of report.candidates) {
			assert.match(reason, /^[^\n]+\.$/, device);
			assert.doesNotMatch(reason, /\bat .*:\d+|onnxruntime_src|Error:/, device);
			if (device === 'cpu') assert.notEqual(verdict, 'refused');
			if (device === 'dml' && process.platform !== 'win32') assert.equal(reason, 'DirectML exists on Windows only.');
		}
	});

	it('becomes what the runtime is asked for', () => {
		assert.deepEqual(executionProvidersFor('cpu'), { device: 'cpu', options: { executionProviders: ['cpu'] } });
		assert.deepEqual(
			executionProvidersFor('webgpu').options.executionProviders,
			['webgpu'],
			'and nothing else, or a missing device would be the CPU in silence',
		);
		delete process.env['NVIDIA_TF32_OVERRIDE'];
		executionProvidersFor('cuda');
		assert.equal(process.env['NVIDIA_TF32_OVERRIDE'], '0');
		delete process.env['NVIDIA_TF32_OVERRIDE'];
	});
});
