import { UserError, type Place } from '../../errors.ts';
import { linesOfFile, type FileLine } from '../../files/file-lines.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { requireFile } from '../../files/read-file.ts';
import { tooLarge, unreadable } from '../../files/unreadable.ts';
import { fileKind } from '../../formats/file-names.ts';
import { isLargeForeign, mappingsFileName } from '../../formats/foreign/foreign-names.ts';
import type { LineFormat } from '../../formats/foreign/registry.ts';
import type { RowMapping } from '../../formats/foreign/row-mapping.ts';
import { TracesOfLines } from '../../formats/foreign/traces-of-lines.ts';
import { unknownFormat } from '../../formats/read-traces.ts';
import type { Trace } from '../../formats/trace.ts';
import { notesOn, readNamedFile, type NamedFile } from './find-trace-files.ts';
import { recognizeLines, requireLineFormat, sizeOf, type LinesOfFile } from './line-formats.ts';

/** A trace of a file that a user named. */
export interface NamedTrace {
	readonly trace: Trace;
	/** What was read of it, but perhaps not as it was meant. */
	readonly notes: readonly string[];
	/** The text of the response's document. Empty if the trace has texts without escapes of its own. */
	readonly documentText: string;
	/** For errors about the trace. */
	readonly place: () => Place;
	/** Share of the file before it, and its own share. */
	readonly before: number;
	readonly share: number;
}

/** What is to be said of a whole file. */
export interface FileRemarks {
	/** What could not be read, as errors with their places. */
	readonly problems: readonly UserError[];
	readonly fileNotes: readonly string[];
	/** RA166: the list of mappings beside it is not as expected. The file was read without it. */
	readonly brokenMappings?: UserError | undefined;
}

interface NamedTracesOptions {
	readonly mapping: RowMapping | undefined;
	readonly signal: AbortSignal;
	/** Gets what is to be said of the file: before its first trace, or behind the last one of a file that is read line by line. */
	readonly onRemarks: (remarks: FileRemarks) => void;
}

/**
 * Reads the traces of a file that a user named. Of a large file of another tool, only one line is held at a time if its lines hold whole answers.
 * @throws {UserError} as `readNamedFile`, and as `recognizeLines`
 */
export async function* namedTraces(path: string, { mapping, signal, onRemarks }: NamedTracesOptions): AsyncGenerator<NamedTrace> {
	const size = fileKind(path) === null ? await sizeOf(path) : 0;
	const lines = isLargeForeign(size) ? await recognizeLines(path, mapping) : undefined;
	const format = lines === undefined ? undefined : byLines(path, size, lines, mapping);
	if (lines !== undefined && format !== undefined) {
		const reader = new TracesOfLines(path, format, { isMapped: lines.mapping !== undefined });
		for await (const line of linesIn(path, signal)) {
			const found = reader.read(line);
			for (const [i, { trace, notes, place }] of found.entries())
				yield {
					trace,
					notes,
					documentText: '',
					place: () => ({ file: path, ...place }),
					before: (line.byte + ((line.nextByte - line.byte) * i) / found.length) / Math.max(size, line.nextByte),
					share: (line.nextByte - line.byte) / found.length / Math.max(size, line.nextByte),
				};
		}
		onRemarks({ problems: reader.problems, fileNotes: reader.fileNotes, brokenMappings: lines.broken });
		return;
	}
	const file = await readNamedFile(path, { mapping });
	onRemarks(file);
	const { traces } = file.parsed;
	for (const [i, trace] of traces.entries())
		yield {
			trace,
			notes: notesOn(trace, file),
			documentText: trace.response === undefined ? '' : (file.texts.get(trace.response.document) ?? ''),
			place: () => placeOf(trace, file, path),
			before: i / traces.length,
			share: 1 / traces.length,
		};
}

/** The format by which a large file is read line by line; `undefined` if it can be held as a whole. */
function byLines(path: string, size: number, lines: LinesOfFile, mapping: RowMapping | undefined): LineFormat | undefined {
	const { found, broken, head } = lines;
	const kind = fileKinds.wholeAnswers;
	if (size <= kind.max && (found === null || 'members' in found)) return undefined;
	const by = mapping === undefined ? mappingsFileName : '--map';
	return requireLineFormat(found, {
		broken,
		notByLines: () => unreadable(path, kind, new Error(tooLarge(size, kind.max))),
		// The last line of the beginning is cut, and that is no mistake of the file.
		unknown: (content) => unknownFormat(path, head, { ...content, problems: [] }, lines.mapping && { answer: lines.mapping.answer, by }),
	});
}

async function* linesIn(path: string, signal: AbortSignal): AsyncGenerator<FileLine> {
	const kind = fileKinds.largeFile;
	await using file = await requireFile(path, kind);
	try {
		// A longer line could not be read as a whole file, either.
		yield* linesOfFile(file.handle, { longest: fileKinds.wholeAnswers.max, signal });
	} catch (cause) {
		signal.throwIfAborted();
		throw cause instanceof UserError ? cause : unreadable(path, kind, cause);
	}
}

/** Of many traces in a file, the one that is meant is known by its line. */
function placeOf({ response }: Trace, { parsed, placeIn }: NamedFile, path: string): Place {
	if (response === undefined || parsed.traces.length === 1) return { file: path };
	return { file: response.document, ...placeIn(response.document, response.map.toDocument(0)) };
}
