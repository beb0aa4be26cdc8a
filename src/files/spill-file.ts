import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileKinds } from './file-kind.ts';
import { openFile, type OpenedFile } from './open-file.ts';
import { ownerOnly } from './owner-only.ts';
import { unreadable } from './unreadable.ts';

/** Where what does not fit into the memory lies until it is done with: readable by its owner only, and removed by whoever made it. */
export class SpillFile implements AsyncDisposable {
	readonly #path: string;
	#size = 0;
	#opened: OpenedFile | undefined;

	private constructor(path: string) {
		this.#path = path;
	}

	/** Rejects as the file system does. */
	static async make(folder: string): Promise<SpillFile> {
		await mkdir(folder, { recursive: true, mode: ownerOnly });
		const file = new SpillFile(join(folder, `${randomUUID()}.spill`));
		await writeFile(file.#path, '', { mode: 0o600, flag: 'wx' });
		return file;
	}

	/** Appends. @returns where it begins, bytes */
	async add(bytes: Uint8Array): Promise<number> {
		const at = this.#size;
		await appendFile(this.#path, bytes);
		this.#size += bytes.length;
		return at;
	}

	/** What was added there. Rejects with RA506 where the system refuses, or somebody has cut the file. */
	async read(at: number, length: number): Promise<Buffer> {
		this.#opened ??= await openFile(this.#path, fileKinds.scanRecord);
		if (this.#opened === undefined) throw unreadable(this.#path, fileKinds.scanRecord, new Error('it was removed'));
		const bytes = Buffer.alloc(length);
		const { bytesRead } = await this.#opened.handle.read(bytes, 0, length, at);
		if (bytesRead < length) throw unreadable(this.#path, fileKinds.scanRecord, new Error('it was cut'));
		return bytes;
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.#opened?.[Symbol.asyncDispose]();
		await rm(this.#path, { force: true });
	}
}
