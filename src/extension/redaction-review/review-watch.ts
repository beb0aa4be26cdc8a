import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import type { Disposable } from '../disposables.ts';

/** Watches the file of one review at a time: others may go on with it in another window, or with the command line. Told: whether the file is there. */
export class ReviewWatch implements Disposable {
	readonly #changed: (isThere: boolean) => void;
	#path: string | undefined;
	#watcher: vscode.FileSystemWatcher | undefined;

	constructor(changed: (isThere: boolean) => void) {
		this.#changed = changed;
	}

	/** `undefined`: none. */
	of(path: string | undefined): void {
		if (path === this.#path) return;
		this.dispose();
		this.#path = path;
		if (path === undefined) return;
		const folder = vscode.Uri.file(dirname(path));
		this.#watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, escaped(basename(path))));
		this.#watcher.onDidChange(() => this.#changed(true));
		this.#watcher.onDidCreate(() => this.#changed(true));
		this.#watcher.onDidDelete(() => this.#changed(false));
	}

	dispose(): void {
		this.#watcher?.dispose();
		this.#watcher = undefined;
		this.#path = undefined;
	}
}

/** A name as a pattern that no other name fits. */
function escaped(name: string): string {
	return name.replaceAll(/[*?[{]/g, '[$&]');
}
