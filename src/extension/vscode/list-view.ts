import * as vscode from 'vscode';

/** A view's rows; those that belong to a file name it, for the commands of their menus. */
export class Row extends vscode.TreeItem {
	readonly uri: vscode.Uri | undefined;
	readonly rows: readonly Row[];

	constructor(label: string, uri?: vscode.Uri, rows: readonly Row[] = []) {
		super(label, rows.length > 0 ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.None);
		this.uri = uri;
		this.rows = rows;
	}
}

/** What a view lists. */
export interface RowSource {
	readonly onDidChange: vscode.Event<void>;
	rows(): Promise<readonly Row[]>;
	/** A row's tooltip, made when it is wanted. */
	tooltip?(row: Row, token: vscode.CancellationToken): Promise<string | undefined>;
}

/** Rest of what changes before a view is drawn anew, milliseconds. */
const rest = 200;

/** A view whose source is made when it is first looked at. */
export class ListView implements vscode.TreeDataProvider<Row> {
	readonly #source: () => Promise<RowSource>;
	readonly #changed = new vscode.EventEmitter<void>();
	#attached: vscode.Disposable | undefined;
	#timer: NodeJS.Timeout | undefined;

	constructor(source: () => Promise<RowSource>) {
		this.#source = source;
	}

	get onDidChangeTreeData(): vscode.Event<void> {
		return this.#changed.event;
	}

	getTreeItem(row: Row): Row {
		return row;
	}

	async getChildren(row?: Row): Promise<Row[]> {
		if (row !== undefined) return [...row.rows];
		const source = await this.#source();
		this.#attached ??= source.onDidChange(() => {
			this.#timer ??= setTimeout(() => {
				this.#timer = undefined;
				this.#changed.fire();
			}, rest);
		});
		return [...(await source.rows())];
	}

	async resolveTreeItem(item: vscode.TreeItem, row: Row, token: vscode.CancellationToken): Promise<vscode.TreeItem> {
		const words = await (await this.#source()).tooltip?.(row, token);
		if (words !== undefined) item.tooltip = words;
		return item;
	}

	dispose(): void {
		clearTimeout(this.#timer);
		this.#attached?.dispose();
		this.#changed.dispose();
	}
}
