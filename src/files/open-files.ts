import type { OpenedFile } from './read-file.ts';

/** Files that are closed together, but for those that somebody keeps. */
export class OpenFiles implements AsyncDisposable {
	readonly #files = new Set<OpenedFile>();

	constructor(files: Iterable<OpenedFile> = []) {
		for (const file of files) this.#files.add(file);
	}

	add(file: OpenedFile): OpenedFile {
		this.#files.add(file);
		return file;
	}

	/** Leaves a file open: whoever calls this closes it. */
	keep(file: OpenedFile): OpenedFile {
		this.#files.delete(file);
		return file;
	}

	async [Symbol.asyncDispose](): Promise<void> {
		const files = [...this.#files];
		this.#files.clear();
		await Promise.all(files.map((file) => file[Symbol.asyncDispose]()));
	}
}
