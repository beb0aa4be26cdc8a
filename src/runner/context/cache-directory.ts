import { homedir } from 'node:os';
import { join } from 'node:path';
import { jsonHash } from '../../files/cache-files.ts';

/** Where a platform keeps what a program must not lose, a user's own: XDG, macOS's Application Support, Windows' roaming application data. */
export function defaultDataDirectory(
	platform: NodeJS.Platform = process.platform,
	env: NodeJS.ProcessEnv = process.env,
	home: string = homedir(),
): string {
	if (platform === 'win32') return join(env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), 'rag-assay');
	if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'rag-assay');
	return join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'rag-assay');
}

/** Where a platform keeps what a program may lose: XDG, macOS's Caches, Windows' local application data. */
export function defaultCacheDirectory(
	platform: NodeJS.Platform = process.platform,
	env: NodeJS.ProcessEnv = process.env,
	home: string = homedir(),
): string {
	if (platform === 'win32') return join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'rag-assay', 'Cache');
	if (platform === 'darwin') return join(home, 'Library', 'Caches', 'rag-assay');
	return join(env['XDG_CACHE_HOME'] || join(home, '.cache'), 'rag-assay');
}

/** Folder of the results of all workspaces. */
export function resultsFolder(cacheDirectory: string): string {
	return join(cacheDirectory, 'results');
}

/** Folder of one workspace's results, named by its roots without telling them. */
export function workspaceResultsFolder(cacheDirectory: string, roots: readonly string[]): string {
	return join(resultsFolder(cacheDirectory), nameOf(roots));
}

/** Folder of one workspace's calibrations: among the results, because they hold text of traces too, but not in the folder that drops what is old. */
export function workspaceCalibrationFolder(cacheDirectory: string, roots: readonly string[]): string {
	return join(resultsFolder(cacheDirectory), 'calibration', nameOf(roots));
}

/** Folder of the workspace's scans of memories that are not done: what they have read, which is private. */
export function workspaceScanFolder(cacheDirectory: string, roots: readonly string[]): string {
	return join(resultsFolder(cacheDirectory), 'memory-scans', nameOf(roots));
}

/** Folder of one workspace's embeddings: beside its results, which are dropped by a limit of their own. */
export function workspaceEmbeddingsFolder(cacheDirectory: string, roots: readonly string[]): string {
	return join(resultsFolder(cacheDirectory), 'embeddings', nameOf(roots));
}

/** Folder of what endpoints have answered to one workspace: among the results, because it holds text, but not in the folder that drops what is old, because it was paid for. */
export function workspaceAnswersFolder(cacheDirectory: string, roots: readonly string[]): string {
	return join(resultsFolder(cacheDirectory), 'endpoint-answers', nameOf(roots));
}

function nameOf(roots: readonly string[]): string {
	return jsonHash(roots.toSorted()).slice(0, 16);
}

/** Folder of instrumented graphs of all versions of the product. */
export function graphsFolder(cacheDirectory: string): string {
	return join(cacheDirectory, 'graphs');
}

/** Folder of instrumented graphs and what is known about them, of one version of the product. */
export function graphStoreFolder(cacheDirectory: string, version: string): string {
	return join(graphsFolder(cacheDirectory), version);
}

/** Folder of the libraries that CUDA needs, for all versions of ONNX Runtime. */
export function cudaStoreFolder(cacheDirectory: string): string {
	return join(cacheDirectory, 'cuda');
}

/** Folder of those for one version of ONNX Runtime. */
export function cudaFolder(cacheDirectory: string, runtime: string): string {
	return join(cudaStoreFolder(cacheDirectory), runtime);
}

/** Folder of what is remembered of privacy ledgers, which lie elsewhere: clearing the cache leaves it, because nothing else tells that one was rolled back. */
export function ledgerWitnessFolder(cacheDirectory: string): string {
	return join(cacheDirectory, 'ledger-witnesses');
}

/** Folder of downloaded models. */
export function modelStoreFolder(cacheDirectory: string): string {
	return join(cacheDirectory, 'models');
}
