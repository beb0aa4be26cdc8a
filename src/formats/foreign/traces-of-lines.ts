import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { linePlaces, type LineAndColumn } from '../../text/lines.ts';
import { plural } from '../../wording/phrases.ts';
import { damagedText } from '../damaged-text.ts';
import { ProblemList } from '../problem-list.ts';
import { isAnswered, type AnsweredTrace } from '../read-traces.ts';
import { isFailure, type FormatProblem } from '../trace.ts';
import { ContextDoubt, contextsHint, noAnswerIn } from './file-doubts.ts';
import type { LineFormat } from './registry.ts';
import { shiftedTrace } from './shifted-trace.ts';

/** A line of a file, without its line end. */
export interface TextLine {
	/** `null`: it is longer than is read. */
	readonly text: string | null;
	/** UTF-16 units of the file before it. */
	readonly start: number;
}

/** A trace of a line, with its places in the whole file. */
export interface TraceOfLine {
	readonly trace: AnsweredTrace;
	/** What was read of it, but perhaps not as it was meant: sentences with their line. */
	readonly notes: readonly string[];
	/** Where its response begins. */
	readonly place: LineAndColumn;
}

/**
 * Reads the traces of a JSON Lines file of any size, a line at a time, as `readForeign` reads a whole document. Of the lines before, only the IDs of
 * traces and the first problems of each kind are kept.
 */
export class TracesOfLines {
	readonly #document: string;
	readonly #format: LineFormat;
	/** `null`: somebody has said what the contexts are. */
	readonly #doubt: ContextDoubt | null;
	readonly #ids = new Set<string>();
	readonly #failures: ProblemList;
	/** Warnings that are in no record of a trace. */
	readonly #hints: ProblemList;
	/** Of listed problems, by offset in the file. */
	readonly #places = new Map<number, LineAndColumn>();
	readonly #notes = new Set<string>();
	#lines = 0;
	#traces = 0;
	#isDamaged = false;

	/** @param isMapped whether somebody has said what the members of its records are */
	constructor(document: string, format: LineFormat, { isMapped }: { readonly isMapped: boolean }) {
		this.#document = document;
		this.#format = format;
		this.#doubt = isMapped ? null : new ContextDoubt();
		this.#failures = new ProblemList(document);
		this.#hints = new ProblemList(document);
	}

	/** Returns the traces of the next line. Blank lines count. */
	read({ text, start }: TextLine): TraceOfLine[] {
		const line = ++this.#lines;
		if (text === null) {
			this.#add(this.#failures, tooLong(this.#document), start, { line, column: 1 });
			return [];
		}
		if (text.trim() === '') return [];
		const { traces, problems, notes } = this.#format.read(text, { lines: line - 1, ids: this.#ids });
		const damaged = this.#isDamaged ? null : damagedText({ document: this.#document, text });
		this.#isDamaged ||= damaged !== null;
		for (const note of notes) this.#notes.add(note);
		const inText = linePlaces(text);
		const placeOf = (offset: number): LineAndColumn => ({ line, column: inText(offset).column });
		const answered = traces.filter(isAnswered);
		const ownHints = new Map(answered.map((trace) => [trace, [] as string[]] as const));
		for (const problem of damaged === null ? problems : [damaged, ...problems]) {
			const at = problem.range.start;
			const owner = answered.find(({ record }) => record !== undefined && record.start <= at && at < record.end);
			if (isFailure(problem)) this.#add(this.#failures, ofLine(problem), start + at, placeOf(at));
			else if (owner === undefined) this.#add(this.#hints, problem, start + at, placeOf(at));
			else ownHints.get(owner)?.push(inWords(problem, line));
		}
		return answered.map((trace) => {
			this.#traces++;
			this.#doubt?.add(trace.contexts);
			return {
				trace: shiftedTrace(trace, start),
				notes: ownHints.get(trace) ?? [],
				place: placeOf(trace.response.map.toDocument(0)),
			};
		});
	}

	/** What could not be read, as errors with their places. Of many of a kind, the last one counts those behind it. Complete after the last line. */
	get problems(): UserError[] {
		const none = this.#traces > 0 ? [] : [noAnswerIn(this.#document, this.#format.format)];
		return [...this.#failures.list(), ...none].map(
			({ code, message, hint, range }) =>
				new UserError(code, message, {
					place: { file: this.#document, ...(this.#places.get(range.start) ?? { line: 1, column: 1 }) },
					...(hint === undefined ? {} : { hint }),
				}),
		);
	}

	/** Sentences about the whole file. The first names its format. Complete after the last line. */
	get fileNotes(): string[] {
		const doubt = this.#doubt?.words;
		return [
			`Read as ${this.#format.format}: ${plural(this.#traces, 'trace')}.`,
			...this.#notes,
			...(doubt === undefined ? [] : [`${doubt} ${contextsHint}`]),
			...this.#hints.list().map((hint) => inWords(hint, this.#places.get(hint.range.start)?.line ?? 1)),
		];
	}

	#add(list: ProblemList, { code, message, hint = '', severity }: FormatProblem, start: number, place: LineAndColumn): void {
		const listed = (): { start: number; end: number } => {
			this.#places.set(start, place);
			return { start, end: start + 1 };
		};
		list.add(code, message, hint, listed, severity === undefined ? {} : { severity });
	}
}

function inWords({ message, hint, code }: FormatProblem, line: number): string {
	return `Line ${line}: ${message}${hint === undefined || hint === '' ? '' : ` ${hint}`} (${code})`;
}

/** A reader of a document does not know that other lines follow. */
function ofLine(problem: FormatProblem): FormatProblem {
	if (problem.code !== errorNumbers.malformedJsonLine) return problem;
	return { ...problem, hint: 'The other lines were read. Mend this one, or delete it.' };
}

function tooLong(document: string): FormatProblem {
	return {
		code: errorNumbers.unreadableFile,
		message: 'This line is too long to be read.',
		hint: 'The other lines were read. Write a line for each answer.',
		document,
		range: { start: 0, end: 1 },
	};
}
