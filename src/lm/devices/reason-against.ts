import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { listSupportedBackends } from 'onnxruntime-node';
import { hasCode } from '../../errors.ts';
import { cudaPackages } from './cuda/cuda-packages.ts';
import { machineLibraries } from './cuda/machine-libraries.ts';
import { missingForCuda, missingInWords } from './cuda/missing-for-cuda.ts';
import { deviceNames, onlyOn, type Device } from './device.ts';

/** What is known of a machine without starting a device. */
export interface Machine {
	readonly platform: string;
	readonly arch: string;
	/** Folder of ONNX Runtime's native files; `undefined` when it cannot be told. */
	readonly runtimeFolder: string | undefined;
	/** Folder of the libraries that `device install cuda` brings; need not exist. */
	readonly cudaFolder: string | undefined;
	/** Path under which the system's loader finds a shared library. */
	readonly loaded: (library: string) => string | undefined;
	/** Devices that the runtime was built for, and whether all their files come with it. */
	readonly built: readonly { readonly device: string; readonly bundled: boolean }[];
	readonly environment: Readonly<Record<string, string | undefined>>;
	readonly exists: (path: string) => boolean;
	readonly list: (folder: string) => readonly string[];
}

/**
 * This machine.
 * @param program the running program, beside which `onnxruntime-node` is installed.
 * @param cudaFolder where `device install cuda` puts its libraries.
 */
export function thisMachine(program = process.argv[1] ?? '.', cudaFolder?: string): Machine {
	const libraries = machineLibraries(process.env, cudaFolder);
	return {
		platform: process.platform,
		arch: process.arch,
		environment: process.env,
		runtimeFolder: runtimeFolder(program),
		cudaFolder,
		loaded: (library) => libraries.loaded(library),
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

/** Whether `device install` brings what a device lacks: where its card and driver are there. */
export function isInstallable(device: Device, machine: Machine): boolean {
	if (device !== 'cuda' || !machine.built.some((backend) => backend.device === device)) return false;
	const { driver, packages } = missingForCuda(cudaPackages, machine);
	return driver === null && packages.length > 0;
}

/** CUDA's libraries are not in the npm package: they are a step of their own, and each is looked for by name. */
function reasonAgainstCuda(machine: Machine, built: boolean): string | undefined {
	if (machine.platform === 'darwin') return 'CUDA does not exist on macOS.';
	if (!built) return `This build of ONNX Runtime has no CUDA for ${machine.platform} on ${machine.arch}.`;
	return missingInWords(missingForCuda(cudaPackages, machine), cudaPackages);
}

function reasonAgainstGraphics({ environment, exists, list }: Machine): string | undefined {
	// A driver that someone named may need no card, such as one that draws in software.
	if (environment['VK_DRIVER_FILES'] !== undefined || environment['VK_ICD_FILENAMES'] !== undefined) return undefined;
	const cards = list('/dev/dri').some((name) => name.startsWith('renderD')) || exists('/dev/nvidiactl') || exists('/dev/dxg');
	return cards ? undefined : 'WebGPU needs a graphics card, and none was found (/dev/dri has no render device).';
}
