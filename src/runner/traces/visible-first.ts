import { canonicalUri } from '../lsp/uris.ts';
import type { OpenDocuments } from '../lsp/open-documents.ts';
import { traceFileOf } from './trace-file.ts';

/** Order of jobs by what a person looks at: visible documents in their order, then everything else. */
export class VisibleFirst {
	readonly #open: OpenDocuments;
	#keys: readonly string[] = [];

	constructor(open: OpenDocuments) {
		this.#open = open;
	}

	/** `uris`: visible documents, the active one first; either half of a pair stands for both. */
	set(uris: readonly string[]): void {
		this.#keys = uris.map((uri) => canonicalUri(traceFileOf(uri, this.#open)?.key ?? uri));
	}

	/** 0 for the active document's trace file; the same for all that are not visible. */
	rank(owner: string): number {
		const at = this.#keys.indexOf(canonicalUri(owner));
		return at === -1 ? this.#keys.length : at;
	}
}
