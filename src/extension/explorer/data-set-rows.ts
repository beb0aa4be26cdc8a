import * as vscode from 'vscode';
import { PreviewCalibration } from '../../protocol/calibration.ts';
import { dataSetFiles } from '../../formats/file-names.ts';
import { DisposableList, type Disposable } from '../vscode/disposables.ts';
import { isCancellation, sentenceOf } from '../vscode/failure.ts';
import type { RunnerClient } from '../runner/client.ts';
import { sourceText } from './row-text.ts';
import { Row, type RowSource } from '../vscode/list-view.ts';

const pattern = '**/response.jsonl';
/** Labeled memory entries and queries: a data set is a file. */
const listed = '**/*.{entries,queries}.jsonl';

/** Labeled data sets of the workspace; what is in one is looked up when the pointer rests on it. */
export class DataSetRows implements RowSource, Disposable {
	readonly #runner: RunnerClient;
	readonly #held = new DisposableList();
	readonly #changed = this.#held.add(new vscode.EventEmitter<void>());

	constructor(runner: RunnerClient) {
		this.#runner = runner;
		const watchers = ['**/{response,source_info}.jsonl', listed].map((files) =>
			this.#held.add(vscode.workspace.createFileSystemWatcher(files, false, true, false)),
		);
		for (const event of [
			...watchers.flatMap(({ onDidCreate, onDidDelete }) => [onDidCreate, onDidDelete]),
			vscode.workspace.onDidChangeWorkspaceFolders,
		])
			this.#held.add(
				event(() => {
					this.#changed.fire();
				}),
			);
	}

	get onDidChange(): vscode.Event<void> {
		return this.#changed.event;
	}

	async rows(): Promise<readonly Row[]> {
		const found = await vscode.workspace.findFiles(pattern, undefined, 200);
		const whole = await Promise.all(
			found.map(async (uri) => {
				const sources = uri.with({ path: dataSetFiles(uri.path).sources });
				return (await vscode.workspace.fs.stat(sources).then(
					() => true,
					() => false,
				))
					? [vscode.Uri.joinPath(uri, '..')]
					: [];
			}),
		);
		return [...whole.flat(), ...(await vscode.workspace.findFiles(listed, undefined, 200))]
			.toSorted((a, b) => (a.path < b.path ? -1 : 1))
			.map((uri) => {
				const path = vscode.workspace.asRelativePath(uri);
				const cut = path.lastIndexOf('/');
				const row = new Row(path.slice(cut + 1), uri);
				if (cut > 0) row.description = path.slice(0, cut);
				row.iconPath = new vscode.ThemeIcon('database');
				row.contextValue = 'dataSet';
				row.command = { command: 'ragAssay.calibrate', title: 'Calibrate', arguments: [uri] };
				return row;
			});
	}

	async tooltip({ uri }: Row, token: vscode.CancellationToken): Promise<string | undefined> {
		if (uri === undefined) return undefined;
		try {
			const {
				sources,
				methods,
				notes = [],
			} = await this.#runner.ask(PreviewCalibration, { data: [uri.fsPath], token: `data-set-${uri.fsPath}` }, token);
			return [
				...sources.map(sourceText),
				...methods.map(({ title, fits, why }) => `${title}: ${fits ? '' : 'not possible. '}${why}`),
				...notes,
				'Click to calibrate with it.',
			].join('\n');
		} catch (error) {
			return isCancellation(error) ? undefined : sentenceOf(error);
		}
	}

	dispose(): void {
		this.#held.dispose();
	}
}
