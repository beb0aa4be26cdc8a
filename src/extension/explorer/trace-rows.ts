import * as vscode from 'vscode';
import { mayBeForeign } from '../../formats/foreign/foreign-names.ts';
import type { Analyses } from '../analyses.ts';
import { listedProblems } from '../listed-problems.ts';
import type { RunnerClient } from '../runner/client.ts';
import { DisposableList, type Disposable } from '../vscode/disposables.ts';
import { traceFileAt } from '../vscode/workspace-text.ts';
import { siblingOf } from '../vscode/documents.ts';
import { Row, type RowSource } from '../vscode/list-view.ts';
import { foreignRows } from './foreign-rows.ts';
import { traceVerdict, type TraceVerdict } from './row-text.ts';
import { isListed, worstFirst, type TraceOrder } from './trace-order.ts';

/** A pair is listed once, as its response: that is where findings are. */
const pattern = '**/*.{rag,response}.md';
const max = 2000;

/** Marks verdicts that have changed. Filtering by it lists them. */
export const beforeWord = 'before:';

const colors: Readonly<Record<string, string>> = {
	warning: 'list.warningForeground',
	error: 'list.errorForeground',
	pass: 'testing.iconPassed',
};

/** Traces of the workspace by folder, with what was found in them. */
export class TraceRows implements RowSource, Disposable {
	readonly #analyses: Analyses;
	readonly #runner: RunnerClient;
	readonly #held = new DisposableList();
	readonly #changed = this.#held.add(new vscode.EventEmitter<void>());
	#order: TraceOrder = 'folder';
	#filter = '';
	/** Verdicts of the run before the last one, by path, where the last one has others. */
	#before: ReadonlyMap<string, string> = new Map();

	constructor(analyses: Analyses, runner: RunnerClient) {
		this.#analyses = analyses;
		this.#runner = runner;
		const watcher = this.#held.add(vscode.workspace.createFileSystemWatcher('**/*.{rag,prompt,response}.md', false, true, false));
		const changed = (): void => {
			this.#changed.fire();
		};
		for (const event of [
			watcher.onDidCreate,
			watcher.onDidDelete,
			vscode.workspace.onDidChangeWorkspaceFolders,
			analyses.onDidChange,
			analyses.onDidChangeClosed,
		])
			this.#held.add(event(changed));
		this.#held.add(
			vscode.languages.onDidChangeDiagnostics(({ uris }) => {
				if (uris.some(({ path }) => traceFileAt(path) !== undefined || mayBeForeign(path))) changed();
			}),
		);
	}

	get onDidChange(): vscode.Event<void> {
		return this.#changed.event;
	}

	get order(): TraceOrder {
		return this.#order;
	}
	get filter(): string {
		return this.#filter;
	}

	/** Lists traces in another order, or others of them. */
	show({ order = this.#order, filter = this.#filter }: { readonly order?: TraceOrder; readonly filter?: string }): void {
		this.#order = order;
		this.#filter = filter.trim();
		this.#changed.fire();
	}

	/** How many verdicts are others than in the run before. */
	get changes(): number {
		return this.#before.size;
	}

	/** Shows beside a trace's verdict what the run before said. `before`: by path, for traces whose verdict has changed. */
	showChanges(before: ReadonlyMap<string, string>): void {
		this.#before = before;
		this.#changed.fire();
	}

	async rows(): Promise<readonly Row[]> {
		const found = await vscode.workspace.findFiles(pattern, undefined, max);
		const whole = await Promise.all(
			found.map(async (uri) => {
				const sibling = siblingOf(uri);
				return sibling === undefined ||
					(await vscode.workspace.fs.stat(sibling).then(
						() => true,
						() => false,
					))
					? [uri]
					: [];
			}),
		);
		const listed = whole
			.flat()
			.map((uri) => ({ uri, path: vscode.workspace.asRelativePath(uri), verdict: this.#verdict(uri) }))
			.filter((one) => isListed(one, this.#filter));
		const filtered = this.#filter === '' ? [] : [this.#filterRow()];
		const foreign = await foreignRows(this.#runner, (uri, traces) => this.#row(uri, traces));
		if (this.#order === 'worst') return [...filtered, ...worstFirst(listed).map(({ uri }) => this.#row(uri, [])), ...foreign];
		const folders = new Map<string, vscode.Uri[]>();
		for (const { uri, path } of listed.toSorted((a, b) => (a.uri.path < b.uri.path ? -1 : 1))) {
			const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
			folders.set(folder, [...(folders.get(folder) ?? []), uri]);
		}
		const byFolder = [...folders].flatMap(([folder, uris]) => {
			const rows = uris.map((uri) => this.#row(uri, []));
			return folder === '' ? rows : [Object.assign(new Row(folder, undefined, rows), { iconPath: vscode.ThemeIcon.Folder })];
		});
		return [...filtered, ...byFolder, ...foreign];
	}

	dispose(): void {
		this.#held.dispose();
	}

	/** Says that a filter hides traces, and takes it away. */
	#filterRow(): Row {
		const label = `Filter: ${this.#filter === beforeWord ? 'changed since the last run' : this.#filter}`;
		const row = new Row(label);
		row.description = 'Click to show all traces';
		row.iconPath = new vscode.ThemeIcon('filter-filled');
		row.command = { command: 'ragAssay.filterTraces', title: 'Show All Traces', arguments: [''] };
		row.accessibilityInformation = { label: `${label}. ${row.description}` };
		return row;
	}

	#row(uri: vscode.Uri, traces: readonly Row[]): Row {
		const name = uri.path.slice(uri.path.lastIndexOf('/') + 1).replace(/\.(rag|response)\.md$/, '');
		const verdict = this.#verdict(uri);
		const row = new Row(name, uri, traces);
		row.contextValue = mayBeForeign(uri.path) ? 'foreignFile' : 'trace';
		row.description = verdict.text;
		const color = colors[verdict.icon];
		row.iconPath = new vscode.ThemeIcon(verdict.icon, color === undefined ? undefined : new vscode.ThemeColor(color));
		const path = vscode.workspace.asRelativePath(uri);
		row.tooltip = [path, verdict.text, ...(verdict.doubt === undefined ? [] : [verdict.doubt])]
			.filter((words) => words !== '')
			.join('\n\n');
		row.accessibilityInformation = { label: `Trace ${name}${verdict.text === '' ? '' : `, ${verdict.text}`}` };
		row.command = { command: 'vscode.open', title: 'Open', arguments: [uri] };
		return row;
	}

	/** The verdict on a trace, with what the run before said if that was something else. */
	#verdict(uri: vscode.Uri): TraceVerdict {
		const verdict = this.#verdictNow(uri);
		const before = this.#before.get(vscode.workspace.asRelativePath(uri));
		return before === undefined || verdict.text === '' ? verdict : { ...verdict, text: `${verdict.text} (${beforeWord} ${before})` };
	}

	#verdictNow(uri: vscode.Uri): TraceVerdict {
		const sibling = siblingOf(uri);
		const problems = [uri, ...(sibling === undefined ? [] : [sibling])].flatMap(listedProblems);
		return traceVerdict(
			this.#analyses.stateOf(uri.toString()),
			problems.map(({ code, severity, subject }) => ({ code, severity, subject: subject?.kind })),
		);
	}
}
