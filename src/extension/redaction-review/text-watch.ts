import * as vscode from 'vscode';
import type { ReviewSource } from '../../protocol/review.ts';
import { DisposableList, type Disposable } from '../disposables.ts';
import { FileWatch } from '../file-watch.ts';

/** Tells when the text under review may be another one: on the disk, or in an editor that has saved it or read it anew. What is not saved is not told. */
export class TextWatch implements Disposable {
	readonly #held = new DisposableList();
	readonly #file: FileWatch;
	#path: string | undefined;

	constructor(changed: () => void) {
		this.#file = this.#held.add(
			new FileWatch(({ isThere, isFirst }) => {
				// Also whoever saves it may take it away for a moment. It is read when the first look is over.
				if (isThere && !isFirst) changed();
			}),
		);
		this.#held.add(
			// Of what an editor has open, the editor's text is what counts, and it reads a file later than we look at it.
			vscode.workspace.onDidChangeTextDocument(({ document: { isDirty, uri } }) => {
				if (!isDirty && uri.fsPath === this.#path) changed();
			}),
		);
	}

	/** Watches what is reviewed from now on; `null`: nothing is. Once it resolves, no change of the file is missed: what is read afterwards is watched. */
	of(source: ReviewSource | null): Promise<void> {
		this.#path = pathOf(source);
		return this.#file.of(this.#path);
	}

	dispose(): void {
		this.#held.dispose();
	}
}

/** Where the text lies; `undefined`: nowhere on the disk. */
function pathOf(source: ReviewSource | null): string | undefined {
	if (source === null || source.kind === 'release') return source?.file;
	const uri = vscode.Uri.parse(source.uri);
	return uri.scheme === 'file' ? uri.fsPath : undefined;
}
