import * as vscode from 'vscode';
import { DisposableList, type Disposable } from '../vscode/disposables.ts';
import { isKnownForeign } from './foreign-documents.ts';

/** The part of the runner's client that serves single documents. */
interface DocumentServer {
	readonly onDidChangeState: vscode.Event<string>;
	readonly state: string;
	/** Has the runner serve one document; the result ends that. */
	serveDocument(uri: vscode.Uri): Disposable;
}

/**
 * The open documents of other tools, which the runner serves one by one. No pattern of names says which they are, and a runner that was sent every
 * JSON file would read the settings of every program.
 */
export class ServedDocuments implements Disposable {
	readonly #server: DocumentServer;
	readonly #held = new DisposableList();
	readonly #served = new Map<string, Disposable>();

	constructor(server: DocumentServer) {
		this.#server = server;
		this.#held.add(
			vscode.workspace.onDidCloseTextDocument((document) => {
				this.release(document);
			}),
		);
		this.#held.add(
			server.onDidChangeState((state) => {
				// A new process knows of no document.
				this.#served.clear();
				if (state === 'running') for (const document of vscode.workspace.textDocuments) this.serve(document);
			}),
		);
	}

	/** Has the runner serve a document, if it is known to hold another tool's traces. Before the runner runs, nothing happens. */
	serve(document: vscode.TextDocument): void {
		const key = document.uri.toString();
		if (this.#server.state !== 'running' || !isKnownForeign(document) || this.#served.has(key)) return;
		this.#served.set(key, this.#server.serveDocument(document.uri));
	}

	/** Has the runner no longer serve a document. */
	release({ uri }: vscode.TextDocument): void {
		const key = uri.toString();
		this.#served.get(key)?.dispose();
		this.#served.delete(key);
	}

	dispose(): void {
		this.#held.dispose();
	}
}
