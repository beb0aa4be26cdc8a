import { existsSync } from 'node:fs';
import { editorAdvice } from '../../wording/memory-phrases.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { readText } from '../../files/read-file.ts';
import type { MemoryScanRecord, MemoryScanSummary } from '../../formats/memory-scan-record.ts';
import { isBesideMemory, memoryFileKind } from '../../formats/memory/memory-file-names.ts';
import { isStoreAddress } from '../../wording/store-names.ts';
import type { DocumentRange } from '../../formats/trace.ts';
import { memoryScanParams, maxFlagged, type MemoryStoreState, type Quarantined } from '../../protocol/memory.ts';
import type { RunnerSettings } from '../../protocol/requests.ts';
import { toWire, withoutStack } from '../../protocol/wire-error.ts';
import { LatestRun } from '../lsp/cancellation.ts';
import type { Log } from '../lsp/log.ts';
import type { OpenDocuments } from '../lsp/open-documents.ts';
import { canonicalUri, pathOf, uriOf } from '../lsp/uris.ts';
import type { EditorMemoryService } from './memory-service.ts';

/** Ranges of a text in a later one: what stands before and behind all changes keeps its words; what the changes touch is gone (`null`). */
export type Moved = (range: DocumentRange) => DocumentRange | null;

/** Where ranges of `before` stand in `now`. */
export function movedRanges(before: string, now: string): Moved {
	if (before === now) return (range) => range;
	const max = Math.min(before.length, now.length);
	let head = 0;
	while (head < max && before.charCodeAt(head) === now.charCodeAt(head)) head++;
	let tail = 0;
	while (tail < max - head && before.charCodeAt(before.length - 1 - tail) === now.charCodeAt(now.length - 1 - tail)) tail++;
	const by = now.length - before.length;
	return ({ start, end }) => (end <= head ? { start, end } : start >= before.length - tail ? { start: start + by, end: end + by } : null);
}

/** Entries of a text file that are held one by one, so that each can be hovered; of a larger store the flagged ones. */
const maxHeld = 20_000;
/** Texts of a store that are remembered by their hashes. */
const maxCompared = 200_000;
/** Time between two words of progress, milliseconds. */
const progressInterval = 100;

/** What a whole scan found. */
export interface ScannedMemory {
	readonly at: string;
	readonly summary: MemoryScanSummary;
	/** All entries of a store that is small, the flagged ones of a larger one. */
	readonly records: readonly MemoryScanRecord[];
	/** Hashes of all texts, to tell what has changed since; `null` of a store that is too large for that. */
	readonly contents: ReadonlySet<string> | null;
	/** The file as it was read, byte order mark aside; `null` for what is no text file. */
	readonly text: string | null;
	/** Why the history that the settings name judged nothing. */
	readonly historyError: MemoryStoreState['historyError'];
}

interface Held {
	readonly store: string;
	/** Of a file; `null` for an address. */
	readonly uri: string | null;
	scan: MemoryStoreState['scan'];
	last: ScannedMemory | undefined;
	/** The last one of another content. */
	before: ScannedMemory | undefined;
	changed: MemoryStoreState['changed'];
	quarantined: readonly Quarantined[];
	readonly run: LatestRun;
}

/** A scanned file, as it is open now. */
export interface CurrentMemory {
	readonly store: string;
	readonly scanned: ScannedMemory | undefined;
	readonly failure: Extract<MemoryStoreState['scan'], { readonly kind: 'failed' }>['error'] | null;
	readonly quarantined: readonly Quarantined[];
	/** Where what was scanned stands now. */
	readonly moved: Moved;
}

export interface MemoryScansOptions {
	readonly service: EditorMemoryService;
	readonly open: OpenDocuments;
	readonly settings: () => Pick<RunnerSettings, 'memoryHistory' | 'memoryScanOn' | 'trusted'>;
	readonly log: Log;
	readonly now: () => Date;
	readonly onChange: (state: MemoryStoreState, uri: string | null) => void;
}

/** Scans of memories for editors: of files when they are opened or saved, and of stores that somebody names. At most one a store; a newer one ends the older. */
export class MemoryScans {
	readonly #options: MemoryScansOptions;
	readonly #held = new Map<string, Held>();

	constructor(options: MemoryScansOptions) {
		this.#options = options;
	}

	states(): MemoryStoreState[] {
		return [...this.#held.values()].map(stateOf);
	}

	/** What is known of the file at `uri`; `undefined`: nothing, for nobody has scanned it. */
	current(uri: string): CurrentMemory | undefined {
		const held = this.#of(uri);
		if (held === undefined) return undefined;
		const { last } = held;
		const now = this.#options.open.get(uri)?.getText();
		return {
			store: held.store,
			scanned: last,
			failure: held.scan.kind === 'failed' ? held.scan.error : null,
			quarantined: held.quarantined,
			moved: last?.text === undefined || last.text === null || now === undefined ? (range) => range : movedRanges(last.text, now),
		};
	}

	/** What the last scan found in a store, and the one before it that found other entries. */
	scanned(store: string): { readonly last: ScannedMemory | undefined; readonly before: ScannedMemory | undefined } {
		const held = this.#held.get(keyOf(store));
		return { last: held?.last, before: held?.before };
	}

	/** Whether a document is a memory: by its name, or because somebody has scanned it. */
	isMemory(uri: string): boolean {
		return memoryFileKind(canonicalUri(uri)) !== null || this.#of(uri) !== undefined;
	}

	opened(uri: string): void {
		const path = pathOf(uri);
		if (path === undefined || memoryFileKind(canonicalUri(uri)) === null || this.#options.settings().memoryScanOn !== 'open') return;
		if (this.#of(uri)?.last === undefined) void this.scan({ store: path });
	}

	saved(uri: string): void {
		if (this.#options.settings().memoryScanOn !== 'command') this.#again(uri);
	}

	/** A file changed on the disk, whoever did it: a memory that is open, or what lies beside one. */
	fileChanged(uri: string): void {
		if (this.#options.settings().memoryScanOn === 'command') return;
		if (isBesideMemory(uri)) {
			const folder = canonicalUri(uri).replace(/[^/]*$/, '');
			for (const { uri: file, store, last } of this.#held.values())
				if (file !== null && last !== undefined && canonicalUri(file).replace(/[^/]*$/, '') === folder && isBeside(uri, file))
					void this.scan({ store });
			return;
		}
		this.#again(uri);
	}

	/** Forgets a file that is no longer on the disk, whether or not a window still shows it; whether there was one. */
	forgetDeleted(uri: string): boolean {
		const held = this.#of(uri);
		if (held === undefined || existsSync(held.store)) return false;
		held.run.end();
		return this.#held.delete(keyOf(held.store));
	}

	/** What was found by other settings is out of date; what is not open waits for somebody who asks. */
	settingsChanged(): void {
		const { open } = this.#options;
		for (const { store, uri, last } of this.#held.values())
			if (last !== undefined && uri !== null && open.get(uri) !== undefined) void this.scan({ store });
		for (const { uri } of this.#options.open.all()) this.opened(uri);
	}

	/** Scans a store, and ends an older scan of it. Resolves when no scan of the store is going on, whether it was done, canceled or failed. */
	async scan(
		{ store, proactive = false, resume = false }: { readonly store: string; readonly proactive?: boolean; readonly resume?: boolean },
		signal?: AbortSignal,
	): Promise<MemoryStoreState> {
		const held = this.#heldOf(store);
		held.run.start(
			(ends, isLatest) => this.#perform(held, { proactive, resume }, ends, isLatest).catch((error: unknown) => this.#failure(error)),
			(scan) => this.#set(held, scan),
		);
		this.#set(held, { kind: 'scanning', done: 0, of: null });
		const cancel = (): void => this.cancel({ store });
		signal?.addEventListener('abort', cancel, { once: true });
		try {
			// A newer run takes the place of an older one.
			await held.run.idle();
		} finally {
			signal?.removeEventListener('abort', cancel);
		}
		return stateOf(held);
	}

	/** Ends the scan of a store, if one is going on. */
	cancel({ store }: { readonly store: string }): void {
		const held = this.#held.get(keyOf(store));
		if (held === undefined || !held.run.isRunning) return;
		held.run.end();
		this.#set(held, { kind: 'cancelled' });
	}

	dispose(): void {
		for (const held of this.#held.values()) held.run.end();
	}

	#again(uri: string): void {
		const held = this.#of(uri);
		if (held !== undefined) void this.scan({ store: held.store });
		else if (this.#options.open.get(uri) !== undefined) {
			const path = pathOf(uri);
			if (path !== undefined && memoryFileKind(canonicalUri(uri)) !== null) void this.scan({ store: path });
		}
	}

	#of(uri: string): Held | undefined {
		const path = pathOf(uri);
		return path === undefined ? undefined : this.#held.get(keyOf(path));
	}

	#heldOf(store: string): Held {
		const key = keyOf(store);
		const known = this.#held.get(key);
		if (known !== undefined) return known;
		const held: Held = {
			store,
			uri: isStoreAddress(store) ? null : uriOf(store),
			scan: { kind: 'idle' },
			last: undefined,
			before: undefined,
			changed: null,
			quarantined: [],
			run: new LatestRun(),
		};
		this.#held.set(key, held);
		return held;
	}

	async #perform(
		held: Held,
		{ proactive, resume }: { readonly proactive: boolean; readonly resume: boolean },
		signal: AbortSignal,
		isMine: () => boolean,
	): Promise<MemoryStoreState['scan']> {
		const { service, settings, now } = this.#options;
		const { memoryHistory, trusted } = settings();
		const raw = await this.#textOf(held);
		const text = raw?.replace(/^\uFEFF/, '') ?? null;
		// Editors do not count a byte order mark, and files do.
		const mark = raw === null || text === null ? 0 : raw.length - text.length;
		const flagged: MemoryScanRecord[] = [];
		let all: MemoryScanRecord[] | undefined = [];
		let contents: Set<string> | null = new Set<string>();
		let lastUpdate = 0;
		let historyError: ScannedMemory['historyError'] = null;
		const summary = await service.scan(
			memoryScanParams.parse({
				token: `editor:${held.store}`,
				store: held.store,
				proactive,
				resume,
				...(memoryHistory === undefined || !trusted ? {} : { history: memoryHistory }),
			}),
			{
				signal,
				advice: editorAdvice,
				onHistoryError: (error) => {
					historyError = withoutStack(toWire(error));
				},
				onRecords: (records, done, of) => {
					for (const one of records) {
						const record = mark === 0 ? one : shiftedBy(one, mark);
						contents?.add(record.content);
						if ((record.flagged || record.findings.length > 0) && flagged.length < maxHeld) flagged.push(record);
						all?.push(record);
					}
					if (all !== undefined && all.length > maxHeld) all = undefined;
					if (contents !== null && contents.size > maxCompared) contents = null;
					const at = performance.now();
					if (!isMine() || at - lastUpdate < progressInterval) return;
					lastUpdate = at;
					this.#set(held, { kind: 'scanning', done, of });
				},
			},
		);
		const quarantined = held.uri === null ? [] : await service.listQuarantine({ store: held.store });
		if (!isMine()) return { kind: 'cancelled' };
		// It changed while it was read: what was found is of neither text.
		const after = await this.#textOf(held);
		const found: ScannedMemory = {
			at: now().toISOString(),
			summary,
			records: all ?? flagged,
			contents,
			text: after === raw ? text : null,
			historyError,
		};
		if (held.last !== undefined && !sameContents(held.last.contents, contents)) {
			held.before = held.last;
			held.changed = changeBetween(held.last.contents, contents);
		}
		held.last = found;
		held.quarantined = quarantined;
		return { kind: 'done' };
	}

	/** The file that places of entries point into, as it is on the disk; none for what is too large to be open in an editor, or no text. */
	async #textOf({ uri, store }: Held): Promise<string | null> {
		if (uri === null || !this.#isText(uri)) return null;
		return (await readText(store, fileKinds.documents)) ?? null;
	}

	#isText(uri: string): boolean {
		return memoryFileKind(canonicalUri(uri)) !== null || /\.(?:jsonl|json|md|mdc|txt|af)$/.test(uri);
	}

	#failure(error: unknown): MemoryStoreState['scan'] {
		if (error instanceof DOMException && error.name === 'AbortError') return { kind: 'cancelled' };
		const wire = toWire(error);
		if (wire.stack !== undefined) this.#options.log.error(wire.stack);
		return { kind: 'failed', error: withoutStack(wire) };
	}

	#set(held: Held, scan: MemoryStoreState['scan']): void {
		held.scan = scan;
		this.#options.onChange(stateOf(held), held.uri);
	}
}

function keyOf(store: string): string {
	return isStoreAddress(store) ? store : canonicalUri(uriOf(store));
}

/** Whether `beside` is named after `file`, with its ending or without. */
function isBeside(beside: string, file: string): boolean {
	const name = (uri: string): string => decodeURIComponent(canonicalUri(uri).split('/').at(-1) ?? '');
	const stem = name(beside).replace(/\.rag-assay(?:-[a-z]+)?\.json$/, '');
	return name(file) === stem || name(file).replace(/\.[^.]*$/, '') === stem;
}

/** The same entry with its places so many units earlier. */
function shiftedBy(record: MemoryScanRecord, by: number): MemoryScanRecord {
	const earlier = (place: MemoryScanRecord['place']): MemoryScanRecord['place'] =>
		place === null ? null : { ...place, start: place.start - by, end: place.end - by };
	return {
		...record,
		place: earlier(record.place),
		findings: record.findings.map((finding) => ({ ...finding, place: earlier(finding.place) })),
	};
}

function sameContents(a: ReadonlySet<string> | null, b: ReadonlySet<string> | null): boolean {
	return a !== null && b !== null && a.size === b.size && [...a].every((one) => b.has(one));
}

function changeBetween(before: ReadonlySet<string> | null, after: ReadonlySet<string> | null): MemoryStoreState['changed'] {
	if (before === null || after === null) return null;
	return { added: [...after].filter((one) => !before.has(one)).length, gone: [...before].filter((one) => !after.has(one)).length };
}

function stateOf({ store, scan, last, changed, quarantined }: Held): MemoryStoreState {
	const flagged = last?.records.filter(({ flagged: is }) => is) ?? [];
	return {
		store,
		scan,
		at: last?.at ?? null,
		summary: last?.summary ?? null,
		flagged: flagged.slice(0, maxFlagged),
		more: Math.max(0, (last?.summary.flagged ?? 0) - maxFlagged),
		quarantined: [...quarantined],
		historyError: last?.historyError ?? null,
		changed,
	};
}
