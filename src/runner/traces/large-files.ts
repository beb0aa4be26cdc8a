import { stat } from 'node:fs/promises';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { LineIndex, type IndexOptions, type ReadLine } from '../../files/line-index.ts';
import { isLargeForeign, longestForeignDocument, mappingsFileName, mayBeForeign } from '../../formats/foreign/foreign-names.ts';
import type { LineFormat } from '../../formats/foreign/registry.ts';
import { readableUri, shownTrace } from '../../formats/readable-uri.ts';
import type { Trace } from '../../formats/trace.ts';
import { oneLineOf } from '../../wording/phrases.ts';
import { canonicalUri, pathOf } from '../lsp/uris.ts';
import { recognizeLines, requireLineFormat, sizeOf } from './line-formats.ts';

/** A trace of a file that is too large to be held. */
export interface TraceOfLine {
	/** `file:` URI of its file. */
	readonly file: string;
	/** Its line in the file, from 1. */
	readonly line: number;
	/** The text of its line. Offsets of the trace count from its beginning. */
	readonly document: TextDocument;
	readonly trace: Trace;
	/** Number of lines of the file that are not blank. */
	readonly count: number;
}

/** Lines of such a file, for a list. */
export interface ListedLines {
	readonly lines: readonly {
		readonly line: number;
		/** URI of its readable document. */
		readonly uri: string;
		/** The question, or why the line cannot be read. */
		readonly question: string;
		readonly isReadable: boolean;
	}[];
	readonly hasBefore: boolean;
	readonly hasMore: boolean;
}

/** The readable documents of the traces before and behind another one. Absent at the ends of the file, and behind many lines without a trace. */
export interface NeighborTraces {
	readonly before?: string;
	readonly after?: string;
}

/** The format of a file, as long as the file and the mappings beside it are what they were. */
interface KnownFormat {
	readonly stamp: string;
	readonly format: Promise<LineFormat>;
}

/** Files whose index is kept. */
const mostKept = 4;
/** Traces of which it is kept whether an earlier one has their ID. */
const mostKeptIds = 1000;
/** What several wait for is not stopped because one of them no longer does. */
const never = new AbortController().signal;
/** Lines with the ID of another line that are read to see whether it is the ID of their trace. */
const mostWithId = 20;
/** Lines without a trace that the way to the next trace passes over. */
const mostPassedOver = 20;

/**
 * Finds single traces of JSON Lines files that are too large to be held. Only the places of lines are kept, and a line is read when somebody asks for it.
 * A readable document of such a file is named by its line: IDs of traces are not known before their line is read.
 * Its methods throw RA112 for a file in no format that is known, RA143 for another encoding than UTF-8, RA168 if its traces are not on separate lines,
 * and RA506 or RA513 if it cannot be read.
 */
export class LargeFiles {
	/** By path, the one that was asked about last at the end. */
	readonly #indexes = new Map<string, LineIndex>();
	readonly #formats = new Map<string, KnownFormat>();
	/** Whether the IDs of lines are those of earlier lines, as long as their file is what it was. */
	readonly #taken = new Map<string, Promise<boolean>>();

	/**
	 * Indexes a file, or goes on where an index was stopped.
	 * @param uri `file:` URI
	 * @returns the number of its lines that are not blank, and its format as messages call it
	 */
	async index(uri: string, options: IndexOptions): Promise<{ readonly count: number; readonly format: string }> {
		const path = requirePath(uri);
		const { format } = await this.#formatOf(path);
		const count = await this.#indexOf(path).extend(options);
		// A file of one line is one value.
		if (count === 1) throw notByLines(path);
		return { count, format };
	}

	/** Lists lines of a file that follow each other. @param line the first one, from 1 */
	async list(uri: string, line: number, count: number, signal: AbortSignal): Promise<ListedLines> {
		const path = requirePath(uri);
		const format = await this.#formatOf(path);
		const { lines, hasBefore, hasMore } = await this.#indexOf(path).from(line, count, longestForeignDocument, { signal });
		return {
			lines: lines.map((one) => {
				const { trace, problem } = read(one, format);
				return {
					line: one.line,
					uri: readableUri(canonicalUri(uri), nameOfLine(one.line)),
					question: oneLineOf(trace?.query.text ?? problem, 100),
					isReadable: trace !== undefined,
				};
			}),
			hasBefore,
			hasMore,
		};
	}

	/** The trace that a readable document of a large file shows; `undefined` for any other document, and for a line without a trace. */
	async shownIn(uri: string, signal: AbortSignal): Promise<TraceOfLine | undefined> {
		const shown = await lineIn(uri);
		if (shown === undefined) return undefined;
		const { file, path, line } = shown;
		const format = await this.#formatOf(path);
		const { lines, count } = await this.#indexOf(path).from(line, 1, longestForeignDocument, { signal });
		const [found] = lines;
		if (found?.line !== line || found.text === null) return undefined;
		const first = read(found, format).trace;
		if (first === undefined) return undefined;
		const taken = await this.#isTaken(path, first.id, line);
		signal.throwIfAborted();
		const trace = taken ? (read(found, format, first.id).trace ?? first) : first;
		return { file, line, document: TextDocument.create(file, 'jsonl', 0, found.text), trace, count };
	}

	/** Whether a line before has a trace with the same ID. Then the trace is named by its line, too, as in smaller files: labels are kept by name. */
	async #isTaken(path: string, id: string, line: number): Promise<boolean> {
		// Traces without an ID are called by their line.
		if (id === nameOfLine(line)) return false;
		const key = JSON.stringify([await stampOf(path), line, id]);
		const search = async (): Promise<boolean> => {
			const format = await this.#formatOf(path);
			const index = this.#indexOf(path);
			const options = { before: line, longest: longestForeignDocument, most: mostWithId };
			// A number has no quotes. Escapes in an ID are rare: it then counts as new.
			for (const written of [JSON.stringify(id), ...(/^\d{1,20}$/.test(id) ? [`: ${id},`, `:${id},`] : [])]) {
				// oxlint-disable-next-line no-await-in-loop -- mostly the first one decides
				const lines = await index.with(Buffer.from(written), options, { signal: never });
				if (lines.some((one) => read(one, format).trace?.id === id)) return true;
			}
			return false;
		};
		const taken = this.#taken.get(key) ?? search();
		if (this.#taken.size > mostKeptIds) this.#taken.clear();
		this.#taken.set(key, taken);
		try {
			return await taken;
		} catch (error) {
			this.#taken.delete(key);
			throw error;
		}
	}

	/** The traces before and behind the one that a readable document of a large file shows. */
	async neighborsOf(uri: string, signal: AbortSignal): Promise<NeighborTraces> {
		const shown = await lineIn(uri);
		if (shown === undefined) return {};
		const { file, path, line } = shown;
		const format = await this.#formatOf(path);
		const index = this.#indexOf(path);
		const find = async (step: (from: number) => Promise<{ readonly lines: readonly ReadLine[] }>): Promise<string | undefined> => {
			let at = line;
			for (let tried = 0; tried < mostPassedOver; tried++) {
				// oxlint-disable-next-line no-await-in-loop -- mostly the first one has a trace
				const [one] = (await step(at)).lines;
				if (one === undefined) return undefined;
				if (read(one, format).trace !== undefined) return readableUri(file, nameOfLine(one.line));
				at = one.line;
			}
			return undefined;
		};
		const before = await find((from) => index.before(from, longestForeignDocument, { signal }));
		const after = await find((from) => index.from(from + 1, 1, longestForeignDocument, { signal }));
		return { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
	}

	#indexOf(path: string): LineIndex {
		const index = this.#indexes.get(path) ?? new LineIndex(path, fileKinds.largeFile);
		this.#indexes.delete(path);
		this.#indexes.set(path, index);
		const [oldest] = this.#indexes.keys();
		if (this.#indexes.size > mostKept && oldest !== undefined) {
			this.#indexes.delete(oldest);
			this.#formats.delete(oldest);
		}
		return index;
	}

	async #formatOf(path: string): Promise<LineFormat> {
		const stamp = await stampOf(path);
		const known = this.#formats.get(path);
		if (known?.stamp === stamp) return known.format;
		const format = recognize(path);
		this.#formats.set(path, { stamp, format });
		return format;
	}
}

/** The place of a line in its file that a readable document shows, if the file is large. */
async function lineIn(uri: string): Promise<{ readonly file: string; readonly path: string; readonly line: number } | undefined> {
	const shown = shownTrace(uri);
	const [, written] = /^line (\d{1,15})$/.exec(shown?.name ?? '') ?? [];
	if (shown === null || written === undefined) return undefined;
	const path = pathOf(shown.file);
	if (path === undefined || !mayBeForeign(path) || !isLargeForeign(await sizeOf(path))) return undefined;
	return { file: shown.file, path, line: Number(written) };
}

/** The name of a readable document, and the ID of a trace that its tool gave none. */
function nameOfLine(line: number): string {
	return `line ${line}`;
}

/** Returns the trace of a line, or what is wrong with the line. @param taken an ID that an earlier trace has */
function read({ line, text }: ReadLine, format: LineFormat, taken?: string): { readonly trace?: Trace; readonly problem: string } {
	if (text === null) return { problem: 'This line is too long to be read.' };
	const { traces, problems } = format.read(text, { lines: line - 1, ids: new Set(taken === undefined ? [] : [taken]) });
	const [trace] = traces;
	const [problem] = problems;
	if (trace !== undefined) return { trace, problem: '' };
	if (problem === undefined) return { problem: 'There is no trace in this line.' };
	// The reader's own words are about a whole file.
	return { problem: problem.code === errorNumbers.malformedJsonLine ? 'This line is not valid JSON.' : problem.message };
}

/** When a file and the list of mappings beside it were changed last. A file that is gone is found out when it is opened. */
async function stampOf(path: string): Promise<string> {
	const stamps = [path, path.replace(/[^\\/]*$/, mappingsFileName)].map(async (one) => {
		const found = await stat(one).catch(() => undefined);
		return found === undefined ? '' : `${found.ino} ${found.mtimeMs} ${found.size}`;
	});
	return (await Promise.all(stamps)).join(';');
}

async function recognize(path: string): Promise<LineFormat> {
	const { found, broken } = await recognizeLines(path);
	return requireLineFormat(found, {
		broken,
		notByLines: () => notByLines(path),
		unknown: ({ members }) => unknownMembers(path, members),
	});
}

function unknownMembers(path: string, members: readonly string[]): UserError {
	const shown = members.slice(0, 12).map((name) => `\`${name}\``);
	const found =
		shown.length === 0 ? '' : ` Its records have the members ${shown.join(', ')}${members.length > shown.length ? ' and others' : ''}.`;
	return new UserError(errorNumbers.unknownFormat, `This file is in no format that is known.${found}`, {
		place: { file: path },
		hint: `Say in ${mappingsFileName} beside it which members are the question, the contexts and the answer (docs/formats.md).`,
	});
}

function notByLines(path: string): UserError {
	return new UserError(
		errorNumbers.notByLines,
		'This large file cannot be opened trace by trace, because its traces are not on separate lines.',
		{
			place: { file: path },
			hint: 'Write it as JSON Lines with a whole answer in each line. If it has at most 256 MiB, you can also run `rag-assay analyze` on it in a terminal.',
		},
	);
}

function requirePath(uri: string): string {
	const path = pathOf(uri);
	if (path === undefined) throw new Error(`no file: ${uri}`);
	return path;
}
