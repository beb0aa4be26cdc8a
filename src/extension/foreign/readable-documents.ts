import * as vscode from 'vscode';
import { foreignGlob } from '../../formats/foreign/foreign-names.ts';
import { readableScheme, shownTrace } from '../../formats/readable-uri.ts';
import { ReadableTrace } from '../../protocol/readable.ts';
import type { RunnerClient } from '../runner/client.ts';
import { DisposableList, type Disposable } from '../vscode/disposables.ts';
import { sentenceOf } from '../vscode/failure.ts';

/** Time between a change of a file and the new text of its readable documents, milliseconds. */
const rest = 500;

const gone = '---\nid: gone\n---\n\nThis trace is no longer in its file. Close this document.\n';

/** Read-only documents that show one trace each of files that hold many. They follow their files. */
export class ReadableDocuments implements Disposable {
	readonly #runner: RunnerClient;
	readonly #log: vscode.LogOutputChannel;
	readonly #held = new DisposableList();
	readonly #changed = this.#held.add(new vscode.EventEmitter<vscode.Uri>());
	readonly #timers = new Map<string, NodeJS.Timeout>();

	constructor(runner: RunnerClient, log: vscode.LogOutputChannel) {
		this.#runner = runner;
		this.#log = log;
		this.#held.add(
			vscode.workspace.registerTextDocumentContentProvider(readableScheme, {
				onDidChange: this.#changed.event,
				provideTextDocumentContent: (uri) => this.#textOf(uri),
			}),
		);
		// A file that no editor has open is changed by other programs.
		const watcher = this.#held.add(vscode.workspace.createFileSystemWatcher(foreignGlob, true, false, true));
		this.#held.add(watcher.onDidChange((uri) => this.#fileChanged(uri)));
		this.#held.add(
			vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
				if (contentChanges.length > 0 && document.uri.scheme === 'file') this.#fileChanged(document.uri);
			}),
		);
	}

	dispose(): void {
		for (const timer of this.#timers.values()) clearTimeout(timer);
		this.#held.dispose();
	}

	async #textOf(uri: vscode.Uri): Promise<string> {
		try {
			return (await this.#runner.ask(ReadableTrace, { uri: uri.toString() }))?.text ?? gone;
		} catch (error) {
			this.#log.error(`readable trace ${uri.toString()}: ${sentenceOf(error)}`);
			throw error;
		}
	}

	/** The runner has the change before it is asked: both go over one connection. */
	#fileChanged(file: vscode.Uri): void {
		const key = file.toString();
		const shown = vscode.workspace.textDocuments.filter(
			({ uri }) => uri.scheme === readableScheme && vscode.Uri.parse(shownTrace(uri.toString())?.file ?? '').toString() === key,
		);
		if (shown.length === 0) return;
		clearTimeout(this.#timers.get(key));
		this.#timers.set(
			key,
			setTimeout(() => {
				this.#timers.delete(key);
				for (const { uri } of shown) this.#changed.fire(uri);
			}, rest),
		);
	}
}
