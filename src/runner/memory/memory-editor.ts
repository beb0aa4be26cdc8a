import {
	CodeActionKind,
	CodeActionTriggerKind,
	type CodeAction,
	type CodeActionContext,
	type Diagnostic,
	type Hover,
	type InlayHint,
	type Range,
} from 'vscode-languageserver/node';
import { relative, resolve } from 'node:path';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { MemoryScanRecord } from '../../formats/memory-scan-record.ts';
import { CancelScan, GetMemoryBefore, GetMemoryStores, MemoryStoreChanged, ScanStore } from '../../protocol/memory.ts';
import type { RunnerSettings } from '../../protocol/requests.ts';
import { memoryActionsAt } from './code-actions.ts';
import { listsAll, memoryDiagnostics, entriesTouching, placedEntries } from './diagnostics.ts';
import { memoryHints } from './inlay-hints.ts';
import { memoryHover } from './hover.ts';
import type { Log } from '../lsp/log.ts';
import type { Outbox, TypedAnswers } from '../lsp/request-handlers.ts';
import { executeMemoryCommand, isMemoryCommand } from './editor-commands.ts';
import { MemoryScans, type ScannedMemory } from './editor-scans.ts';
import type { EditorMemoryService, ApprovedStore } from './memory-service.ts';
import type { OpenDocuments } from '../lsp/open-documents.ts';
import { rangeOf } from '../lsp/positions.ts';

export interface MemoryEditorOptions {
	readonly answers: TypedAnswers;
	readonly outbox: Outbox;
	readonly open: OpenDocuments;
	readonly service: EditorMemoryService;
	readonly settings: () => Pick<RunnerSettings, 'memoryHistory' | 'memoryScanOn' | 'trusted'>;
	readonly log: Log;
	readonly now: () => Date;
	/** What is said of an open document changed. */
	readonly onDocument: (uri: string) => void;
	/** What is to be said of a memory that is not open. */
	readonly onFile: (uri: string, diagnostics: Diagnostic[]) => void;
}

/** What editors see of memories: diagnostics, hovers, actions and hints of those that are open, and the stores that were scanned. */
export class MemoryEditor {
	readonly scans: MemoryScans;
	readonly #options: MemoryEditorOptions;

	constructor(options: MemoryEditorOptions) {
		this.#options = options;
		const { answers, outbox, open } = options;
		this.scans = new MemoryScans({
			...options,
			onChange: (state, uri) => {
				outbox.tell(MemoryStoreChanged, state);
				if (uri === null || state.scan.kind === 'scanning') return;
				const document = open.get(uri);
				if (document === undefined) this.#tellOfFile(uri);
				else options.onDocument(document.uri);
			},
		});
		answers.request(ScanStore, this.scans.scan.bind(this.scans));
		answers.request(CancelScan, (params) => {
			this.scans.cancel(params);
			return null;
		});
		answers.request(GetMemoryStores, () => this.scans.states());
		answers.request(GetMemoryBefore, async ({ store, since }) => {
			const { last, before: earlier } = this.scans.scanned(store);
			if (last === undefined) return null;
			if (since === 'scan')
				return earlier === undefined ? null : { before: textOf(earlier), after: textOf(last), when: earlier.at, who: null };
			const approved = await options.service.approved(store);
			if (approved === null) return null;
			const { files, when, who } = approved;
			return { before: sections(files, resolve(store)), after: sections(byFile(last.records), resolve(store)), when, who };
		});
	}

	/** What was said of the file while it was not open is the open document's from here on. */
	opened(uri: string): void {
		if (this.scans.current(uri) !== undefined) this.#options.onDocument(uri);
		this.scans.opened(uri);
	}

	closed(uri: string): void {
		this.#tellOfFile(uri);
	}

	/** A file changed on the disk, or has gone. */
	fileChanged(uri: string): void {
		if (this.scans.forgetDeleted(uri)) {
			if (this.#options.open.get(uri) === undefined) this.#options.onFile(uri, []);
			else this.#options.onDocument(uri);
		} else this.scans.fileChanged(uri);
	}

	diagnostics(uri: string): Diagnostic[] {
		const [document, current] = [this.#options.open.get(uri), this.scans.current(uri)];
		return document === undefined || current === undefined ? [] : memoryDiagnostics(document, current);
	}

	hover(uri: string, position: Range['start']): Hover | null {
		const [document, current] = [this.#options.open.get(uri), this.scans.current(uri)];
		if (document === undefined || current?.scanned === undefined) return null;
		const at = document.offsetAt(position);
		const placed = placedEntries(current, document);
		const [entry] = entriesTouching(placed, { start: at, end: at });
		if (entry === undefined) return null;
		// Editors show the problems under the pointer in the same hover.
		const listed =
			entry.findings.length === 0 || !listsAll(placed)
				? []
				: entry.findings.filter(({ range: { start, end } }) => start <= at && at <= end);
		return {
			contents: {
				kind: 'markdown',
				value: memoryHover(
					entry.record,
					current.scanned.summary,
					listed.map(({ finding }) => finding),
				),
			},
			range: rangeOf(document, entry.range),
		};
	}

	actions(uri: string, range: Range, { diagnostics, triggerKind }: CodeActionContext): CodeAction[] {
		const [document, current] = [this.#options.open.get(uri), this.scans.current(uri)];
		if (document === undefined || current === undefined) return [];
		const actions = memoryActionsAt(document, current, range, diagnostics);
		// What an editor asks for by itself makes a light bulb, whatever its kind.
		return triggerKind === CodeActionTriggerKind.Automatic ? actions.filter(({ kind }) => kind === CodeActionKind.QuickFix) : actions;
	}

	hints(uri: string, range: Range): InlayHint[] {
		const document = this.#options.open.get(uri);
		return document === undefined || !this.scans.isMemory(uri) ? [] : memoryHints(document, this.scans.current(uri), range);
	}

	/** Executes one of our commands; `undefined`: it is none of them. */
	execute(command: string, args: readonly unknown[]): Promise<unknown> | undefined {
		if (!isMemoryCommand(command)) return undefined;
		const { service, open } = this.#options;
		return executeMemoryCommand(command, args, { service, scans: this.scans, open });
	}

	/** A memory that is not open has its findings in the list of problems anyway. */
	#tellOfFile(uri: string): void {
		const current = this.scans.current(uri);
		const text = current?.scanned?.text;
		if (current === undefined || text === undefined || text === null) return;
		this.#options.onFile(uri, memoryDiagnostics(documentOf(uri, text), current));
	}
}

/** A closed file as it was scanned. */
function documentOf(uri: string, text: string): TextDocument {
	return TextDocument.create(uri, 'plaintext', 0, text);
}

/** A store as text: a file whole, other entries a paragraph each. */
function textOf({ text, records }: ScannedMemory): string {
	return text ?? paragraphs(records.map((record) => record.text));
}

/** Texts of a file's entries. */
type FileTexts = ApprovedStore['files'][number];

function byFile(records: readonly MemoryScanRecord[]): FileTexts[] {
	const files = new Map<string, string[]>();
	for (const { place, text } of records) {
		const file = place?.file ?? '';
		const texts = files.get(file);
		if (texts === undefined) files.set(file, [text]);
		else texts.push(text);
	}
	return Array.from(files, ([file, texts]) => ({ file, texts }));
}

/** Files of a store one after the other, in the order of their paths, each under its name; of a store that is a file its entries alone. */
function sections(files: readonly FileTexts[], store: string): string {
	return files
		.toSorted((a, b) => (a.file < b.file ? -1 : 1))
		.map(({ file, texts }) => (file === store ? paragraphs(texts) : `# ${relative(store, file)}\n\n${paragraphs(texts)}`))
		.join('\n');
}

/** Entries, a paragraph each. */
function paragraphs(texts: readonly string[]): string {
	return texts.map((text) => `${text}\n`).join('\n');
}
