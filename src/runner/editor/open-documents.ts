import { readFile } from 'node:fs/promises';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { isAbsent } from '../absent-file.ts';
import { canonicalUri, pathOf } from '../uris.ts';

/** A document as it was at one moment: `version` is the editor's, or 0 for one read from the disk. */
export interface DocumentText {
	/** As the editor writes it where it is open. */
	readonly uri: string;
	readonly version: number;
	readonly text: string;
}

/** Largest file read from the disk, bytes: more is no trace that anyone reads. */
const maxFileBytes = 64 * 1024 * 1024;

/** The texts that the editor has open, before those of the disk. */
export class OpenDocuments {
	readonly #open = new Map<string, TextDocument>();

	set(document: TextDocument): void {
		this.#open.set(canonicalUri(document.uri), document);
	}

	delete(uri: string): void {
		this.#open.delete(canonicalUri(uri));
	}

	get(uri: string): TextDocument | undefined {
		return this.#open.get(canonicalUri(uri));
	}

	all(): TextDocument[] {
		return [...this.#open.values()];
	}

	/** The text at `uri`; `undefined` when there is none. Rejects when there is one that cannot be read. */
	async read(uri: string): Promise<DocumentText | undefined> {
		const open = this.get(uri);
		if (open !== undefined) return { uri: open.uri, version: open.version, text: open.getText() };
		const path = pathOf(uri);
		if (path === undefined) return undefined;
		const text = await readTextFile(path);
		return text === undefined ? undefined : { uri, version: 0, text };
	}
}

/** A file's text, byte order mark aside as editors do; `undefined` when there is no such file. */
async function readTextFile(path: string): Promise<string | undefined> {
	try {
		const bytes = await readFile(path);
		if (bytes.length > maxFileBytes) throw new Error(`${path} has ${bytes.length} bytes; at most ${maxFileBytes} are read`);
		return bytes.toString('utf8').replace(/^\uFEFF/, '');
	} catch (error) {
		if (isAbsent(error)) return undefined;
		throw error;
	}
}
