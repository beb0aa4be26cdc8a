import { damagedText } from '../damaged-text.ts';
import { errorNumbers } from '../../error-numbers.ts';
import { ProblemList } from '../problem-list.ts';
import { isFailure, type FormatProblem, type ParsedTraces, type TextDocumentInput } from '../trace.ts';
import { csvHeader, csvRows } from './csv-rows.ts';
import { deepEvalCases } from './deepeval.ts';
import { faithBench } from './faithbench.ts';
import { ContextDoubt, contextsHint, noAnswerIn } from './file-doubts.ts';
import type { ForeignDocument, ForeignFormat, ForeignTrace, TracePart } from './foreign-format.ts';
import { haluEval } from './halueval.ts';
import { jsonValues } from './json-values.ts';
import { langfuseTraces } from './langfuse.ts';
import { langSmithRuns } from './langsmith.ts';
import { documentText, rangeOf, type Located } from './located.ts';
import { mlflowTraces } from './mlflow.ts';
import { openRagEvalRows } from './open-rag-eval.ts';
import { plainRows } from './plain-rows.ts';
import { promptfooResults } from './promptfoo.ts';
import { ragBench } from './ragbench.ts';
import { ragasAnnotations, ragasRows, ragasSamples } from './ragas.ts';
import { proposedMapping, type ProposedMapping } from './mapping-proposal.ts';
import { mappedRows, type RowMapping } from './row-mapping.ts';
import { recordsOf } from './rows.ts';
import { openTelemetrySpans } from './spans.ts';
import { toTraces, type BeforeText } from './to-traces.ts';

/** Formats of other tools, the ones that say most about themselves first. */
const formats: readonly ForeignFormat[] = [
	mlflowTraces,
	openTelemetrySpans,
	langSmithRuns,
	promptfooResults,
	ragasAnnotations,
	ragasSamples,
	deepEvalCases,
	langfuseTraces,
	ragBench,
	ragasRows,
	haluEval,
	faithBench,
	openRagEvalRows,
	plainRows,
];

/** Records at the beginning of a document by which its format is recognized. */
const looked = 25;

/** What a document of another tool holds. */
export interface ForeignTraces extends ParsedTraces {
	/** The format, as messages call it. */
	readonly format: string;
	/** Sentences about the whole document. */
	readonly notes: readonly string[];
}

/**
 * Returns the format of a document by its content, or `null` if no format is recognized. The text may be only the beginning of the document.
 * @param mapping what the members of records are, if somebody has said it
 * @returns its name, as messages call it
 */
export function recognizeForeign(input: TextDocumentInput, mapping?: RowMapping): string | null {
	const document = foreignDocument(input);
	if (document === null) return null;
	const first = firstRecords(document, new ProblemList(input.document));
	return formatsFor(mapping).find(({ recognizes }) => first.some(recognizes))?.name ?? null;
}

function unknownContent(first: readonly Located[], problems: ProblemList): UnknownContent {
	const record = first.findLast((one) => one.kind === 'object');
	return {
		format: null,
		members: record?.kind === 'object' ? [...record.members.keys()] : [],
		proposal: first.map(proposedMapping).find((proposal) => proposal !== null) ?? null,
		problems: problems.list(),
	};
}

/** A mapping counts before any format: somebody has decided it. */
function formatsFor(mapping: RowMapping | undefined): readonly ForeignFormat[] {
	return mapping === undefined ? formats : [mappedRows(mapping)];
}

/** Why a document of JSON or CSV is in no format that is known. */
export interface UnknownContent {
	readonly format: null;
	/** Names of the members of its first record, or of its columns. Empty if there is no record. */
	readonly members: readonly string[];
	/** What its members most likely are; `null` if they do not say. */
	readonly proposal: ProposedMapping | null;
	/** What is wrong with its syntax. */
	readonly problems: readonly FormatProblem[];
}

/**
 * Reads the traces of a document that another tool wrote: JSON, JSON Lines or CSV. What cannot be read is a problem and costs nothing else.
 * @param mapping what the members of records are; absent: the format is recognized
 * @returns `null` if the text is neither JSON nor CSV
 */
export function readForeign(input: TextDocumentInput, mapping?: RowMapping): ForeignTraces | UnknownContent | null {
	const document = foreignDocument(input);
	if (document === null) return null;
	const problems = new ProblemList(input.document);
	const first = firstRecords(document, problems);
	const format = formatsFor(mapping).find(({ recognizes }) => first.some(recognizes));
	if (format === undefined) return unknownContent(first, problems);
	const readProblems = new ProblemList(input.document);
	const { traces: found, notes = [] } = format.read(document, readProblems);
	const traces = toTraces(found, input.text, readProblems);
	const doubts = mapping === undefined ? doubtContexts(found, readProblems) : [];
	const damaged = damagedText(input);
	return {
		format: format.name,
		traces,
		sections: [],
		notes: [...notes, ...doubts],
		problems: [
			...(damaged === null ? [] : [damaged]),
			...readProblems.list(),
			...(traces.length > 0 ? [] : [noAnswerIn(input.document, format.name)]),
		],
	};
}

/** A format of JSON Lines in which each line holds whole answers, or parts that say to which trace they belong. Lines are read as they are appended. */
export interface LineFormat {
	/** As messages call it. */
	readonly format: string;
	/** Returns the parts of traces in a line. Absent: each line holds whole answers. */
	readonly partsIn?: (line: string) => readonly TracePart[];
	/** Reads whole lines. Offsets count from the beginning of `text`. What cannot be read is a problem and costs nothing else. */
	readonly read: (text: string, before: BeforeText) => Pick<ForeignTraces, 'traces' | 'problems' | 'notes'>;
}

/**
 * Recognizes the format of a file by its first lines.
 * @returns `'joined'` for a format in which the parts of one answer may be lines apart, and nobody can tell when it is whole; `null` if the text is not JSON
 */
export function lineFormatOf(input: TextDocumentInput, mapping?: RowMapping): LineFormat | 'joined' | UnknownContent | null {
	const first = foreignDocument(input);
	if (first === null || first.form !== 'json') return null;
	const problems = new ProblemList(input.document);
	const records = firstRecords(first, problems);
	const format = formatsFor(mapping).find(({ recognizes }) => records.some(recognizes));
	if (format === undefined) return unknownContent(records, problems);
	const { partsIn } = format;
	if (format.joins === true && partsIn === undefined) return 'joined';
	return {
		format: format.name,
		...(partsIn === undefined
			? {}
			: {
					partsIn: (line: string) => [...jsonValues(documentText(input.document, line), new ProblemList(input.document))].flatMap(partsIn),
				}),
		read: (text, before) => {
			const source = documentText(input.document, text);
			const found = new ProblemList(input.document);
			const { traces, notes = [] } = format.read({ source, form: 'json', values: (list) => jsonValues(source, list) }, found);
			return { traces: toTraces(traces, text, found, before), problems: found.list(), notes };
		},
	};
}

/**
 * Recognizes the format of a file by its beginning, if each of its lines holds whole answers: any line can then be read without the others.
 * @returns `null` for any other file: CSV, one JSON value, and formats that join parts of several lines
 */
export function wholeLineFormatOf(input: TextDocumentInput, mapping?: RowMapping): LineFormat | UnknownContent | null {
	const first = /^\uFEFF?\s*(\S.*)\n/.exec(input.text)?.[1];
	// The first line of a value that is written over several lines is no value.
	if (/^\uFEFF?\s*\[/.test(input.text) || (first !== undefined && !isValue(first))) return null;
	const found = lineFormatOf(input, mapping);
	return found === 'joined' || (found !== null && 'partsIn' in found) ? null : found;
}

/** Whether a line holds whole values: JSON, or what its readers only warn about, such as `NaN`. */
function isValue(line: string): boolean {
	const problems = new ProblemList('');
	const values = [...jsonValues(documentText('', line), problems)];
	return values.length > 0 && !problems.list().some(isFailure);
}

/** A document in a form that other tools write, or `null` for any other text. */
function foreignDocument({ document, text }: TextDocumentInput): ForeignDocument | null {
	const source = documentText(document, text);
	const first = /^\uFEFF?\s*([{[])/.exec(text.slice(0, 10_000));
	if (first !== null) return { source, form: 'json', values: (problems) => jsonValues(source, problems) };
	return csvHeader(source) === undefined ? null : { source, form: 'csv', values: (problems) => csvRows(source, problems) };
}

/** The first values of a document, and their first records. */
function firstRecords({ values }: ForeignDocument, problems: ProblemList): Located[] {
	const found: Located[] = [];
	for (const value of values(problems)) {
		if (value.kind === 'object') found.push(value);
		for (const record of recordsOf(value)) {
			if (record !== value) found.push(record);
			if (found.length >= looked) return found;
		}
		if (found.length >= looked) break;
	}
	return found;
}

/** Warns about answers that are compared with nothing. @returns the warning as notes, which are shown where warnings of a file are not */
function doubtContexts(found: readonly ForeignTrace[], problems: ProblemList): string[] {
	const doubt = new ContextDoubt();
	const answered = found.filter(({ response }) => response !== undefined);
	for (const { contexts } of answered) doubt.add(contexts);
	const { words } = doubt;
	const [first] = answered;
	if (first === undefined || words === undefined) return [];
	const { start } = rangeOf(first.record);
	problems.add(errorNumbers.doubtfulReading, words, contextsHint, () => ({ start, end: start + 1 }), { severity: 'warning' });
	return [words];
}
