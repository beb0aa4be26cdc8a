import { stat } from 'node:fs/promises';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { UserError } from '../../errors.ts';
import { isLargeForeign, mayBeForeign } from '../../formats/foreign/foreign-names.ts';
import { readRagMarkdown } from '../../formats/rag-md.ts';
import { readableName, readableUri, shownTrace } from '../../formats/readable-uri.ts';
import { readNamedTraces } from '../../formats/read-traces.ts';
import type { Trace } from '../../formats/trace.ts';
import { writeRagMarkdown } from '../../formats/write-rag-md.ts';
import type { MappedText } from '../../text/text-map.ts';
import { readTraceText, type OpenDocuments } from '../lsp/open-documents.ts';
import { canonicalUri, pathOf } from '../lsp/uris.ts';
import { isForeignDocument, readForeignDocument } from './foreign-documents.ts';
import { LargeFiles, type TraceOfLine } from './large-files.ts';

/** A file of many traces as it was at one moment. */
export interface TracesOf {
	/** URI of the file, as the editor spells it if it is open. */
	readonly uri: string;
	/** What was read of the file: the whole of it, or one line. */
	readonly document: TextDocument;
	/** Lines of the file before the document. */
	readonly linesBefore: number;
	readonly traces: readonly Trace[];
}

/** A trace of such a file, with the text that shows it. */
export interface ReadableText {
	readonly uri: string;
	readonly text: string;
	readonly trace: Trace;
	readonly of: TracesOf;
	/** Of a file that is too large to be held: where the trace is among the others. */
	readonly inLargeFile?: Pick<TraceOfLine, 'line' | 'count'>;
}

/** A file of the disk as it was read last. */
interface Kept {
	readonly path: string;
	readonly stamp: string;
	readonly of: TracesOf;
}

interface Written {
	readonly text: string;
	/** The trace as it is read from that text. */
	readonly shown: Trace | undefined;
}

const known = new WeakMap<Trace, Written>();

/** Returns a trace as a `*.rag.md`, which is written once. */
function writtenOf(trace: Trace): Written {
	let written = known.get(trace);
	if (written === undefined) {
		const { text } = writeRagMarkdown(trace);
		known.set(trace, (written = { text, shown: readRagMarkdown('', text, '').traces[0] }));
	}
	return written;
}

/** Finds the traces of files that hold many, and shows each as a readable document. */
export class ReadableTraces {
	/** Files that are too large to be held. */
	readonly large = new LargeFiles();
	readonly #open: OpenDocuments;
	#kept: Kept | undefined;

	constructor(open: OpenDocuments) {
		this.#open = open;
	}

	/** The traces of a file, open or on the disk; `undefined` for one that is gone, in no format that is known, or too large to be held. */
	async tracesOf(uri: string): Promise<TracesOf | undefined> {
		const open = this.#open.get(uri);
		if (open !== undefined && isForeignDocument(open)) {
			const { parsed, copy } = readForeignDocument(open);
			return { uri: open.uri, document: copy, linesBefore: 0, traces: parsed.traces };
		}
		const path = pathOf(uri);
		return path === undefined ? undefined : this.#ofDisk(uri, path);
	}

	/** The trace that a readable document shows. */
	async shownIn(uri: string, signal: AbortSignal): Promise<ReadableText | undefined> {
		const shown = shownTrace(uri);
		const open = shown === null ? undefined : this.#open.get(shown.file);
		// What is open as a whole may have changes that are not on the disk.
		const found = open !== undefined && isForeignDocument(open) ? undefined : await this.large.shownIn(uri, signal);
		if (found !== undefined) {
			const { file, line, document, trace } = found;
			return {
				uri,
				text: writtenOf(trace).text,
				trace,
				of: { uri: file, document, linesBefore: line - 1, traces: [trace] },
				inLargeFile: found,
			};
		}
		const of = shown === null ? undefined : await this.tracesOf(shown.file);
		const trace = of?.traces.find(({ id }) => readableName(id) === shown!.name);
		return of === undefined || trace === undefined ? undefined : { uri, text: writtenOf(trace).text, trace, of };
	}

	/** The trace whose record is at an offset of its file, or begins next; the first one without an offset. */
	async traceAt(uri: string, offset: number): Promise<ReadableText | undefined> {
		const of = await this.tracesOf(uri);
		const trace = of?.traces.find((one) => placeOf(one).end > offset) ?? of?.traces.at(-1);
		return of === undefined || trace === undefined ? undefined : readableText(of, trace);
	}

	/** The trace of a file with an ID. */
	async traceOf(uri: string, id: string): Promise<ReadableText | undefined> {
		const of = await this.tracesOf(uri);
		const trace = of?.traces.find((one) => one.id === id);
		return of === undefined || trace === undefined ? undefined : readableText(of, trace);
	}

	async #ofDisk(uri: string, path: string): Promise<TracesOf | undefined> {
		try {
			const { mtimeMs, size } = await stat(path);
			if (isLargeForeign(size) && mayBeForeign(path)) return undefined;
			const stamp = `${mtimeMs} ${size}`;
			if (this.#kept?.path === path && this.#kept.stamp === stamp) return this.#kept.of;
			const text = await readTraceText(path);
			if (text === undefined) return undefined;
			const { traces } = await readNamedTraces(path, text, readTraceText);
			const of = { uri: canonicalUri(uri), document: TextDocument.create(uri, 'jsonl', 0, text), linesBefore: 0, traces };
			this.#kept = { path, stamp, of };
			return of;
		} catch (error) {
			if (error instanceof UserError || (error instanceof Error && 'syscall' in error)) return undefined;
			throw error;
		}
	}
}

function readableText(of: TracesOf, trace: Trace): ReadableText {
	return { uri: readableUri(of.uri, trace.id), text: writtenOf(trace).text, trace, of };
}

/** Where a trace is in its file: its record, or its response. */
export function placeOf({ record, response }: Trace): { start: number; end: number } {
	if (record !== undefined) return record;
	if (response === undefined) return { start: 0, end: 0 };
	return { start: response.map.toDocument(0), end: response.map.toDocument(response.map.length) };
}

/**
 * Returns the range in a readable text that says what is at a range of the trace's file, or `undefined` if no text of the trace is there.
 * Offsets are UTF-16 units.
 */
export function rangeInReadable({ trace }: ReadableText, start: number, end: number): { start: number; end: number } | undefined {
	const { shown } = writtenOf(trace);
	if (shown === undefined) return undefined;
	const pairs: readonly (readonly [MappedText | undefined, MappedText | undefined])[] = [
		[trace.response, shown.response],
		[trace.query, trace.history === undefined ? shown.query : undefined],
		...trace.contexts.map((context, i) => [context.text, shown.contexts[i]?.text] as const),
		[trace.system, shown.system],
		[trace.reference, shown.reference],
	];
	for (const [from, to] of pairs) {
		if (from === undefined || to === undefined) continue;
		const { map } = from;
		if (start < map.toDocument(0) || end > map.toDocument(map.length) || map.length === 0) continue;
		// A section has no blank lines at its beginning.
		const skipped = /^(?:[^\S\r\n]*(?:\r\n?|\n))*/.exec(from.text)![0].length;
		const moved = (offset: number): number => to.map.toDocument(Math.min(to.map.length, Math.max(0, map.toText(offset) - skipped)));
		return { start: moved(start), end: moved(end) };
	}
	return undefined;
}
