import { mkdir, rm, stat, statfs, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { errorNumbers } from '../../../error-numbers.ts';
import { hasCode, UserError } from '../../../errors.ts';
import { fileSha256 } from '../../../files/read-file.ts';
import { ownerOnly } from '../../../files/durable-file.ts';
import { asOnlyWriter } from '../../../files/writer-lock.ts';
import { download } from '../../store/download.ts';
import { notWritable } from '../../store/not-writable.ts';
import { retryDownload } from '../../store/retry-download.ts';
import { planInstall, seldom, type PlannedPackage, type InstallProgress } from './install-plan.ts';
import { libraryFile, type MachineLibraries } from './machine-libraries.ts';
import { sizeInWords } from './missing-for-cuda.ts';
import { indexFile } from './package-index.ts';
import { unpackedBytes, type PinnedPackage, type PinnedRuntime } from './pinned-package.ts';
import { unpackArchive } from './unpack-archive.ts';

export interface InstallOptions {
	readonly pinned: PinnedRuntime;
	/** Where the libraries are kept: of this version of ONNX Runtime alone. */
	readonly folder: string;
	/** The package index that is asked. */
	readonly index: URL;
	/** What the machine has itself. */
	readonly libraries: MachineLibraries;
	/** Archives (`file`) that were said beforehand to be fetched; no other is. */
	readonly announced: readonly string[];
	readonly signal: AbortSignal;
	/** Bytes done of all that is downloaded and unpacked, and in all. */
	readonly onProgress: InstallProgress;
	/** First pause before an interrupted download goes on, milliseconds. */
	readonly retryDelay?: number;
	/** Least time between two reports of progress, milliseconds. Default 100. */
	readonly progressInterval?: number;
	/** Free bytes of the disk on which a folder lies; replaced in tests. */
	readonly freeBytes?: (folder: string) => Promise<number>;
}

/**
 * Brings what CUDA needs into `folder`: fetches each package that the machine has not, resuming what was interrupted, compares it with its
 * size and SHA-256, and unpacks the pinned members; links the machine's own libraries that the loader would not find. What is in the folder
 * already is compared with its SHA-256 again, and fetched anew where it differs and that was announced.
 * @returns what was done about each package.
 * @throws {UserError} RA306..RA309 and RA313 of downloads, RA312 when the folder cannot be written to, RA333 when the index does not have a
 * file, RA334 for an archive that is not what it should be, RA335 when there is no room, RA336 when more is to be
 * fetched than was announced: nothing is changed then; the signal's reason when aborted: what came is kept.
 */
export async function installCuda(options: InstallOptions): Promise<readonly PlannedPackage[]> {
	const { folder, signal, onProgress } = options;
	try {
		return await asOnlyWriter(
			folder,
			{ signal, notWritable, onWait: () => onProgress('Waiting for another installation of CUDA', 0, 0) },
			async () => new Installation(options).run(),
		);
	} catch (cause) {
		if (hasCode(cause, 'ENOSPC', 'EDQUOT', 'EACCES', 'EPERM', 'EROFS')) throw notWritable(folder, cause);
		throw cause;
	}
}

class Installation {
	readonly #options: InstallOptions;
	#done = 0;
	#total = 0;
	readonly #tell: InstallProgress;

	constructor(options: InstallOptions) {
		this.#options = options;
		this.#tell = seldom(options.onProgress, options.progressInterval);
	}

	async run(): Promise<readonly PlannedPackage[]> {
		const { pinned, folder, libraries, signal } = this.#options;
		const { packages: plan, damaged } = await planInstall({ pinned, folder, libraries, signal, onProgress: this.#tell });
		const fetched = plan.filter(({ state }) => state === 'fetch').map((planned) => planned.package);
		this.#requireAnnounced(fetched);
		await Promise.all(damaged.map((name) => rm(join(folder, name), { force: true })));
		await this.#requireRoom(fetched);
		this.#total = fetched.reduce((sum, one) => sum + one.bytes + unpackedBytes(one), 0);
		for (const [i, one] of fetched.entries()) await this.#fetch(one, `${i + 1} of ${fetched.length}`);
		for (const planned of plan)
			if (planned.state === 'link') for (const file of planned.files) await link(file, join(folder, basename(file)));
		await rm(this.#downloads, { recursive: true, force: true });
		return plan;
	}

	get #downloads(): string {
		return join(this.#options.folder, 'downloads');
	}

	/** What lies in the folder may have changed since it was announced, and so may what the machine has. */
	#requireAnnounced(fetched: readonly PinnedPackage[]): void {
		const { announced, folder } = this.#options;
		const more = fetched.filter(({ file }) => !announced.includes(file));
		if (more.length === 0) return;
		const names = more.map(({ name, version, bytes }) => `${name} ${version} (${sizeInWords(bytes)})`);
		throw new UserError(errorNumbers.unannouncedDownload, `CUDA now needs a download that was not announced: ${names.join(', ')}.`, {
			place: { file: folder },
			hint: 'What is installed has changed meanwhile. Nothing was downloaded. Install CUDA again: what is fetched is said first.',
		});
	}

	/** Room for what is unpacked, and for the largest archive beside it; what has come of it already counts. */
	async #requireRoom(fetched: readonly PinnedPackage[]): Promise<void> {
		if (fetched.length === 0) return;
		const { folder, freeBytes = freeOn } = this.#options;
		const begun = await Promise.all(fetched.map(async ({ file }) => (await bytesOf(join(this.#downloads, `${file}.part`))) ?? 0));
		const needed =
			fetched.reduce((sum, one) => sum + unpackedBytes(one), 0) + Math.max(...fetched.map(({ bytes }, i) => bytes - begun[i]!));
		const free = await freeBytes(folder);
		if (free >= needed) return;
		throw new UserError(
			errorNumbers.noRoomForCuda,
			`CUDA needs ${sizeInWords(needed)} of free space, and there are ${sizeInWords(free)}.`,
			{
				place: { file: folder },
				hint: 'Make room, or choose another cache directory. Nothing was downloaded.',
			},
		);
	}

	async #fetch(one: PinnedPackage, which: string): Promise<void> {
		const { index, folder, signal, onProgress, retryDelay } = this.#options;
		const before = this.#done;
		const archive = join(this.#downloads, one.file);
		await retryDownload({ signal, onProgress, ...(retryDelay === undefined ? {} : { retryDelay }) }, async () => {
			// Whole from an earlier try that ended while it was unpacked: compared again, because time has passed.
			if (
				(await bytesOf(archive)) === one.bytes &&
				(await fileSha256(archive, libraryFile, {
					signal,
					onProgress: (done) => this.#tell(`Checking ${one.name} ${one.version} (${which})`, before + done, this.#total),
				})) === one.sha256
			)
				return;
			await download(indexFile(index, one), archive, {
				signal,
				limit: one.bytes,
				onProgress: (done) => this.#tell(`Downloading ${one.name} ${one.version} (${which})`, before + done, this.#total),
			});
		});
		await mkdir(folder, { recursive: true, mode: ownerOnly });
		await unpackArchive(archive, one.members, folder, {
			signal,
			onProgress: (done) => this.#tell(`Unpacking ${one.name} ${one.version} (${which})`, before + one.bytes + done, this.#total),
		}).catch(async (error: unknown) => {
			// An archive that has the right hash and cannot be unpacked would fail again and again.
			if (error instanceof UserError) await rm(archive, { force: true });
			throw error;
		});
		await rm(archive, { force: true });
		this.#done = before + one.bytes + unpackedBytes(one);
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
