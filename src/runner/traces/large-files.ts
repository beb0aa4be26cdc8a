import { stat } from 'node:fs/promises';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { LineIndex, type IndexOptions } from '../../files/line-index.ts';
import { readHead } from '../../files/read-file.ts';
import { foreignHeadLength, longestForeignDocument, mayBeForeign } from '../../formats/foreign/foreign-names.ts';
import { keptMapping } from '../../formats/foreign/kept-mappings.ts';
import { lineFormatOf, type LineFormat } from '../../formats/foreign/registry.ts';
import { readableUri, shownTrace } from '../../formats/readable-uri.ts';
import { unknownFormat } from '../../formats/read-traces.ts';
import type { Trace } from '../../formats/trace.ts';
import { oneLineOf } from '../../wording/phrases.ts';
import { readTraceText } from '../lsp/open-documents.ts';
import { canonicalUri, pathOf } from '../lsp/uris.ts';

/** A trace of a file that is too large to be held. */
export interface TraceOfLine {
	/** `file:` URI of its file. */
	readonly file: string;
	/** Its line in the file, from 1. */
	readonly line: number;
	/** The text of its line. Offsets of the trace count from its beginning. */
	readonly document: TextDocument;
	readonly trace: Trace;
	/** Readable documents of the next traces before and behind it. */
	readonly before: string | undefined;
	readonly after: string | undefined;
	/** Number of lines of the file that are not blank. */
	readonly count: number;
}

/** A line of such a file, for a list. */
export interface ListedLine {
	readonly line: number;
	/** URI of its readable document. */
	readonly uri: string;
	/** The question, or why the line cannot be read. */
	readonly question: string;
	readonly isReadable: boolean;
}

/** What is known of a large file. Its format is recognized once: a file that is appended to keeps it. */
interface LargeFile {
	readonly index: LineIndex;
	readonly format: LineFormat;
}

/** Files whose index is kept. A file of a million lines takes 16 MB. */
const mostKept = 4;
const quiet: IndexOptions = { signal: new AbortController().signal, onProgress: () => undefined };

/**
 * Finds single traces of JSON Lines files that are too large to be held. Only the places of lines are kept, and a line is read when somebody asks for it.
 * A readable document of such a file is named by its line: IDs of traces are not known before their line is read.
 */
export class LargeFiles {
	readonly #known = new Map<string, LargeFile>();

	/**
	 * Indexes a file, or goes on where an index was stopped.
	 * @param uri `file:` URI
	 * @returns the number of its lines that are not blank, and its format as messages call it
	 * @throws {UserError} RA112 for a file in no format that is known, RA168 if its traces are not on separate lines, RA506 if it cannot be read.
	 */
	async index(uri: string, options: IndexOptions): Promise<{ readonly count: number; readonly format: string }> {
		const { index, format } = await this.#fileOf(uri);
		await index.extend(options);
		return { count: index.count, format: format.format };
	}

	/**
	 * Lists lines of a file that follow each other. A line without a trace is listed with what is wrong with it.
	 * @param line the first one, from 1. Blank lines before it are passed over.
	 * @throws {UserError} as `index`
	 */
	async list(uri: string, line: number, count: number): Promise<ListedLine[]> {
		const { index, format } = await this.#fileOf(uri);
		await index.extend(quiet);
		let from = index.numberOf(line);
		for (let next = line + 1; from === undefined && next < line + mostBlank; next++) from = index.numberOf(next);
		if (from === undefined) return [];
		return (await index.read(from, count, longestForeignDocument)).map(({ line: number, text }) => {
			const { traces, problems } = text === null ? unread : format.read(text, { lines: number - 1, ids: new Set() });
			const [trace] = traces;
			return {
				line: number,
				uri: readableUri(canonicalUri(uri), nameOfLine(number)),
				question: oneLineOf(trace?.query.text ?? (text === null ? 'This line is too long to be read.' : whyNoTrace(problems)), 100),
				isReadable: trace !== undefined,
			};
		});
	}

	/** The trace that a readable document of a large file shows; `undefined` for any other document, and for a line without a trace. */
	async shownIn(uri: string): Promise<TraceOfLine | undefined> {
		const shown = shownTrace(uri);
		const [, written] = /^line (\d{1,15})$/.exec(shown?.name ?? '') ?? [];
		if (shown === null || written === undefined || !(await isLargeFile(shown.file))) return undefined;
		const { index, format } = await this.#fileOf(shown.file);
		await index.extend(quiet);
		const line = Number(written);
		const number = index.numberOf(line);
		if (number === undefined) return undefined;
		const text = (await index.read(number, 1, longestForeignDocument))[0]?.text ?? null;
		const [trace] = text === null ? [] : format.read(text, { lines: line - 1, ids: new Set() }).traces;
		if (text === null || trace === undefined) return undefined;
		const neighbor = async (step: 1 | -1): Promise<string | undefined> => {
			for (let at = number + step; Math.abs(at - number) <= mostPassedOver; at += step) {
				// oxlint-disable-next-line no-await-in-loop -- mostly the first one has a trace
				const [one] = at < 0 ? [] : await index.read(at, 1, longestForeignDocument);
				if (one === undefined) return undefined;
				if (one.text !== null && format.read(one.text, { lines: one.line - 1, ids: new Set() }).traces.length > 0)
					return readableUri(shown.file, nameOfLine(one.line));
			}
			return undefined;
		};
		return {
			file: shown.file,
			line,
			document: TextDocument.create(shown.file, 'jsonl', 0, text),
			trace,
			before: await neighbor(-1),
			after: await neighbor(1),
			count: index.count,
		};
	}

	async #fileOf(uri: string): Promise<LargeFile> {
		const path = pathOf(uri);
		if (path === undefined) throw new Error(`no file: ${uri}`);
		const known = this.#known.get(path);
		if (known !== undefined) return known;
		const format = await formatOf(path);
		const file = { index: new LineIndex(path, fileKinds.named), format };
		this.#known.set(path, file);
		const [oldest] = this.#known.keys();
		if (this.#known.size > mostKept && oldest !== undefined) this.#known.delete(oldest);
		return file;
	}
}

const unread: ReturnType<LineFormat['read']> = { traces: [], problems: [] };
/** Lines without a trace that the way to the next trace passes over. */
const mostPassedOver = 20;
/** Blank lines in a row that a list passes over. */
const mostBlank = 1000;

function whyNoTrace([problem]: ReturnType<LineFormat['read']>['problems']): string {
	if (problem === undefined) return 'There is no trace in this line.';
	// The reader's own words are about a whole file.
	return problem.code === errorNumbers.malformedJsonLine ? 'This line is not valid JSON.' : problem.message;
}

/** The name of a readable document, and the ID of a trace that its tool gave none. */
function nameOfLine(line: number): string {
	return `line ${line}`;
}

/** Resolves to whether a file is too large for an editor to hold its traces. A file that is gone is not. @param uri `file:` URI */
async function isLargeFile(uri: string): Promise<boolean> {
	const path = pathOf(uri);
	if (path === undefined || !mayBeForeign(path)) return false;
	try {
		return (await stat(path)).size > longestForeignDocument;
	} catch (error) {
		if (error instanceof Error && 'syscall' in error) return false;
		throw error;
	}
}

async function formatOf(path: string): Promise<LineFormat> {
	const head = await readHead(path, foreignHeadLength, fileKinds.named);
	if (head === undefined) throw new UserError(errorNumbers.unreadableFile, 'This file no longer exists.', { place: { file: path } });
	const text = head.toString('utf8');
	const { mapping, broken } = await keptMapping(path, readTraceText);
	const found = /^\uFEFF?\s*\[/.test(text) ? null : lineFormatOf({ document: path, text }, mapping);
	if (found === null || found === 'joined') throw notByLines(path);
	if ('members' in found) throw broken ?? unknownFormat(path, text, found, mapping && { answer: mapping.answer, by: 'the mapping' });
	if (found.partsIn !== undefined) throw notByLines(path);
	return found;
}

function notByLines(path: string): UserError {
	return new UserError(
		errorNumbers.notByLines,
		'This large file cannot be opened trace by trace, because its traces are not on separate lines.',
		{
			place: { file: path },
			hint: 'Write it as JSON Lines with a whole answer in each line, or run `rag-assay analyze` on it in a terminal.',
		},
	);
}
