import type { TextDocument } from 'vscode-languageserver-textdocument';
import { fileKinds } from '../../files/file-kind.ts';
import { tooLarge, unreadable } from '../../files/unreadable.ts';
import { readTraceText } from '../files/trace-text.ts';
import { canonicalUri, pathOf } from '../uris.ts';

/** A document as it was at one moment: `version` is the editor's, or 0 for one read from the disk. */
export interface DocumentText {
	/** As the editor writes it where it is open. */
	readonly uri: string;
	readonly version: number;
	readonly text: string;
}

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

	/** The text at `uri`, byte order mark aside as editors do; `undefined` when there is none. Rejects with RA506 or RA513 when there is one that cannot be read. */
	async read(uri: string): Promise<DocumentText | undefined> {
		const open = this.get(uri);
		const path = pathOf(uri);
		if (open !== undefined) return opened(open, path);
		if (path === undefined) return undefined;
		const text = await readTraceText(path);
		return text === undefined ? undefined : { uri, version: 0, text: text.replace(/^\uFEFF/, '') };
	}
}

/** @throws {UserError} RA506 for a text that is longer than a file that would be read. */
function opened(document: TextDocument, path: string | undefined): DocumentText {
	const text = document.getText();
	const { most } = fileKinds.trace;
	if (text.length > most) throw unreadable(path ?? document.uri, fileKinds.trace, new Error(tooLarge(text.length, most)));
	return { uri: document.uri, version: document.version, text };
}
