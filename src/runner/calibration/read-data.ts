import { createHash } from 'node:crypto';
import { basename, relative, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { promptParts } from '../../analysis/analyze-trace.ts';
import { responseSentences } from '../../analysis/calibration/response-sentences.ts';
import type { TraceItem } from '../../analysis/calibration/trace-item.ts';
import { withTruth } from '../../analysis/calibration/trace-truth.ts';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import type { RagTruthRecord } from '../../formats/ragtruth.ts';
import { readDataSet } from '../../formats/read-data-set.ts';
import { isAnswered, noResponse, problemErrors, readNamedTraces, readTraces, type AnsweredTrace } from '../../formats/read-traces.ts';
import { settledLabels } from '../../formats/sidecar-labels.ts';
import { textSha256, type Sidecar } from '../../formats/sidecar.ts';
import { subjectNouns, traceSubject } from '../../formats/subject.ts';
import { isFailure, type Trace } from '../../formats/trace.ts';
import type { WireError } from '../../protocol/requests.ts';
import { fromWire } from '../../protocol/wire-error.ts';
import { placesIn } from '../../text/lines.ts';
import { isRefusal } from '../../text/abstention.ts';
import type { TextRange } from '../../text/tagged-text.ts';
import { jsonHash } from '../../files/cache-files.ts';
import type { Failures } from '../traces/failures.ts';
import { readTraceText } from '../lsp/open-documents.ts';
import { traceGroup, type DataItem, type Found, type TraceData } from './data-item.ts';
import { labelLines, sidecarBeside, type DataSource } from './data-sources.ts';
import { textFileFound } from './text-items.ts';

/** Whether whoever judged a trace has left a sentence of its response undecided: whether it overlaps a range that is. */
export function undecidedIn({ undecided = [] }: Pick<Trace, 'undecided'>): (sentence: TextRange) => boolean {
	return (sentence) => undecided.some(({ start, end }) => start < sentence.end && sentence.start < end);
}

/** A source that was read. */
export interface ReadSource extends Omit<DataSource, 'files'> {
	/** Of its texts and labels. */
	readonly sha256: string;
	readonly items: readonly DataItem[];
}

export interface CalibrationData {
	/** By name and content: in whatever order they were named. */
	readonly sources: readonly ReadSource[];
	/** Of all of them, in the order of the sources, then of file and trace id: a run's order, the same on every machine. */
	readonly items: readonly DataItem[];
	readonly sha256: string;
}

/**
 * Reads answered traces, entries and queries with their labels. What cannot be read is added to `failures` and costs nothing else. Rejects with RA651 when
 * nothing is left, which names the first failure and its place.
 */
export async function readCalibrationData(
	sources: readonly DataSource[],
	failures: Failures,
	signal: AbortSignal,
): Promise<CalibrationData> {
	const read: ReadSource[] = [];
	for (const source of sources) {
		const { name, path, kind, subject } = source;
		// oxlint-disable-next-line no-await-in-loop -- a disk is read in order
		const found = await failures.gather(
			() => sourceFound(source, failures, signal),
			signal,
			() => ({ file: path }),
		);
		if (found !== undefined)
			read.push({
				name,
				path,
				kind,
				subject,
				sha256: jsonHash(found.map(({ file, texts, labels }) => [file, texts.map(textHash), labels.toSorted()])),
				items: inOrder(found),
			});
	}
	const ordered = read.toSorted((a, b) => compare(a.name, b.name) || compare(a.sha256, b.sha256));
	const items = ordered.flatMap((source) => source.items);
	if (items.length === 0) throw nothingRead(sources, failures.list());
	return {
		sources: ordered,
		items,
		sha256: ordered.length === 1 ? ordered[0]!.sha256 : jsonHash(ordered.map(({ name, sha256 }) => [name, sha256])),
	};
}

function nothingRead(sources: readonly DataSource[], [first, ...others]: readonly WireError[]): UserError {
	const [source] = sources;
	const nouns = new Set(sources.map(({ subject }) => (subject === 'trace' ? 'answered trace' : subjectNouns[subject].one)));
	const message = `There is no ${[...nouns].join(' and no ')} to calibrate with`;
	if (first === undefined)
		return new UserError(errorNumbers.nothingToCalibrateWith, `${message}.`, {
			...(source === undefined ? {} : { place: { file: source.path } }),
			hint: nouns.has('answered trace')
				? 'Name traces that have a response; `rag-assay generate` writes one.'
				: 'Expected a file with one JSON object per line: `id`, `text`, and `label` if it is known.',
		});
	const { code, message: why, place, hint } = fromWire(first);
	const which = others.length === 0 ? 'This is why' : `The first of ${others.length + 1} reasons`;
	return new UserError(errorNumbers.nothingToCalibrateWith, `${message}. ${which} (${code}): ${why}`, {
		...(place === undefined ? {} : { place }),
		...(hint === undefined ? {} : { hint }),
	});
}

function sourceFound(source: DataSource, failures: Failures, signal: AbortSignal): Promise<Found[]> {
	const { kind, path, files } = source;
	switch (kind) {
		case 'ragtruth':
			return dataSetFound(source, failures, signal);
		case 'traces':
			return filesFound(files, (file) => traceFileFound(path, file, failures, signal), failures, signal);
		case 'entries':
			return filesFound(files, (file) => textFileFound(path, file, 'entry', failures, signal), failures, signal);
		case 'queries':
			return filesFound(files, (file) => textFileFound(path, file, 'query', failures, signal), failures, signal);
	}
}

async function dataSetFound({ path }: DataSource, failures: Failures, signal: AbortSignal): Promise<Found[]> {
	const set = await readDataSet(path, readTraceText);
	failures.add(...set.errors);
	const [file = path] = [...set.texts.keys()];
	const sidecar = await sidecarBeside(file, failures, signal);
	const items: TraceData[] = [];
	const placeIn = placesIn(set.texts);
	for (const record of set.records) {
		if (items.length % 50 === 49) await breathe(signal);
		// A trace may wait for its answer; a line of a data set is there for its response.
		if (isAnswered(record.trace)) items.push(await traceData(record.trace, sidecar, record, placeIn));
		else failures.add(noResponse(record.trace, file));
	}
	const isQuerySet = items.filter(({ item: { side } }) => side !== null).length >= querySetShare * items.length;
	return [
		{
			file: basename(file),
			texts: [...set.texts.values()],
			items: items.map((one) => ({ ...one, item: { ...one.item, ofQuerySet: isQuerySet && !labeledByPeople(one.item, sidecar) } })),
			labels: labelLines(sidecar),
		},
	];
}

/** From this share of tagged answers on a data set was put together for RePCS: one whose tag was forgotten makes it no other. */
const querySetShare = 0.9;

/** Whether people have settled a sentence that the answer has: a label whose text is gone says nothing, and what is disputed neither. */
function labeledByPeople({ trace, sentences }: TraceItem, sidecar: Sidecar): boolean {
	const settled = new Set(settledLabels(sidecar, traceSubject(trace)).labels.map(({ textSha256: hash }) => hash));
	return settled.size > 0 && sentences.some(({ text }) => settled.has(textSha256(text)));
}

async function filesFound(
	files: readonly string[],
	read: (file: string) => Promise<Found>,
	failures: Failures,
	signal: AbortSignal,
): Promise<Found[]> {
	const found: Found[] = [];
	for (const file of files) {
		// oxlint-disable-next-line no-await-in-loop -- a disk is read in order
		await breathe(signal);
		// oxlint-disable-next-line no-await-in-loop -- as above
		const one = await failures.gather(
			() => read(file),
			signal,
			() => ({ file }),
		);
		if (one !== undefined) found.push(one);
	}
	return found;
}

async function traceFileFound(source: string, file: string, failures: Failures, signal: AbortSignal): Promise<Found> {
	const texts = new Map<string, string>();
	const read = async (path: string): Promise<string | undefined> => {
		const text = await readTraceText(path);
		if (text !== undefined) texts.set(path, text);
		return text;
	};
	const text = await read(file);
	// In a folder half of a pair is another tool's file; somebody who names it expects a trace.
	const parsed = text === undefined ? null : await (file === source ? readNamedTraces : readTraces)(file, text, read);
	const near = (relative(source, file) || basename(file)).split(sep).join('/');
	failures.add(...problemErrors(parsed?.problems.filter(isFailure) ?? [], (document) => texts.get(document) ?? ''));
	// A trace that waits for its answer is none yet.
	const traces = parsed?.traces.filter(isAnswered) ?? [];
	if (traces.length === 0) return { file: near, texts: [], items: [], labels: [] };
	const sidecar = await sidecarBeside(file, failures, signal);
	const placeIn = placesIn(texts);
	return {
		file: near,
		texts: [...texts].toSorted(([a], [b]) => compare(a, b)).map(([, one]) => one),
		labels: labelLines(sidecar),
		items: await Promise.all(traces.map((trace) => traceData(trace, sidecar, null, placeIn))),
	};
}

async function traceData(
	trace: AnsweredTrace,
	sidecar: Sidecar,
	record: RagTruthRecord | null,
	placeIn: ReturnType<typeof placesIn>,
): Promise<TraceData> {
	const tagged = await responseSentences(trace);
	const { split } = record ?? {};
	const content = jsonHash(promptParts(trace));
	const item: TraceItem = {
		subject: 'trace',
		file: trace.response.document,
		trace: trace.id,
		group: traceGroup(trace),
		split: split === 'train' || split === 'test' ? split : null,
		contexts: trace.contexts.length,
		side: sideOf(trace.tags),
		ofQuerySet: false,
		writer: trace.model ?? null,
		refuses: isRefusal(trace.response.text, tagged, trace.query.text),
		content,
		...withTruth(trace, tagged.sentences, { settled: settledLabels(sidecar, traceSubject(trace.id)), undecided: undecidedIn(trace) }),
	};
	const { document, map } = trace.response;
	return { item, subject: trace, key: content, place: () => ({ file: document, ...placeIn(document, map.toDocument(0)) }) };
}

function sideOf(tags: readonly string[]): TraceItem['side'] {
	const [clean, memorised] = [tags.includes('clean'), tags.includes('memorized') || tags.includes('memorised')];
	return clean && memorised ? 'contradictory' : clean ? 'clean' : memorised ? 'memorised' : null;
}

/** Of every file the subjects by their id, files by name. */
function inOrder(found: readonly Found[]): DataItem[] {
	return found
		.toSorted((a, b) => compare(a.file, b.file))
		.flatMap(({ items }) => items.toSorted((a, b) => compare(a.subject.id, b.subject.id)));
}

/** Reading many traces takes seconds: an editor's requests are answered between them. */
async function breathe(signal: AbortSignal): Promise<void> {
	await setImmediate();
	signal.throwIfAborted();
}

function compare(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0;
}

function textHash(text: string): string {
	return createHash('sha256').update(text).digest('hex');
}
