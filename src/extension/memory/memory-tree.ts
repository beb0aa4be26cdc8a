import { basename } from 'node:path';
import * as vscode from 'vscode';
import { isScript } from '../../formats/memory/instruction-files.ts';
import type { MemoryScanRecord } from '../../formats/memory-scan-record.ts';
import type { Quarantined } from '../../protocol/memory.ts';
import { plural } from '../../wording/phrases.ts';
import { DisposableList, type Disposable } from '../vscode/disposables.ts';
import { Row, type RowSource } from '../vscode/list-view.ts';
import type { ListedStore, MemoryViewModel } from './memory-model.ts';
import { filtered, orderTitles, ordered, type MemoryOrder } from './memory-order.ts';
import { entryDetails, entryText, storeText, summaryLines, type StoreText } from './memory-words.ts';
import { storeLabel } from './store-names.ts';
import { oneLineOf } from '../../wording/phrases.ts';

/** Characters of an entry that a row shows. */
const maxRowText = 80;

/** What a row of the view stands for, as commands are given it. */
export type MemorySubject =
	| { readonly kind: 'store'; readonly store: string }
	| { readonly kind: 'entry'; readonly store: string; readonly record: MemoryScanRecord }
	| { readonly kind: 'quarantined'; readonly store: string; readonly entry: Quarantined };

export class MemoryRow extends Row {
	readonly subject: MemorySubject;

	constructor(label: string, subject: MemorySubject, uri?: vscode.Uri, rows: readonly Row[] = []) {
		super(label, uri, rows);
		this.subject = subject;
	}
}

const colors: Readonly<Record<NonNullable<StoreText['tone']>, string>> = {
	warning: 'list.warningForeground',
	error: 'list.errorForeground',
	pass: 'testing.iconPassed',
};

/** Stores, and under each what was flagged, what judged it and what lies in quarantine. */
export class MemoryRows implements RowSource, Disposable {
	readonly #viewModel: MemoryViewModel;
	readonly #held = new DisposableList();
	readonly #changed = this.#held.add(new vscode.EventEmitter<void>());
	#view: vscode.TreeView<Row> | undefined;
	#filter = '';
	#order: MemoryOrder = 'suspicion';

	constructor(viewModel: MemoryViewModel) {
		this.#viewModel = viewModel;
		this.#held.add(viewModel.onDidChange(() => this.#changed.fire()));
	}

	get onDidChange(): vscode.Event<void> {
		return this.#changed.event;
	}
	get filter(): string {
		return this.#filter;
	}
	get order(): MemoryOrder {
		return this.#order;
	}
	/** What the keyboard is on in the view. */
	get selected(): MemorySubject | undefined {
		const [row] = this.#view?.selection ?? [];
		return row instanceof MemoryRow ? row.subject : undefined;
	}

	attach(view: vscode.TreeView<Row>): void {
		this.#view = view;
	}

	show({ filter = this.#filter, order = this.#order }: { readonly filter?: string; readonly order?: MemoryOrder }): void {
		this.#filter = filter;
		this.#order = order;
		this.#changed.fire();
	}

	async rows(): Promise<readonly Row[]> {
		const stores = await this.#viewModel.stores();
		this.#write(stores);
		// With a filter, scanned stores without a match are in the way. Of one that nobody has scanned, nothing is known.
		const isShown = ({ state }: ListedStore): boolean =>
			this.#filter === '' || (state?.summary ?? null) === null || filtered(state?.flagged ?? [], this.#filter).length > 0;
		return stores.filter(isShown).map((store) => this.#storeRow(store));
	}

	dispose(): void {
		this.#held.dispose();
	}

	/** Above the list: what hides or turns rows. */
	#write(stores: readonly ListedStore[]): void {
		if (this.#view === undefined) return;
		const flagged = stores.flatMap(({ state }) => state?.flagged ?? []);
		const shown = filtered(flagged, this.#filter).length;
		this.#view.message =
			this.#filter === '' || stores.length === 0
				? ''
				: `Filter "${this.#filter}": ${shown.toLocaleString('en')} of ${plural(flagged.length, 'flagged entry', 'flagged entries')}.`;
		this.#view.description = this.#order === 'suspicion' ? '' : orderTitles[this.#order];
		const count = stores.reduce((sum, { state }) => sum + (state?.summary?.flagged ?? 0), 0);
		this.#view.badge = count === 0 ? undefined : { value: count, tooltip: plural(count, 'flagged entry', 'flagged entries') };
	}

	#storeRow({ store, uri, state, remembered }: ListedStore): Row {
		const { description, icon, tone } = storeText(state, remembered, new Date());
		const label = storeLabel(store);
		const row = new MemoryRow(label, { kind: 'store', store }, uri, state === undefined ? [] : this.#storeRows(store, uri, state));
		const folder = uri === undefined ? '' : vscode.workspace.asRelativePath(uri).replace(/\/?[^/]*$/, '');
		row.description = [folder, description].filter((part) => part !== '').join(' · ');
		row.iconPath = new vscode.ThemeIcon(icon, tone === null ? undefined : new vscode.ThemeColor(colors[tone]));
		row.tooltip = uri === undefined ? label : vscode.workspace.asRelativePath(uri);
		row.contextValue = `memoryStore${state?.scan.kind === 'scanning' ? '.scanning' : ''}${state?.summary?.kind === 'instructions' ? '.instructions' : ''}${state?.at === null || state?.at === undefined ? '' : '.scanned'}`;
		row.accessibilityInformation = { label: `Memory ${label}, ${description}` };
		// A view remembers of a row without children that it is closed: what a first scan finds makes another row of it, which is open where there is something to do.
		const found = state?.summary ?? null;
		row.id = found === null ? store : `${store}#scanned`;
		if (state?.scan.kind === 'scanning' && found === null) row.collapsibleState = vscode.TreeItemCollapsibleState.None;
		else if (found !== null && found.flagged === 0 && state?.quarantined.length === 0)
			row.collapsibleState = vscode.TreeItemCollapsibleState.Collapsed;
		// A click scans what nobody has scanned, and opens what somebody has.
		row.command =
			uri !== undefined
				? { command: 'vscode.open', title: 'Open', arguments: [uri] }
				: { command: 'ragAssay.scanMemory', title: 'Scan', arguments: [row] };
		return row;
	}

	#storeRows(store: string, uri: vscode.Uri | undefined, state: NonNullable<ListedStore['state']>): Row[] {
		const entries = ordered(filtered(state.flagged, this.#filter), this.#order).map((record) => entryRow(store, uri, record));
		const more =
			state.more === 0 ? [] : [plainRow(`${plural(state.more, 'more flagged entry', 'more flagged entries')} not listed here`, 'ellipsis')];
		const lines = summaryLines(state).map(({ text, icon, does }) => {
			const row = plainRow(oneLineOf(text, 160), icon, text);
			if (does === 'history') row.command = { command: 'ragAssay.chooseMemoryHistory', title: 'Choose Query History' };
			if (does === 'compare') row.command = { command: 'ragAssay.compareMemory', title: 'Compare', arguments: [store, 'scan'] };
			return row;
		});
		return [...entries, ...more, ...quarantineRows(store, state.quarantined), ...lines];
	}
}

function plainRow(text: string, icon: string, tooltip = text): Row {
	const row = new Row(text);
	row.iconPath = new vscode.ThemeIcon(icon);
	row.tooltip = tooltip;
	return row;
}

function entryRow(store: string, uri: vscode.Uri | undefined, record: MemoryScanRecord): Row {
	const label = entryLabel(record);
	const row = new MemoryRow(label, { kind: 'entry', store, record }, uri);
	row.description = entryText(record);
	row.tooltip = entryDetails(record);
	row.contextValue = uri === undefined ? 'memoryEntry' : 'memoryEntry.file';
	const isGrave = record.findings.some(({ severity, ignored }) => severity === 'error' && !ignored);
	row.iconPath = new vscode.ThemeIcon(isGrave ? 'error' : 'warning', new vscode.ThemeColor(isGrave ? colors.error : colors.warning));
	row.accessibilityInformation = { label: `Flagged entry, ${entryText(record)}: ${label}` };
	row.command = { command: 'ragAssay.showMemoryEntry', title: 'Show', arguments: [row] };
	return row;
}

/** The beginning of an entry; of a script, whose first words say nothing, its file's name. */
function entryLabel({ text, place }: MemoryScanRecord): string {
	return place !== null && isScript(place.file) ? basename(place.file) : oneLineOf(text, maxRowText);
}

function quarantineRows(store: string, quarantined: readonly Quarantined[]): Row[] {
	if (quarantined.length === 0) return [];
	const rows = quarantined.map((entry) => {
		const row = new MemoryRow(oneLineOf(entry.text, maxRowText), { kind: 'quarantined', store, entry });
		row.description = oneLineOf(entry.reason, maxRowText);
		row.tooltip = `${entry.text}\n\n${entry.reason}\n${entry.who}, ${entry.when.slice(0, 10)}`;
		row.contextValue = 'memoryQuarantined';
		row.iconPath = new vscode.ThemeIcon('archive');
		return row;
	});
	const group = new Row(`In quarantine: ${quarantined.length.toLocaleString('en')}`, undefined, rows);
	group.iconPath = new vscode.ThemeIcon('shield');
	return [group];
}
