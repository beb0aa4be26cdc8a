import type { InstallProgress } from './install-progress.ts';
import { installedMembers } from './installed-members.ts';
import { anyNames, familyOf, type MachineLibraries } from './machine-libraries.ts';
import type { PinnedPackage, PinnedRuntime } from './pinned-package.ts';

/** What is to be done about a package. */
export type PlannedPackage = { readonly package: PinnedPackage } & PackageState;

type PackageState =
	/** Its members are in the folder, with their sizes and SHA-256. */
	| { readonly state: 'there' }
	/** The system's loader finds the machine's own, at `path`. */
	| { readonly state: 'machine'; readonly path: string }
	/** The machine has its own where the loader does not look: they are linked. */
	| { readonly state: 'link'; readonly path: string; readonly files: readonly string[] }
	| { readonly state: 'fetch' };

/** What an installation would do. */
export interface InstallPlan {
	readonly packages: readonly PlannedPackage[];
	/** Names of members in the folder that have changed since they were unpacked, and go. */
	readonly damaged: readonly string[];
}

/** What is looked at for a plan. */
export interface PlanOptions {
	readonly pinned: PinnedRuntime;
	readonly folder: string;
	readonly libraries: MachineLibraries;
	readonly signal: AbortSignal;
	readonly onProgress: InstallProgress;
}

/**
 * What an installation into `folder` would do: what is there is read and compared with its SHA-256, because what is said beforehand must be
 * what is fetched. Changes nothing.
 * @throws {UserError} RA334 for a library that cannot be read; the signal's reason when aborted.
 */
export async function planInstall({ pinned: { packages }, folder, libraries, signal, onProgress }: PlanOptions): Promise<InstallPlan> {
	const { whole, damaged } = await installedMembers(
		packages.flatMap(({ members }) => members),
		folder,
		signal,
		onProgress,
	);
	return { packages: packages.map((one) => planned(one, whole, libraries)), damaged };
}

function planned(one: PinnedPackage, whole: ReadonlySet<string>, libraries: MachineLibraries): PlannedPackage {
	if (one.members.every(({ name }) => whole.has(name))) return { package: one, state: 'there' };
	if (!one.anyOfMachine) return { package: one, state: 'fetch' };
	const loaded = ownOf(one, (name) => libraries.loaded(name));
	if (loaded !== undefined) return { package: one, state: 'machine', path: loaded.path };
	const elsewhere = ownOf(one, (name) => libraries.elsewhere(name));
	return elsewhere === undefined ? { package: one, state: 'fetch' } : { package: one, state: 'link', ...elsewhere };
}

/** The machine's own libraries in place of a package's, if all that are needed are there and are the right ones. */
function ownOf(
	{ needed, mustName }: PinnedPackage,
	find: (name: string) => string | undefined,
): { path: string; files: readonly string[] } | undefined {
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
