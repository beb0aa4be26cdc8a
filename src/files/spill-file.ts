import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { errorNumbers } from '../error-numbers.ts';
import { hasCode, systemReason, UserError } from '../errors.ts';
import { isAbsent, unreadable } from './unreadable.ts';
import { fileKinds } from './file-kind.ts';
import { ownerOnly } from './durable-file.ts';

/**
 * Where what does not fit into the memory lies until it is done with: readable by its owner only. Its name is gone as soon as it is open, so that nothing is
 * left of it even where its process is killed; Windows keeps the name until the file is disposed, and `sweepSpills` removes what a killed process has left.
 */
export class SpillFile implements AsyncDisposable {
	readonly #path: string;
	readonly #handle: FileHandle;
	#size = 0;

	private constructor(path: string, handle: FileHandle) {
		this.#path = path;
		this.#handle = handle;
	}

	/** @throws {UserError} RA507 where it cannot be made. */
	static async make(folder: string): Promise<SpillFile> {
		let file: SpillFile | undefined;
		try {
			await mkdir(folder, { recursive: true, mode: ownerOnly });
			const path = join(folder, `${process.pid}-${randomUUID()}.spill`);
			file = new SpillFile(path, await open(path, 'wx+', 0o600));
			// Somebody who clears the folder may have taken the name away.
			if (process.platform !== 'win32') await rm(path, { force: true });
			return file;
		} catch (cause) {
			await file?.[Symbol.asyncDispose]();
			throw new UserError(errorNumbers.unwritableFile, `What does not fit into the memory cannot be kept: ${systemReason(cause)}.`, {
				place: { file: folder },
				hint: 'Make room on that drive, check that you may write there, and try again.',
				cause,
			});
		}
	}

	/** Appends. @returns where it begins, bytes */
	async add(bytes: Uint8Array): Promise<number> {
		const at = this.#size;
		await this.#handle.appendFile(bytes);
		this.#size += bytes.length;
		return at;
	}

	/** What was added there. Rejects with RA506 where somebody has cut the file, and as the file system does. */
	async read(at: number, length: number): Promise<Buffer> {
		const bytes = Buffer.alloc(length);
		const { bytesRead } = await this.#handle.read(bytes, 0, length, at);
		if (bytesRead < length) throw unreadable(this.#path, fileKinds.scanRecord, new Error('it was cut'));
		return bytes;
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.#handle.close();
		await rm(this.#path, { force: true });
	}
}

/** Removes what processes that are gone have left in a folder, which need not exist. Rejects as the file system does. */
export async function sweepSpills(folder: string): Promise<void> {
	const names = await readdir(folder).catch((error: unknown) => {
		if (isAbsent(error)) return [];
		throw error;
	});
	const left = names.filter((name) => {
		const owner = /^(\d+)-[0-9a-f-]{36}\.spill$/.exec(name)?.[1];
		return owner !== undefined && !isRunning(Number(owner));
	});
	await Promise.all(left.map((name) => rm(join(folder, name), { force: true })));
}

function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		// There is one, and it is somebody else's.
		return hasCode(error, 'EPERM');
	}
}
