import { stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { analyzeWithoutModel } from '../../analysis/trace-support.ts';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { FollowedFile, type FileEvent } from '../../files/followed-file.ts';
import { needModel } from '../../formats/analysis-methods.ts';
import type { AnalysisRecord } from '../../formats/analysis-record.ts';
import { fileKind, sidecarFile } from '../../formats/file-names.ts';
import { keptMapping } from '../../formats/foreign/kept-mappings.ts';
import { lineFormatOf, type LineFormat } from '../../formats/foreign/registry.ts';
import type { RowMapping } from '../../formats/foreign/row-mapping.ts';
import type { BeforeText } from '../../formats/foreign/to-traces.ts';
import { isAnswered, unknownFormat, type AnsweredTrace } from '../../formats/read-traces.ts';
import type { FormatProblem } from '../../formats/trace.ts';
import type { FileAnalyzed } from '../../protocol/requests.ts';
import type { WatchFile, WatchRemark } from '../../protocol/watch-file.ts';
import type { Params } from '../../protocol/rpc.ts';
import { responseIn } from '../../report/readable-analysis.ts';
import { linePlaces, linesOf } from '../../text/lines.ts';
import { readTraceText } from '../lsp/open-documents.ts';
import { AnswerBatch } from './answer-batch.ts';
import { analyzeOne } from './analyze-trace.ts';
import type { FileJobOptions } from './analyze-files.ts';
import { JoinedLines, type PlacedLine } from './joined-lines.ts';
import { requireLineFormat } from './line-formats.ts';
import { shiftedTrace } from '../../formats/foreign/shifted-trace.ts';
import { loadSidecar } from './sidecar-store.ts';

interface Hooks {
	/** What is appended from now on is not lost. */
	readonly onBegan: () => void;
	readonly onTrace: (analyzed: Params<typeof FileAnalyzed>) => void;
	readonly onRemark: (remark: Params<typeof WatchRemark>) => void;
}

/**
 * Analyzes the answers that are in a file of JSON Lines, and those that are appended to it, until the signal aborts. If the model cannot be loaded, values
 * and words are compared without it.
 * @throws {UserError} RA167 for a file that is not read line by line, RA112 for one in no known format, RA506 for one that is not there.
 */
export async function watchFile(
	{ token, path, methods, mapping, all = false }: Params<typeof WatchFile>,
	{ context, models, signal }: Pick<FileJobOptions, 'context' | 'models' | 'signal'>,
	{ onBegan, onTrace, onRemark }: Hooks,
): Promise<never> {
	if (fileKind(path) !== null) throw notByLines(path);
	const remark = (message: string, error?: UserError): void =>
		onRemark({ token, message, ...(error?.place?.line === undefined ? {} : { line: error.place.line }), hint: error?.hint ?? '' });
	const batch = new AnswerBatch();
	let withModel = needModel(methods);
	const recordOf = async (trace: AnsweredTrace): Promise<AnalysisRecord> => {
		if (withModel) {
			try {
				const opened = await models.open(token, signal);
				if (opened.refused !== null) throw opened.refused;
				const { settings } = context;
				return await analyzeOne(opened, trace, {
					file: path,
					sidecar: sidecarFile(path),
					settings,
					signal,
					methods,
					batch,
					onProgress: () => undefined,
				});
			} catch (error) {
				if (!(error instanceof UserError)) throw error;
				remark(`${error.message} (${error.code}) Values and words are compared without a model.`, error);
				// What a model has no memory for is about one answer. Everything else is about all of them.
				withModel = error.code === errorNumbers.memoryLimitExceeded;
			}
		}
		return analyzeWithoutModel(trace, { file: path, sidecar: await loadSidecar(sidecarFile(path)) });
	};
	for await (const { traces, problems, event } of appendedTraces(path, { mapping, all, signal, onBegan })) {
		if (event !== undefined) remark(eventInWords[event]);
		for (const problem of problems) remark(`${problem.message} (${problem.code})`, problem);
		for (const trace of traces) {
			signal.throwIfAborted();
			// oxlint-disable-next-line no-await-in-loop -- answers are read in the order of the file
			const record = await recordOf(trace);
			onTrace({ token, record, response: responseIn(trace, path, '') });
		}
	}
	signal.throwIfAborted();
	throw new Error('a followed file has no end');
}

const eventInWords: Readonly<Record<Exclude<FileEvent['kind'], 'lines'>, string>> = {
	cut: 'The file was cut or rewritten. RAG Assay reads it from its beginning.',
	replaced: 'Another file now has this name. RAG Assay reads it from its beginning.',
	missed: 'Lines may be missing, because the file was cut or rotated between two looks.',
};

interface Appended {
	readonly traces: readonly AnsweredTrace[];
	readonly problems: readonly UserError[];
	readonly event?: Exclude<FileEvent['kind'], 'lines'>;
}

async function* appendedTraces(
	path: string,
	{
		mapping: named,
		all,
		signal,
		onBegan,
	}: Pick<Hooks, 'onBegan'> & { readonly mapping: RowMapping | undefined; readonly all: boolean; readonly signal: AbortSignal },
): AsyncGenerator<Appended> {
	const { mapping, broken } = named === undefined ? await keptMapping(path, readTraceText) : { mapping: named };
	await using file = await FollowedFile.open(path, fileKinds.named);
	const { size } = await stat(path);
	onBegan();
	let format: LineFormat | undefined;
	let before: Position = { units: 0, lines: 0, ids: new Set() };
	const joined = new JoinedLines();
	/** A trace whose parts came late has the ID that it had before. */
	const joinedTraces = function* (texts: readonly PlacedLine[]): Generator<Appended> {
		for (const { text, units, lines } of texts) yield tracesIn(text, { units, lines, ids: new Set() }, format!);
	};
	// Bytes that were there before, and rotated files beside them, are passed over.
	let old = all ? 0 : size;
	for await (const event of withPauses(file.events({ signal }), () => joined.wait(performance.now()), signal)) {
		if (event === 'pause') {
			yield* joinedTraces(joined.due(performance.now()));
			continue;
		}
		if (event.kind !== 'lines') {
			if (event.kind !== 'missed') {
				yield* joinedTraces(joined.rest());
				before = { units: 0, lines: 0, ids: new Set() };
			}
			if (old > 0) {
				old = size;
				continue;
			}
			yield { traces: [], problems: [], event: event.kind };
			continue;
		}
		const passed = oldLength(event.text, old);
		old = Math.max(0, old - Buffer.byteLength(event.text));
		before = behind(before, event.text.slice(0, passed));
		const text = event.text.slice(passed);
		const at = before;
		before = behind(before, text);
		if (text.trim() === '') continue;
		if (format === undefined) {
			format = formatOf(path, text, mapping, broken);
			if (broken !== undefined) yield { traces: [], problems: [broken] };
		}
		const { partsIn } = format;
		if (partsIn === undefined) {
			yield tracesIn(text, at, format);
			continue;
		}
		let lines = at.lines;
		for (const { start, next } of linesOf(text)) {
			const line = text.slice(start, next);
			if (line.trim() !== '') joined.add({ text: line, units: at.units + start, lines }, partsIn(line), performance.now());
			lines++;
		}
		yield* joinedTraces(joined.due(performance.now()));
	}
}

/** @param at where the text begins in the file */
function tracesIn(text: string, { units, lines, ids }: Position, format: LineFormat): Appended {
	const places = linePlaces(text);
	const { traces, problems } = format.read(text, { lines, ids });
	return {
		traces: traces.filter(isAnswered).map((trace) => shiftedTrace(trace, units)),
		problems: problems.map((problem) => errorOf(problem, lines + places(problem.range.start).line)),
	};
}

/** Yields events as they come, and `'pause'` if none came for as long as `longest` says then. */
async function* withPauses<T>(
	events: AsyncIterable<T>,
	longest: () => number | undefined,
	signal: AbortSignal,
): AsyncGenerator<T | 'pause'> {
	const iterator = events[Symbol.asyncIterator]();
	let next = iterator.next();
	for (;;) {
		const pause = longest();
		const timer = new AbortController();
		// oxlint-disable-next-line no-await-in-loop -- events come one after another
		const first = await Promise.race([
			next,
			...(pause === undefined ? [] : [wait(pause, 'pause' as const, { signal: timer.signal })]),
		]).finally(() => timer.abort());
		signal.throwIfAborted();
		if (first === 'pause') yield first;
		else if (first.done === true) return;
		else {
			yield first.value;
			next = iterator.next();
		}
	}
}

/** How much of a file was read. */
interface Position extends BeforeText {
	readonly units: number;
}

function behind({ units, lines, ids }: Position, text: string): Position {
	return { units: units + text.length, lines: lines + linePlaces(text)(text.length).line - 1, ids };
}

/** Returns the length of the lines that were whole in the first bytes of a text. A line that was half written then is not old. */
function oldLength(text: string, bytes: number): number {
	let [length, left] = [0, bytes];
	for (const { start, next } of linesOf(text)) {
		left -= Buffer.byteLength(text.slice(start, next));
		if (left < 0) return length;
		length = next;
	}
	return length;
}

/** @param broken why no kept mapping is known, if the list of them is not as expected */
function formatOf(path: string, text: string, mapping: RowMapping | undefined, broken: UserError | undefined): LineFormat {
	// A list is written anew as a whole, and not appended to.
	const found = /^\uFEFF?\s*\[/.test(text) ? null : lineFormatOf({ document: path, text }, mapping);
	return requireLineFormat(found, {
		broken,
		notByLines: () => notByLines(path),
		unknown: (content) => unknownFormat(path, text, content, mapping && { answer: mapping.answer, by: 'the mapping' }),
	});
}

function errorOf({ code, message, hint, document }: FormatProblem, line: number): UserError {
	return new UserError(code, message, { place: { file: document, line }, ...(hint === undefined ? {} : { hint }) });
}

function notByLines(path: string): UserError {
	return new UserError(errorNumbers.cannotBeWatched, 'This file cannot be watched, because its answers are not on separate lines.', {
		place: { file: path },
		hint: 'Name a file in JSON Lines with a whole answer or spans of OpenTelemetry in each line. For other files, run `rag-assay analyze` again.',
	});
}
