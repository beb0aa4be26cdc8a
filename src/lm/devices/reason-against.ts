import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { listSupportedBackends } from 'onnxruntime-node';
import { hasCode } from '../../errors.ts';
import { deviceNames, onlyOn, type Device } from './device.ts';

/** What is known of a machine without starting a device. */
export interface Machine {
	readonly platform: string;
	readonly arch: string;
	/** Folder of ONNX Runtime's native files; `undefined` when it cannot be told. */
	readonly runtimeFolder: string | undefined;
	/** Devices that the runtime was built for, and whether all their files come with it. */
	readonly built: readonly { readonly device: string; readonly bundled: boolean }[];
	readonly environment: Readonly<Record<string, string | undefined>>;
	readonly exists: (path: string) => boolean;
	readonly list: (folder: string) => readonly string[];
}

/** This machine. @param program the running program, beside which `onnxruntime-node` is installed. */
export function thisMachine(program = process.argv[1] ?? '.'): Machine {
	return {
		platform: process.platform, arch: process.arch, environment: process.env,
		runtimeFolder: runtimeFolder(program),
		built: listSupportedBackends().map(({ name, bundled }) => ({ device: name, bundled })),
		exists: existsSync,
		list: (folder) => (existsSync(folder) ? readdirSync(folder) : []),
	};
}

function runtimeFolder(program: string): string | undefined {
	try {
		const main = createRequire(resolve(program)).resolve('onnxruntime-node');
		return join(dirname(main), '..', 'bin', 'napi-v6', process.platform, process.arch);
	} catch (error) {
		if (hasCode(error, 'MODULE_NOT_FOUND')) return undefined;
		throw error;
	}
}

/**
 * Why a device cannot work on this machine, as far as can be told without starting it: one plain sentence.
 * `undefined` means that it is worth trying.
 */
export function reasonAgainst(device: Device, machine: Machine): string | undefined {
	if (device === 'cpu') return undefined;
	const only = onlyOn[device];
	if (only !== undefined && only.platform !== machine.platform) return `${deviceNames[device]} exists on ${only.name} only.`;
	const built = machine.built.find((backend) => backend.device === device);
	if (device === 'cuda') return reasonAgainstCuda(machine, built !== undefined);
	if (built === undefined) return `This build of ONNX Runtime has no ${deviceNames[device]} for ${machine.platform} on ${machine.arch}.`;
	if (device === 'webgpu' && machine.platform === 'linux') return reasonAgainstGraphics(machine);
	return undefined;
}

/** CUDA's provider is not in the npm package: it is a step of its own, and each part of it is looked for by name. */
function reasonAgainstCuda({ platform, arch, runtimeFolder: folder, exists }: Machine, built: boolean): string | undefined {
	if (platform === 'darwin') return 'CUDA does not exist on macOS.';
	if (!built) return `This build of ONNX Runtime has no CUDA for ${platform} on ${arch}.`;
	if (platform === 'linux' && !['/proc/driver/nvidia/version', '/dev/nvidiactl', '/dev/dxg'].some(exists)) return 'CUDA needs an NVIDIA graphics card with its driver, and none was found.';
	if (folder === undefined) return "The folder of ONNX Runtime was not found, so CUDA's provider library cannot be looked for.";
	const [before, after] = platform === 'win32' ? ['', '.dll'] : ['lib', '.so'];
	const missing = ['providers_shared', 'providers_cuda'].map((name) => `${before}onnxruntime_${name}${after}`).filter((name) => !exists(join(folder, name)));
	if (missing.length === 0) return undefined;
	return `CUDA's provider library is not installed: ${missing.join(' and ')} of ONNX Runtime's GPU package, for CUDA 12 and of the same version, must be put into ${folder} (onnxruntime-node's own install script does it with ONNXRUNTIME_NODE_INSTALL=cuda12).`;
}

function reasonAgainstGraphics({ environment, exists, list }: Machine): string | undefined {
	// A driver that someone named may need no card, such as one that draws in software.
	if (environment['VK_DRIVER_FILES'] !== undefined || environment['VK_ICD_FILENAMES'] !== undefined) return undefined;
	const cards = list('/dev/dri').some((name) => name.startsWith('renderD')) || exists('/dev/nvidiactl') || exists('/dev/dxg');
	return cards ? undefined : 'WebGPU needs a graphics card, and none was found (/dev/dri has no render device).';
}
