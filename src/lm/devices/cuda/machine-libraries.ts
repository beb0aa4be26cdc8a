import { spawnSync } from 'node:child_process';
import { existsSync, readSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errorNumbers } from '../../../error-numbers.ts';
import type { FileKind } from '../../../files/file-kind.ts';
import { withFileSync } from '../../../files/read-file.ts';

/** A shared library of CUDA; the largest that is known has some 600 MB. */
export const libraryFile: FileKind = {
	subject: 'This library',
	max: 4 * 2 ** 30,
	code: errorNumbers.damagedCudaPackage,
	hint: 'Check who may read it, or delete it and install CUDA again.',
};

/** Where shared libraries are found on a machine, by their file names such as `libcudart.so.13`. */
export interface MachineLibraries {
	/** Path under which the system's loader finds a library. */
	loaded(name: string): string | undefined;
	/** Path of one in a place where CUDA is usually installed, where the loader does not look by itself. */
	elsewhere(name: string): string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Those of this machine (Linux, 64-bit). @param except a folder that does not count: the product's own, in which the model process has the
 * loader look first.
 */
export function machineLibraries(environment: Environment = process.env, except?: string): MachineLibraries {
	let cache: ReadonlyMap<string, string> | undefined;
	const named = (environment['LD_LIBRARY_PATH'] ?? '').split(':').filter((folder) => folder !== '' && folder !== except);
	return {
		loaded(name) {
			cache ??= loaderCache();
			return inFolders(named, name) ?? cache.get(name) ?? inFolders(standardFolders, name);
		},
		elsewhere: (name) => inFolders(defaultFolders(environment), name),
	};
}

/** Where the loader looks without being told. */
const standardFolders = ['/lib64', '/usr/lib64', '/lib', '/usr/lib'];

function defaultFolders(environment: Environment): readonly string[] {
	const roots = [environment['CUDA_PATH'], environment['CUDA_HOME'], '/usr/local/cuda', ...versions('/usr/local'), '/opt/cuda'].filter(
		(root) => root !== undefined && root !== '',
	);
	return [
		...roots.flatMap((root) => [join(root!, 'lib64'), join(root!, 'lib'), join(root!, 'targets', 'x86_64-linux', 'lib')]),
		'/usr/lib/wsl/lib',
	];
}

/** `/usr/local/cuda-13.0` and the like, the newest first. */
function versions(folder: string): readonly string[] {
	if (!existsSync(folder)) return [];
	const names = readdirSync(folder).filter((name) => /^cuda-\d/.test(name));
	return names.toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true })).map((name) => join(folder, name));
}

function inFolders(folders: readonly string[], name: string): string | undefined {
	return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** What `ldconfig` has told the loader; empty on systems without it. */
function loaderCache(): ReadonlyMap<string, string> {
	for (const program of ['ldconfig', '/sbin/ldconfig', '/usr/sbin/ldconfig']) {
		const { status, stdout } = spawnSync(program, ['-p'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], timeout: 10_000 });
		if (status === 0) return parsed(stdout);
	}
	return new Map();
}

/** Lines such as `	libcudart.so.13 (libc6,x86-64) => /usr/local/cuda/lib64/libcudart.so.13`. */
function parsed(text: string): ReadonlyMap<string, string> {
	const found = new Map<string, string>();
	for (const [, name, path] of text.matchAll(/^\s*(\S+) \([^)]*x86-64[^)]*\) => (\S.*)$/gm)) {
		if (name !== undefined && path !== undefined && !found.has(name) && existsSync(path)) found.set(name, path);
	}
	return found;
}

/** A library and those of its family beside it: of `libcudnn.so.9` all `libcudnn*.so.9*`, which it loads by name. */
export function familyOf(path: string, name: string): readonly string[] {
	const [stem = name] = name.split('.so');
	const folder = dirname(path);
	return readdirSync(folder)
		.filter((each) => each.startsWith(stem) && /\.so\.\d/.test(each))
		.map((each) => join(folder, each));
}

/** Whether one of these files names `text`: a cuDNN for another CUDA has the same file names and asks for that one's libraries. */
export function anyNames(paths: readonly string[], text: string): boolean {
	return paths.some((path) => holds(path, text));
}

function holds(path: string, text: string): boolean {
	const mark = Buffer.from(text, 'latin1');
	const piece = Buffer.alloc(2 ** 20);
	return withFileSync(path, libraryFile, (file) => {
		// Pieces overlap, so that none cuts the text in two.
		for (let at = 0; ; at += piece.length - mark.length) {
			const read = readSync(file, piece, 0, piece.length, at);
			if (piece.subarray(0, read).includes(mark)) return true;
			if (read < piece.length) return false;
		}
	});
}
