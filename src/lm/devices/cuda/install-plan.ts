import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../../../errors.ts';
import { anyNames, familyOf, type MachineLibraries } from './machine-libraries.ts';
import type { PinnedPackage, PinnedRuntime } from './pinned-package.ts';

/** What is to be done about a package. */
export type PlannedPackage = { readonly package: PinnedPackage } & (
	/** Its members are in the folder, with their sizes. */
	| { readonly state: 'there' }
	/** The system's loader finds the machine's own, at `path`. */
	| { readonly state: 'machine'; readonly path: string }
	/** The machine has its own where the loader does not look: they are linked. */
	| { readonly state: 'link'; readonly path: string; readonly files: readonly string[] }
	| { readonly state: 'fetch' }
);

/** What an installation into `folder` would do. */
export async function planInstall({ packages }: PinnedRuntime, folder: string, libraries: MachineLibraries): Promise<readonly PlannedPackage[]> {
	return Promise.all(packages.map(async (one) => planned(one, folder, libraries)));
}

async function planned(one: PinnedPackage, folder: string, libraries: MachineLibraries): Promise<PlannedPackage> {
	if (await isThere(one, folder)) return { package: one, state: 'there' };
	if (!one.anyOfMachine) return { package: one, state: 'fetch' };
	const loaded = ownOf(one, (name) => libraries.loaded(name));
	if (loaded !== undefined) return { package: one, state: 'machine', path: loaded.path };
	const elsewhere = ownOf(one, (name) => libraries.elsewhere(name));
	return elsewhere === undefined ? { package: one, state: 'fetch' } : { package: one, state: 'link', ...elsewhere };
}

/** The machine's own libraries in place of a package's, if all that are needed are there and are the right ones. */
function ownOf({ needed, mustName }: PinnedPackage, find: (name: string) => string | undefined): { path: string; files: readonly string[] } | undefined {
	const files = new Set<string>();
	let first: string | undefined;
	for (const name of needed) {
		const path = find(name);
		if (path === undefined) return undefined;
		first ??= path;
		for (const each of [path, ...familyOf(path, name)]) files.add(each);
	}
	if (first === undefined || (mustName !== undefined && !anyNames([...files], mustName))) return undefined;
	return { path: first, files: [...files] };
}

async function isThere({ members }: PinnedPackage, folder: string): Promise<boolean> {
	const sizes = await Promise.all(members.map(({ name }) => sizeOf(join(folder, name))));
	return members.every(({ bytes }, i) => sizes[i] === bytes);
}

/** Of a file that is no link; a link's own content is another's. */
async function sizeOf(path: string): Promise<number | undefined> {
	try {
		const found = await lstat(path);
		return found.isFile() ? found.size : undefined;
	} catch (error) {
		if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
		throw error;
	}
}
