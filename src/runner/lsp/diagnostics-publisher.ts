import type { Connection, Diagnostic } from 'vscode-languageserver/node';
import { CoalescedRefresh } from './coalesced-refresh.ts';
import type { Log } from './log.ts';
import { canonicalUri } from './uris.ts';

/**
 * How diagnostics reach the editor: asked for by it, after a word that they changed, where it can pull; pushed where it
 * cannot. Files that are not open are always pushed, for nobody asks for them; once one is opened, its pushed ones go.
 */
export class DiagnosticOutlet {
	readonly #connection: Connection;
	readonly #log: Log;
	readonly #pulls: boolean;
	readonly #refresh: CoalescedRefresh;
	readonly #pushed = new Set<string>();

	constructor(connection: Connection, log: Log, capabilities: { pulls: boolean; refreshes: boolean }) {
		this.#connection = connection;
		this.#log = log;
		this.#pulls = capabilities.pulls;
		this.#refresh = new CoalescedRefresh('diagnostics', log, capabilities.refreshes, () => connection.languages.diagnostics.refresh());
	}

	/** Diagnostics of an open document changed. */
	changed(uri: string, diagnostics: () => Promise<Diagnostic[]>): void {
		if (!this.#pulls) {
			// From here on they are the open document's.
			this.#pushed.delete(canonicalUri(uri));
			diagnostics().then(
				(list) => this.#send(uri, list),
				(error: unknown) => this.#log.error(`no diagnostics of ${uri}: ${String(error)}`),
			);
			return;
		}
		this.retract(uri);
		this.#refresh.request();
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

	/** Takes back what was pushed for those files that are not open of which `stale` holds. */
	retractWhere(stale: (uri: string) => boolean): void {
		for (const uri of [...this.#pushed].filter(stale)) this.retract(uri);
	}

	/** Takes back everything that was pushed for files that are not open. */
	retractAll(): void {
		this.retractWhere(() => true);
	}

	/** An open document was closed: an editor that cannot pull keeps what was pushed. */
	closed(uri: string): void {
		if (!this.#pulls) this.#send(uri, []);
	}

	#send(uri: string, diagnostics: Diagnostic[]): void {
		this.#connection
			.sendDiagnostics({ uri, diagnostics })
			.catch((error: unknown) => this.#log.debug(`diagnostics were not sent: ${String(error)}`));
	}
}
