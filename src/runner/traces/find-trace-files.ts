import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { readTraceText } from '../lsp/open-documents.ts';
import { fileKind } from '../../formats/file-names.ts';
import type { RowMapping } from '../../formats/foreign/row-mapping.ts';
import { problemErrors, problemPlaces, readNamedTraces } from '../../formats/read-traces.ts';
import { isFailure, type ParsedTraces, type Trace } from '../../formats/trace.ts';
import { placesIn, type LineAndColumn } from '../../text/lines.ts';
import { plural } from '../../wording/phrases.ts';

/** Folders that hold other people's files. */
const skipped = new Set(['node_modules', '.git', '.hg', '.svn']);

/**
 * What lies in a folder, in order of name, without folders that hold other people's files. One that may not be read is reported, with
 * its path, and holds nothing. Rejects with the signal's reason.
 */
export async function folderEntries(
	folder: string,
	onUnreadable: (error: unknown, folder: string) => void,
	signal: AbortSignal,
): Promise<Dirent[]> {
	signal.throwIfAborted();
	let entries;
	try {
		entries = await readdir(folder, { withFileTypes: true });
	} catch (error) {
		onUnreadable(error, folder);
		return [];
	}
	return entries.filter((entry) => !(entry.isDirectory() && skipped.has(entry.name))).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** A named file with the texts of its documents, by path. */
export interface NamedFile {
	readonly parsed: ParsedTraces;
	readonly texts: ReadonlyMap<string, string>;
	/** Line and column of an offset in one of its documents. */
	readonly placeIn: (document: string, offset: number) => LineAndColumn;
	/** What could not be read, as errors with their places. */
	readonly problems: readonly UserError[];
	/** What was read, but perhaps not as it was meant. */
	readonly notes: readonly ReadingNote[];
	/** Sentences about the whole file, if another tool wrote it. The first names its format. */
	readonly fileNotes: readonly string[];
	/** RA166: the list of mappings beside the file is not as expected. The file was read without it, so this is no failure. */
	readonly brokenMappings?: UserError;
}

/** Something that was read, but perhaps not as it was meant. */
interface ReadingNote {
	readonly document: string;
	/** UTF-16 offset in the document. */
	readonly start: number;
	/** Sentences, with the line. */
	readonly words: string;
}

/** Returns the notes about a trace: those in its own record, or all of them if its file holds no other. */
export function notesOn({ record, response }: Trace, { notes }: Pick<NamedFile, 'notes'>): string[] {
	return notes
		.filter(
			({ document, start }) => record === undefined || (document === response?.document && record.start <= start && start < record.end),
		)
		.map(({ words }) => words);
}

/** Returns the notes that are in no record of the file's traces. */
function notesBeside(traces: readonly Trace[], notes: readonly ReadingNote[]): string[] {
	const records = traces.flatMap(({ record }) => record ?? []);
	if (records.length === 0) return [];
	return notes.filter(({ start }) => !records.some((record) => record.start <= start && start < record.end)).map(({ words }) => words);
}

/**
 * Reads a file that a user named. Rejects with RA506 or RA513, or as `readNamedTraces` does.
 * `mapping`: what the members of another tool's records are.
 * `withoutResponse`: a prompt whose response file does not exist yet counts as one with an empty response.
 */
export async function readNamedFile(
	path: string,
	{ withoutResponse = false, mapping }: { readonly withoutResponse?: boolean; readonly mapping?: RowMapping | undefined } = {},
): Promise<NamedFile> {
	const texts = new Map<string, string>();
	const read = async (file: string): Promise<string | undefined> => {
		const text = (await readTraceText(file)) ?? (withoutResponse && file !== path && fileKind(file) === 'response' ? '' : undefined);
		if (text !== undefined) texts.set(file, text);
		return text;
	};
	const text = await read(path);
	if (text === undefined)
		throw new UserError(errorNumbers.unreadableFile, 'There is no such file.', { place: { file: path }, hint: 'Check its name.' });
	const parsed = await readNamedTraces(path, text, read, mapping);
	const textOf = (document: string): string => texts.get(document) ?? '';
	const hints = parsed.problems.filter((problem) => !isFailure(problem));
	const placeOf = problemPlaces(hints, textOf);
	const notes = hints.map((problem): ReadingNote => {
		const said = problem.hint === undefined ? problem.message : `${problem.message} ${problem.hint}`;
		const { document, range, code } = problem;
		return { document, start: range.start, words: `Line ${placeOf(problem).line}: ${said} (${code})` };
	});
	return {
		parsed,
		texts,
		placeIn: placesIn(texts),
		problems: [...problemErrors(parsed.problems.filter(isFailure), textOf)],
		notes,
		...(parsed.brokenMappings === undefined ? {} : { brokenMappings: parsed.brokenMappings }),
		fileNotes:
			parsed.format === null
				? []
				: [`Read as ${parsed.format}: ${plural(parsed.traces.length, 'trace')}.`, ...parsed.notes, ...notesBeside(parsed.traces, notes)],
	};
}

/**
 * Paths of the files below `folder` that may hold traces, in order of name; of a pair the response only. Links are not
 * followed, so that the walk ends; a folder that may not be read is reported to `onUnreadable` and passed over.
 */
export async function traceFilesBelow(
	folder: string,
	onUnreadable: (error: unknown, folder: string) => void,
	signal: AbortSignal,
): Promise<string[]> {
	const found: string[] = [];
	for (const entry of await folderEntries(folder, onUnreadable, signal)) {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) found.push(...(await traceFilesBelow(path, onUnreadable, signal)));
		else if (entry.isFile() && (fileKind(path) === 'rag-md' || fileKind(path) === 'response')) found.push(path);
	}
	return found;
}
