import { clearFolders, folderSize, type FolderSize } from '../../files/cache-files.ts';
import { confineLinks } from '../../files/confinement.ts';
import type { Caches, RunnerSettings } from '../../protocol/requests.ts';
import type { Log } from '../lsp/log.ts';
import { pathOf } from '../lsp/uris.ts';
import {
	cudaFolder,
	cudaStoreFolder,
	defaultCacheDirectory,
	defaultDataDirectory,
	graphsFolder,
	graphStoreFolder,
	ledgerWitnessFolder,
	modelStoreFolder,
	resultsFolder,
	workspaceAnswersFolder,
	workspaceCalibrationFolder,
	workspaceEmbeddingsFolder,
	workspaceResultsFolder,
	workspaceScanFolder,
} from './cache-directory.ts';
import type { PackagePaths } from './package-paths.ts';

/** What every domain of the runner works under: the settings in force, with the workspace's trust and folders, and the log. It knows no model. */
export class RunnerContext {
	readonly log: Log;
	/** Files of the product's own package. */
	readonly paths: PackagePaths;
	#settings: RunnerSettings;
	#roots: readonly string[] = [];

	constructor(settings: RunnerSettings, { log, paths }: { readonly log: Log; readonly paths: PackagePaths }) {
		this.#settings = settings;
		this.log = log;
		this.paths = paths;
	}

	/** Returns the settings in force. They say whether the workspace is trusted. */
	get settings(): RunnerSettings {
		return this.#settings;
	}

	/** Puts settings in force. `ModelService.settingsChanged` follows, which unloads a model that they no longer select. */
	configure(settings: RunnerSettings): void {
		this.#settings = settings;
		this.#confine();
	}

	/** Sets the roots of the workspace. Each workspace's results are in their own folder. */
	setRoots(roots: readonly string[]): void {
		this.#roots = roots;
		this.#confine();
	}

	/** Keeps the links of an untrusted workspace from leading out of it. */
	#confine(): void {
		confineLinks(this.#settings.trusted ? null : this.#roots.flatMap((uri) => pathOf(uri) ?? []));
	}

	/** Returns the folder of the user's own data, such as privacy ledgers. */
	get dataDirectory(): string {
		return this.#settings.dataDirectory ?? defaultDataDirectory();
	}

	/** Returns the folder of everything that can be computed or downloaded again. */
	get cacheDirectory(): string {
		return this.#settings.cacheDirectory ?? defaultCacheDirectory();
	}

	/** Returns the folder that records how far privacy ledgers have come. */
	get ledgerWitnesses(): string {
		return ledgerWitnessFolder(this.cacheDirectory);
	}

	/** Returns the folder of the workspace's calibrations. */
	get calibrationFolder(): string {
		return workspaceCalibrationFolder(this.cacheDirectory, this.#roots);
	}

	/** Returns the folder in which scans of memories and other long jobs keep what they have read until they are done. */
	get memoryScanFolder(): string {
		return workspaceScanFolder(this.cacheDirectory, this.#roots);
	}

	/** Returns the folder of the workspace's results. */
	get resultsFolder(): string {
		return workspaceResultsFolder(this.cacheDirectory, this.#roots);
	}

	/** Returns the folder of the workspace's embeddings. */
	get embeddingsFolder(): string {
		return workspaceEmbeddingsFolder(this.cacheDirectory, this.#roots);
	}

	/** Returns the folder of what endpoints have answered to the workspace. */
	get endpointAnswersFolder(): string {
		return workspaceAnswersFolder(this.cacheDirectory, this.#roots);
	}

	/** Returns the folder of downloaded models. */
	get modelStore(): string {
		return modelStoreFolder(this.cacheDirectory);
	}

	/** Returns the folder of the instrumented graphs of this version of the product. */
	get graphStore(): string {
		return graphStoreFolder(this.cacheDirectory, this.paths.version);
	}

	/** Returns the folder of the libraries that CUDA needs. */
	get cudaFolder(): string {
		return cudaFolder(this.cacheDirectory, this.paths.runtime);
	}

	/** Returns the folders of results, instrumented graphs, downloaded models and CUDA's libraries, with their sizes. */
	async caches(): Promise<Caches> {
		const of = async (folder: string) => ({ folder, ...(await folderSize(folder)) });
		const directory = this.cacheDirectory;
		return {
			results: await of(resultsFolder(directory)),
			graphs: await of(graphsFolder(directory)),
			models: await of(modelStoreFolder(directory)),
			cuda: await of(cudaStoreFolder(directory)),
		};
	}

	/** Deletes results and instrumented graphs. Resolves to how much was deleted. */
	clearCache(): Promise<FolderSize> {
		const directory = this.cacheDirectory;
		return clearFolders([resultsFolder(directory), graphsFolder(directory)]);
	}
}
