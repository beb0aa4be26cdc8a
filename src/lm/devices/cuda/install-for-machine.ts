import { errorNumbers } from '../../../error-numbers.ts';
import { UserError } from '../../../errors.ts';
import { thisMachine } from '../reason-against.ts';
import { cudaPackages } from './cuda-packages.ts';
import { installCuda } from './install-cuda.ts';
import { planInstall, seldom, type PlannedPackage, type InstallProgress } from './install-plan.ts';
import { machineLibraries } from './machine-libraries.ts';
import { missingForCuda, missingInWords, type MissingForCuda } from './missing-for-cuda.ts';
import { packageIndex } from './package-index.ts';
import { unpackedBytes } from './pinned-package.ts';

export interface InstallForMachineOptions {
	/** The running program, beside which `onnxruntime-node` is installed. */
	readonly program: string;
	readonly folder: string;
	/** Address of the package index; `undefined`: that of the machine's pip. */
	readonly index: string | undefined;
	/** Archives that were said beforehand to be fetched; `null`: only say what would be done. */
	readonly announced: readonly string[] | null;
	readonly signal: AbortSignal;
	readonly onProgress: InstallProgress;
}

/** What was done about CUDA on this machine, or would be. */
export interface Installation {
	readonly device: 'cuda';
	/** Versions of ONNX Runtime and of CUDA. */
	readonly runtime: string;
	readonly cuda: string;
	readonly folder: string;
	/** Of the package index. */
	readonly host: string;
	readonly packages: readonly {
		readonly name: string;
		readonly version: string;
		readonly brings: string;
		readonly file: string;
		readonly bytes: number;
		readonly sha256: string;
		readonly unpackedBytes: number;
		readonly state: PlannedPackage['state'];
		readonly path: string | null;
	}[];
	/** Of what is to be fetched. */
	readonly bytes: number;
	readonly unpackedBytes: number;
	/** What CUDA lacks now, in words. */
	readonly missing: string | null;
	/** What of the NVIDIA driver it lacks. */
	readonly missingDriver: MissingForCuda['driver'];
}

/**
 * Brings what CUDA needs on this machine into `folder`, or says what that would be.
 * @throws {UserError} RA231 where the bundled ONNX Runtime has no CUDA, RA333 for an impossible index, else as `installCuda`.
 */
export async function installForMachine({
	program,
	folder,
	index: named,
	announced,
	signal,
	onProgress,
}: InstallForMachineOptions): Promise<Installation> {
	const machine = thisMachine(program, folder);
	const { platform, arch } = machine;
	if (!machine.built.some(({ device }) => device === 'cuda') || platform !== cudaPackages.platform || arch !== cudaPackages.arch) {
		throw new UserError(
			errorNumbers.noCudaForMachine,
			`The ONNX Runtime that comes with RAG Assay has no CUDA for ${platform} on ${arch}, so there is nothing to install.`,
			{ hint: 'It has CUDA for Linux on x64 alone. `rag-assay doctor` says which devices can be used here.' },
		);
	}
	const libraries = machineLibraries(process.env, folder);
	const index = await packageIndex(named);
	const common = { pinned: cudaPackages, folder, libraries, signal };
	const plan =
		announced === null
			? (await planInstall({ ...common, onProgress: seldom(onProgress) })).packages
			: await installCuda({ ...common, index, announced, onProgress });
	const packages = plan.map((planned) => {
		const { name, version, brings, file, bytes, sha256 } = planned.package;
		return {
			name,
			version,
			brings,
			file,
			bytes,
			sha256,
			unpackedBytes: unpackedBytes(planned.package),
			state: planned.state,
			path: 'path' in planned ? planned.path : null,
		};
	});
	const missing = missingForCuda(cudaPackages, machine);
	const fetched = packages.filter(({ state }) => state === 'fetch');
	return {
		device: 'cuda',
		runtime: cudaPackages.runtime,
		cuda: cudaPackages.cuda,
		folder,
		host: index.host,
		packages,
		bytes: fetched.reduce((sum, { bytes }) => sum + bytes, 0),
		unpackedBytes: fetched.reduce((sum, one) => sum + one.unpackedBytes, 0),
		missing: missingInWords(missing, cudaPackages) ?? null,
		missingDriver: missing.driver,
	};
}
