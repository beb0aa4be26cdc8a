import * as vscode from 'vscode';
import type { AnalysisState } from '../protocol/requests.ts';
import { runnerStopped } from './runner/connection-loss.ts';
import type { Disposable } from './vscode/disposables.ts';

/** The state of an analysis, and the document version that it is about. */
export interface AnalysisStatus {
	readonly version: number;
	readonly state: AnalysisState;
}

/** What the runner last said of each document. */
export class Analyses implements Disposable {
	readonly #statuses = new Map<string, AnalysisStatus>();
	/** Of files that are not open. */
	readonly #closed = new Map<string, AnalysisState>();
	readonly #closedChanged = new vscode.EventEmitter<void>();
	readonly #changed = new vscode.EventEmitter<{ readonly uri: string; readonly status: AnalysisStatus }>();

	get onDidChange(): vscode.Event<{ readonly uri: string; readonly status: AnalysisStatus }> {
		return this.#changed.event;
	}

	/** What is known of a file that is not open changed. */
	get onDidChangeClosed(): vscode.Event<void> {
		return this.#closedChanged.event;
	}

	/** Undefined before the runner has said anything of it. `uri` as in `vscode.Uri.toString()`. */
	of(uri: string): AnalysisStatus | undefined {
		return this.#statuses.get(uri);
	}

	/** What is known of each document, by URI. */
	all(): Iterable<readonly [uri: string, status: AnalysisStatus]> {
		return this.#statuses;
	}

	set(uri: string, version: number, state: AnalysisState): void {
		// The runner may write a URI with other escapes than the editor does.
		const key = vscode.Uri.parse(uri).toString();
		const status = { version, state };
		if (state.kind === 'none') this.#statuses.delete(key);
		else this.#statuses.set(key, status);
		this.#changed.fire({ uri: key, status });
	}

	/** The state of a file's analysis, open or not. */
	stateOf(uri: string): AnalysisState | undefined {
		return this.#statuses.get(uri)?.state ?? this.#closed.get(uri);
	}

	setClosed(uri: string, state: AnalysisState): void {
		const key = vscode.Uri.parse(uri).toString();
		if (state.kind === 'none') this.#closed.delete(key);
		else this.#closed.set(key, state);
		this.#closedChanged.fire();
	}

	/** The runner that knew of files that are not open is gone. */
	forgetClosed(): void {
		this.#closed.clear();
		this.#closedChanged.fire();
	}

	/** The runner is gone for good: what it had under way will not end. */
	abandon(): void {
		const { code, message, hint } = runnerStopped();
		const error = { code, message, ...(hint === undefined ? {} : { hint }) };
		for (const [uri, { version, state }] of this.#statuses) {
			if (state.kind === 'queued' || state.kind === 'running') this.set(uri, version, { kind: 'failed', error });
		}
	}

	forget(uri: string): void {
		this.#statuses.delete(uri);
	}

	dispose(): void {
		this.#changed.dispose();
		this.#closedChanged.dispose();
	}
}
