import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { JudgedValue } from '../../src/methods/support/support.ts';
import type { TextRange } from '../../src/text/tagged-text.ts';
import type { PlantedEdit } from './planted-edits.ts';
import { indexOf, isFlaggedValue, supportOf } from './measure-support.ts';

const bankRow = z.object({
	id: z.string(),
	language: z.string(),
	context: z.string(),
	/** A sentence that the context supports in other words, but for the planted value. */
	answer: z.string(),
	kind: z.string(),
	/** The wrong value `to` in the answer, what it would be (`from`), and what the context writes (`right`). */
	planted: z.object({ from: z.string(), to: z.string(), right: z.string() }).nullable(),
});

export type BankRow = z.infer<typeof bankRow>;

/** The rules were written with half A. Nobody who wrote rules read half B. */
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
 * Returns one half of the bank: contexts, and answers in other words, which were written for this project by somebody who did not know the rules.
 * The hash of an ID says in which half its row is.
 */
export function bankHalf(half: Half): BankRow[] {
	return rowsOf('paraphrases').filter(({ id }) => halfOf(id) === half);
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

function rowsOf(name: 'paraphrases' | 'everyday'): BankRow[] {
	return linesOf(name).map((line) => bankRow.parse(JSON.parse(line)));
}

function linesOf(name: 'paraphrases' | 'everyday' | 'sentences'): string[] {
	return readFileSync(new URL(`bank/${name}.jsonl`, import.meta.url), 'utf8')
		.split('\n')
		.filter((line) => line !== '');
}

/** What is flagged in an answer of the bank. */
export interface JudgedRow {
	readonly row: BankRow;
	/** Flagged values that are right. */
	readonly wrongly: readonly JudgedValue[];
	/** `null` for a row without a planted value. */
	readonly edit: PlantedEdit | null;
}

/** Compares an answer of the bank with its context. */
export async function judgeRow(row: BankRow): Promise<JudgedRow> {
	const { context, answer, planted } = row;
	const { values } = await supportOf(answer, indexOf({ query: '', contexts: [{ id: 'c1', text: context }], response: answer }));
	const flagged = values.filter(isFlaggedValue);
	if (planted === null) return { row, wrongly: flagged, edit: null };
	const wrong = placesOf(planted.to, answer);
	const right = placesOf(planted.right, context);
	const hits = flagged.filter(({ value }) => overlaps(value, wrong));
	return {
		row,
		wrongly: flagged.filter((one) => !hits.includes(one)),
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
