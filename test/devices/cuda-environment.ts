import { fileURLToPath } from 'node:url';
import { cudaFolder, defaultCacheDirectory } from '../../src/runner/context/cache-directory.ts';
import { cudaEnvironment } from '../../src/runner/models/cuda-environment.ts';
import { packagePaths } from '../../src/runner/context/package-paths.ts';

const { runtime, runtimeFolder } = packagePaths(fileURLToPath(import.meta.url));

/** Where `device install cuda` has put its libraries in the user's cache. */
export const installedCuda = cudaFolder(defaultCacheDirectory(), runtime);

/** What a process must find in its environment when it starts so that ONNX Runtime has the CUDA that `device install cuda` brought; `{}` where it has not. */
export function environmentForCuda(): Readonly<Record<string, string>> {
	return cudaEnvironment(installedCuda, runtimeFolder, (message) => console.error(message));
}
