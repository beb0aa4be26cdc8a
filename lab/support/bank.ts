import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import type { JudgedValue } from '../../src/methods/support/support.ts';
import type { TextRange } from '../../src/text/tagged-text.ts';
import type { PlantedEdit } from './planted-edits.ts';
import { indexOf, isFlaggedValue, isPointedOut, supportOf } from './measure-support.ts';

const bankRow = z.object({
	id: z.string(),
	language: z.string(),
	context: z.string(),
	/** A sentence that the context supports in other words, but for the planted value. */
	answer: z.string(),
	kind: z.string(),
	/** The wrong value `to` in the answer, what it would be (`from`), and what the context writes (`right`; `null` if that only follows from it, as a sum). */
	planted: z.object({ from: z.string(), to: z.string(), right: z.string().nullable() }).nullable(),
});

export type BankRow = z.infer<typeof bankRow>;

/** A half of a bank, by the hash of its rows' IDs. */
export type Half = 'A' | 'B';

const sentenceRow = z.object({
	id: z.string(),
	context: z.string(),
	/** A sentence without a value. */
	answer: z.string(),
	kind: z.enum(['reworded', 'close', 'summary', 'added', 'foreign']),
	supported: z.boolean(),
});

export type SentenceRow = z.infer<typeof sentenceRow>;

/**
 * Returns one half of 300 English sentences without values, about as many contexts. Somebody who knew neither the rules nor the code wrote them for this
 * project. Supported are *reworded* (no word of the context), *close* (some of its words) and *summary*; *added* and *foreign* (no word of the context)
 * are plausible and in no context. Thresholds of the starter profile are chosen with half A. Half B is for figures alone.
 */
export function sentenceHalf(half: Half): SentenceRow[] {
	return linesOf('sentences')
		.map((line) => sentenceRow.parse(JSON.parse(line)))
		.filter(({ id }) => halfOf(id) === half);
}

/**
 * Returns 420 contexts with answers in other words, which were written for this project by somebody who did not know the rules. The rules were then written
 * with all of them: they show what is read by now, and not what to expect.
 */
export function developmentRows(): BankRow[] {
	return rowsOf('paraphrases');
}

/** Returns one half of `developmentRows`, by the hash of an ID. Thresholds of the starter profile are chosen with half A. */
export function developmentHalf(half: Half): BankRow[] {
	return developmentRows().filter(({ id }) => halfOf(id) === half);
}

/**
 * Returns the rows that say what to expect: nobody who writes rules reads them. Somebody else wrote them in the same form, 300 with a right answer and 120
 * with a wrong value.
 */
export function keptRows(): BankRow[] {
	return rowsOf('kept');
}

function halfOf(id: string): Half {
	return createHash('sha256').update(id).digest()[0]! % 2 === 0 ? 'A' : 'B';
}

/**
 * Returns 120 rows of everyday texts: recipes, leases, timetables, laboratory reports, manuals, minutes. The people who write the rules wrote them
 * before they knew what is flagged, and then worked with them: they show what is read by now, and not what to expect.
 */
export function everydayRows(): BankRow[] {
	return rowsOf('everyday');
}

/**
 * Returns 720 rows of wide fields: medicine, sports, law, money, software, history and others. Four writers who did not know the rules wrote them. The rules were
 * then written with all of them: they show what is read by now, and not what to expect.
 */
export function fieldRows(): BankRow[] {
	return rowsOf('fields');
}

/**
 * Returns the rows of a bank in JSON Lines.
 * @throws Error with the line if one has another shape, an ID that another one has, or a planted value that does not stand where it should
 */
export function rowsIn(text: string): BankRow[] {
	const ids = new Set<string>();
	return linesIn(text).map((line, i) => {
		const row = bankRow.parse(JSON.parse(line));
		const { id, context, answer, planted } = row;
		const refuse = (what: string): never => {
			throw new Error(`Line ${i + 1} (${id}): ${what}`);
		};
		if (ids.has(id)) refuse('another line has this ID.');
		ids.add(id);
		if (planted === null) return row;
		if (!answer.includes(planted.to)) refuse(`the answer does not have the wrong value "${planted.to}".`);
		if (planted.right !== null && !context.includes(planted.right)) refuse(`the context does not have the right value "${planted.right}".`);
		return row;
	});
}

type BankFile = 'paraphrases' | 'kept' | 'everyday' | 'fields' | 'sentences';

function rowsOf(name: BankFile): BankRow[] {
	return rowsIn(readFileSync(fileOf(name), 'utf8'));
}

function linesOf(name: BankFile): string[] {
	return linesIn(readFileSync(fileOf(name), 'utf8'));
}

function linesIn(text: string): string[] {
	return text.split('\n').filter((line) => line.trim() !== '');
}

function fileOf(name: BankFile): URL {
	return new URL(`bank/${name}.jsonl`, import.meta.url);
}

/** What is flagged in an answer of the bank. */
export interface JudgedRow {
	readonly row: BankRow;
	/** Flagged values that are right. */
	readonly wrongly: readonly JudgedValue[];
	/** Whether a warning or a note points out a value of a right answer, or the wrong value. */
	readonly hasNote: boolean;
	/** `null` for a row without a planted value. */
	readonly edit: PlantedEdit | null;
}

/** Compares an answer of the bank with its context. */
export async function judgeRow(row: BankRow): Promise<JudgedRow> {
	const { context, answer, planted } = row;
	const { values } = await supportOf(answer, indexOf({ query: '', contexts: [{ id: 'c1', text: context }], response: answer }));
	const flagged = values.filter(isFlaggedValue);
	const pointedOut = values.filter(isPointedOut);
	if (planted === null) return { row, wrongly: flagged, hasNote: pointedOut.length > 0, edit: null };
	const wrong = placesOf(planted.to, answer);
	const right = planted.right === null ? [] : placesOf(planted.right, context);
	const hits = flagged.filter(({ value }) => overlaps(value, wrong));
	return {
		row,
		wrongly: flagged.filter((one) => !hits.includes(one)),
		hasNote: pointedOut.some(({ value }) => overlaps(value, wrong)),
		edit: {
			kind: row.kind,
			isFound: hits.length > 0,
			isNamed: hits.some(({ found }) => {
				const named = found.state === 'contradicted' ? found.by : found.state === 'not-given' ? found.nearest : undefined;
				return named !== undefined && overlaps(named.value, right);
			}),
		},
	};
}

function placesOf(part: string, text: string): TextRange[] {
	const places: TextRange[] = [];
	for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) places.push({ start: at, end: at + part.length });
	return places;
}

function overlaps({ start, end }: TextRange, places: readonly TextRange[]): boolean {
	return places.some((place) => place.start < end && start < place.end);
}
