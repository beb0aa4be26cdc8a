import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../../../errors.ts';
import { fileSha256 } from '../../../files/read-file.ts';
import { anyNames, familyOf, libraryFile, type MachineLibraries } from './machine-libraries.ts';
import type { PinnedMember, PinnedPackage, PinnedRuntime } from './pinned-package.ts';

/** The step that is being done, as it is told; bytes done, and in all (0: not known). */
export type InstallProgress = (step: string, done: number, total: number) => void;

/** Tells the first and the last of each step, and between them one in `interval` milliseconds: a download has tens of thousands of pieces. */
export function seldom(onProgress: InstallProgress, interval = 100): InstallProgress {
	let last: { readonly step: string; readonly at: number } | undefined;
	return (step, done, total) => {
		const now = performance.now();
		if (last?.step === step && now - last.at < interval && done < total) return;
		last = { step, at: now };
		onProgress(step, done, total);
	};
}

/** Members that lie in the folder, by name. */
interface InstalledMembers {
	/** What was unpacked, by size and SHA-256. */
	readonly whole: ReadonlySet<string>;
	/** Changed since. */
	readonly damaged: readonly string[];
}

/**
 * Compares what lies in `folder` with what is pinned; changes nothing.
 * @throws {UserError} RA334 for one that cannot be read; the signal's reason when aborted.
 */
async function installedMembers(
	members: readonly PinnedMember[],
	folder: string,
	signal: AbortSignal,
	onProgress: InstallProgress,
): Promise<InstalledMembers> {
	const sizes = await Promise.all(members.map(({ name }) => sizeOf(join(folder, name))));
	const total = members.reduce((sum, { bytes }, i) => sum + (sizes[i] === bytes ? bytes : 0), 0);
	const whole = new Set<string>();
	const damaged: string[] = [];
	let before = 0;
	for (const [i, { name, bytes, sha256 }] of members.entries()) {
		if (sizes[i] === undefined) continue;
		const from = before;
		const right =
			sizes[i] === bytes &&
			(await fileSha256(join(folder, name), libraryFile, {
				signal,
				onProgress: (done) => onProgress('Checking what is installed', from + done, total),
			})) === sha256;
		if (right) whole.add(name);
		else damaged.push(name);
		if (sizes[i] === bytes) before += bytes;
	}
	return { whole, damaged };
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
