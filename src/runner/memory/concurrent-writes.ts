import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { appendDurably, replaceDurably, type WritingSystem } from '../../files/durable-file.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { openFile, type OpenedFile } from '../../files/read-file.ts';

/** Programs that write again and again are waited for so many times. */
const maxTries = 20;

/**
 * A memory file that is about to be replaced, held open, so that what other programs have written to it between the last look and the replacement is not lost with
 * it. What they write to it later, because they keep it open, is: no name leads to it.
 *
 * Windows replaces no file that somebody holds open: nothing is written there into a file that is gone.
 */
export class ReplacedMemory implements AsyncDisposable {
	readonly #path: string;
	readonly #file: OpenedFile | undefined;

	private constructor(path: string, file: OpenedFile | undefined) {
		this.#path = path;
		this.#file = file;
	}

	/** Call it before the last look. @throws {UserError} RA506 or RA513 */
	static async hold(path: string): Promise<ReplacedMemory> {
		return new ReplacedMemory(path, process.platform === 'win32' ? undefined : await openFile(path, fileKinds.memory));
	}

	/**
	 * Call it when the file has been replaced. What others have added at the end of the old one is added to the new one; what they have changed otherwise is kept
	 * beside it. Rejects as the file system does.
	 * @param known what the old one held at the last look. `mode`: of what is kept beside it
	 * @returns what is to be said of it; `null`: nothing came late
	 */
	async keepLate(known: Buffer, mode: number, system: WritingSystem): Promise<string | null> {
		let moved = known.length;
		for (let tries = 0; this.#file !== undefined && tries < maxTries; tries++) {
			const now = await wholeOf(this.#file);
			if (now.length === moved && now.subarray(0, known.length).equals(known)) break;
			if (!now.subarray(0, known.length).equals(known)) return this.#keepBeside(now, mode, system);
			await appendDurably(this.#path, now.subarray(moved), { system });
			moved = now.length;
		}
		return moved === known.length
			? null
			: `Another program wrote to ${basename(this.#path)} while RAG Assay replaced it. What it added is in the file.`;
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.#file?.[Symbol.asyncDispose]();
	}

	async #keepBeside(text: Buffer, mode: number, system: WritingSystem): Promise<string> {
		const beside = `${this.#path}.${randomUUID()}.late`;
		await replaceDurably(beside, text, { mode, isNew: true }, system);
		return `Another program rewrote ${basename(this.#path)} while RAG Assay replaced it. What it wrote is saved in ${beside}. Compare the two files.`;
	}
}

async function wholeOf({ handle }: OpenedFile): Promise<Buffer> {
	const { size } = await handle.stat();
	const bytes = Buffer.alloc(size);
	let done = 0;
	while (done < size) {
		// oxlint-disable-next-line no-await-in-loop -- one behind the other
		const { bytesRead } = await handle.read(bytes, done, size - done, done);
		if (bytesRead === 0) break;
		done += bytesRead;
	}
	return bytes.subarray(0, done);
}
