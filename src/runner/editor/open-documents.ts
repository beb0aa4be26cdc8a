import type { TextDocument } from 'vscode-languageserver-textdocument';
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
		if (open !== undefined) return { uri: open.uri, version: open.version, text: open.getText() };
		const path = pathOf(uri);
		if (path === undefined) return undefined;
		const text = await readTraceText(path);
		return text === undefined ? undefined : { uri, version: 0, text: text.replace(/^\uFEFF/, '') };
	}
}
