import type { RecordedJudgments } from '../formats/analysis-record.ts';
import { oneLineOf } from '../wording/phrases.ts';

/** Scores and labels that a sentence lists. */
const listed = 8;

/**
 * Returns what the trace's own file says of an answer, such as `In the file: faithfulness 0.5; helpful yes (by a person).`; `null` if it has no scores.
 */
export function recordedScoresInWords({ scores }: RecordedJudgments): string | null {
	if (scores.length === 0) return null;
	const shown = scores
		.slice(0, listed)
		.map(({ name, value, byPerson }) => `${name} ${valueInWords(value)}${byPerson === true ? ' (by a person)' : ''}`);
	return `In the file: ${shown.join('; ')}${scores.length > listed ? `; and ${scores.length - listed} more` : ''}.`;
}

/** Returns what the trace's own file says of an answer, a sentence each: its scores, then its labels. */
export function recordedInWords(recorded: RecordedJudgments, response: { readonly start: number; readonly text: string }): string[] {
	const labels = recordedLabelsInWords(recorded, ({ start, end }) => response.text.slice(start - response.start, end - response.start));
	return [recordedScoresInWords(recorded), labels].flatMap((words) => words ?? []);
}

/**
 * Returns what people have labeled in an answer, such as `Labeled in the file: “in May” as Evident Conflict.`; `null` if its file has no labels.
 * @param text of a label's place
 */
export function recordedLabelsInWords(
	{ labels }: RecordedJudgments,
	text: (place: { readonly start: number; readonly end: number }) => string,
): string | null {
	if (labels === null) return null;
	if (labels.length === 0) return 'Labeled in the file: nothing is wrong.';
	const shown = labels.slice(0, listed).map((label) => `\u201c${oneLineOf(text(label), 60)}\u201d as ${label.type}`);
	return `Labeled in the file: ${shown.join('; ')}${labels.length > listed ? `; and ${labels.length - listed} more` : ''}.`;
}

function valueInWords(value: number | boolean | string): string {
	if (typeof value === 'boolean') return value ? 'yes' : 'no';
	if (typeof value !== 'number') return value;
	// Years and counts keep their digits.
	return String(Number(Math.abs(value) < 1 ? value.toPrecision(5) : value.toFixed(3)));
}
