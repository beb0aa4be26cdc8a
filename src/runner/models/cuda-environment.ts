import { randomUUID } from 'node:crypto';
import { existsSync, readlinkSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { hasCode } from '../../errors.ts';

/** ONNX Runtime itself, as its binding for Node asks the loader for it. */
const runtime = 'libonnxruntime.so.1';

/**
 * What a process finds in its environment so that its ONNX Runtime has CUDA, where `folder` holds the provider. ONNX Runtime looks for its
 * provider beside itself, where a package of the product lies, which may be read-only and is replaced by every update: so it is linked into
 * the folder, and the loader, which hears of `LD_LIBRARY_PATH` before it looks beside the binding, takes it from there.
 * @param runtimeFolder of the native files of `onnxruntime-node`.
 */
export function cudaEnvironment(
	folder: string,
	runtimeFolder: string | undefined,
	onWarning: (message: string) => void,
): Readonly<Record<string, string>> {
	if (process.platform !== 'linux' || runtimeFolder === undefined || !existsSync(join(folder, 'libonnxruntime_providers_cuda.so')))
		return {};
	try {
		linkTo(join(runtimeFolder, runtime), join(folder, runtime));
	} catch (error) {
		// The CPU and all other devices work without it.
		onWarning(`CUDA is not used, because its folder ${folder} cannot be written to: ${String(error)}`);
		return {};
	}
	const before = process.env['LD_LIBRARY_PATH'];
	return { LD_LIBRARY_PATH: before === undefined || before === '' ? folder : `${folder}:${before}` };
}

/** Another installation of the product, of the same ONNX Runtime, may have linked its own, and be gone since. In one step: a process may be starting. */
function linkTo(target: string, path: string): void {
	try {
		if (readlinkSync(path) === target) return;
	} catch (error) {
		if (!hasCode(error, 'ENOENT', 'EINVAL')) throw error;
	}
	const beside = `${path}.${randomUUID()}`;
	symlinkSync(target, beside);
	renameSync(beside, path);
}
