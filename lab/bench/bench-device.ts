import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { chooseDevice, deviceChecks } from '../../src/lm/devices/choose-device.ts';
import type { Device } from '../../src/lm/devices/device.ts';
import { environmentForCuda, installedCuda } from '../../test/devices/cuda-environment.ts';

const script = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/**
 * Checks that a device can be used, as the product does. The loader must know of CUDA's libraries when a process starts: where this one was
 * started without them, the same program is started again with them.
 * @returns the status with which this process is to end; `undefined` where it is to go on.
 * @throws {UserError} RA221 when the device cannot be used.
 */
export async function prepareDevice(device: Device): Promise<number | undefined> {
	if (device === 'cpu') return undefined;
	const env = device === 'cuda' ? environmentForCuda() : {};
	const mark = 'RAG_ASSAY_BENCH_STARTED';
	if ('LD_LIBRARY_PATH' in env && process.env[mark] === undefined) {
		return (
			spawnSync(process.execPath, process.argv.slice(1), { stdio: 'inherit', env: { ...process.env, ...env, [mark]: '1' } }).status ?? 1
		);
	}
	await chooseDevice(
		device,
		deviceChecks({
			program: script('../../test/unit/lm/devices/probe-program.ts'),
			modelFolder: script('../../models/demo'),
			cudaFolder: installedCuda,
			signal: new AbortController().signal,
		}),
	);
	return undefined;
}

/** What a bench says of the device that it ran on; nothing of the CPU, which `processor` and `cores` tell of. */
export function deviceData(device: Device): Readonly<Record<string, string>> {
	if (device === 'cpu') return {};
	if (device !== 'cuda') return { device };
	const { status, stdout } = spawnSync('nvidia-smi', ['--query-gpu=name,driver_version,memory.total', '--format=csv,noheader'], {
		encoding: 'utf8',
	});
	return { device, card: status === 0 ? stdout.trim().split('\n', 1)[0]! : 'unknown: nvidia-smi does not say' };
}
