import { join } from 'node:path';
import type { PinnedPackage, PinnedRuntime } from './pinned-package.ts';

/** Where CUDA's parts are looked for. */
export interface CudaPlaces {
	readonly environment: Readonly<Record<string, string | undefined>>;
	/** Folder of ONNX Runtime's native files. */
	readonly runtimeFolder: string | undefined;
	/** Folder of what `device install cuda` has brought. */
	readonly cudaFolder: string | undefined;
	readonly exists: (path: string) => boolean;
	/** Path under which the system's loader finds a shared library. */
	readonly loaded: (library: string) => string | undefined;
}

/** What CUDA needs and has not. */
export interface MissingForCuda {
	/** Of the NVIDIA driver: its card (its devices), or its library. */
	readonly driver: 'card' | 'library' | null;
	/** What `device install cuda` would bring. */
	readonly packages: readonly PinnedPackage[];
}

/** Signs that a driver for a card of NVIDIA's runs; the last is Windows' in WSL. */
const cardSigns = ['/proc/driver/nvidia/version', '/dev/nvidiactl', '/dev/dxg'];
/** CUDA's library that comes with the driver. */
const driverLibrary = 'libcuda.so.1';

/** What CUDA lacks on a machine with Linux, without starting anything. */
export function missingForCuda({ packages }: PinnedRuntime, { runtimeFolder, cudaFolder, exists, loaded }: CudaPlaces): MissingForCuda {
	const inFolder = (folder: string | undefined, name: string): boolean => folder !== undefined && exists(join(folder, name));
	return {
		driver: !cardSigns.some((sign) => exists(sign)) ? 'card' : loaded(driverLibrary) === undefined ? 'library' : null,
		packages: packages.filter(
			({ needed, anyOfMachine }) =>
				!(
					needed.every((name) => inFolder(cudaFolder, name) || (anyOfMachine && loaded(name) !== undefined)) ||
					// Where onnxruntime-node's own installer, or a person, puts the provider.
					(!anyOfMachine && needed.every((name) => inFolder(runtimeFolder, name)))
				),
		),
	};
}

/** One plain sentence: what is missing, and what brings it; `undefined` where nothing is. */
export function missingInWords(
	{ driver, packages }: MissingForCuda,
	{ driver: oldest }: Pick<PinnedRuntime, 'driver'>,
): string | undefined {
	const found = driver === 'card' ? 'no NVIDIA graphics card with a driver was found' : `its library ${driverLibrary} was not found`;
	const driverNeeded = `the NVIDIA driver (version ${oldest} or newer; it comes with your system or from NVIDIA, and ${found})`;
	const brings = inWords(packages.map((one) => one.brings));
	const mass = packages.reduce((sum, { bytes }) => sum + bytes, 0);
	const step = `\`rag-assay device install cuda\` (in VS Code: RAG Assay: Install CUDA…) brings ${packages.length === 1 ? 'it' : 'them'}, ${sizeInWords(mass)} to download`;
	if (packages.length === 0) return driver === null ? undefined : `CUDA lacks only ${driverNeeded}.`;
	if (driver === null) return `CUDA lacks ${brings}: ${step}.`;
	return `CUDA lacks ${driverNeeded}, and ${brings}: ${step}.`;
}

/** `1,186 MB`. */
export function sizeInWords(bytes: number): string {
	return `${Math.ceil(bytes / 1e6).toLocaleString('en')} MB`;
}

function inWords(names: readonly string[]): string {
	return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
