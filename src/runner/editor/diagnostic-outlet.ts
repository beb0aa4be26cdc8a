import type { Connection, Diagnostic } from 'vscode-languageserver/node';
import { canonicalUri } from '../uris.ts';

/**
 * How diagnostics reach the editor: asked for by it, after a word that they changed, where it can pull; pushed where it
 * cannot. Files that are not open are always pushed, for nobody asks for them; once one is opened, its pushed ones go.
 */
export class DiagnosticOutlet {
	readonly #connection: Connection;
	readonly #pulls: boolean;
	readonly #refreshes: boolean;
	readonly #pushed = new Set<string>();
	#refreshing: NodeJS.Timeout | undefined;

	constructor(connection: Connection, capabilities: { pulls: boolean; refreshes: boolean }) {
		this.#connection = connection;
		this.#pulls = capabilities.pulls;
		this.#refreshes = capabilities.refreshes;
	}

	/** Diagnostics of an open document changed. */
	changed(uri: string, diagnostics: () => Promise<Diagnostic[]>): void {
		if (!this.#pulls) return void diagnostics().then((list) => this.#send(uri, list));
		this.retract(uri);
		if (!this.#refreshes) return;
		// One word for all that changes in a moment: it makes the editor ask again for every document.
		this.#refreshing ??= setTimeout(() => {
			this.#refreshing = undefined;
			this.#connection.languages.diagnostics.refresh();
		}, 20);
	}

	/** Diagnostics of a file that is not open. */
	push(uri: string, diagnostics: Diagnostic[]): void {
		this.#pushed.add(canonicalUri(uri));
		this.#send(uri, diagnostics);
	}

	/** Takes back what was pushed for a document. */
	retract(uri: string): void {
		if (this.#pushed.delete(canonicalUri(uri))) this.#send(uri, []);
	}

	/** An open document was closed: an editor that cannot pull keeps what was pushed. */
	closed(uri: string): void {
		if (!this.#pulls) this.#send(uri, []);
	}

	#send(uri: string, diagnostics: Diagnostic[]): void {
		void this.#connection.sendDiagnostics({ uri, diagnostics });
	}
}
