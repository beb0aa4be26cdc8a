import type { RecordedSupport, RecordedValue, SupportedSentence } from '../formats/support-record.ts';
import { roughPercentOf } from '../wording/numbers.ts';
import { listInWords, oneLineOf, plural } from '../wording/phrases.ts';
import { shortId } from './word-origin-words.ts';

/** A value of the response that a context contradicts or that no context says. */
export type FlaggedValue = RecordedValue & { readonly state: 'contradicted' | 'not-given' };

/** Returns whether a value is flagged. */
export function isFlagged(value: RecordedValue): value is FlaggedValue {
	return value.state === 'contradicted' || value.state === 'not-given';
}

/** Characters of a quoted value that a message shows. */
const longestQuote = 60;

/** Marks of Markdown that only emphasize. A star within a product stays: `2*3`. */
const emphasis = /\*{2,3}|__|(?<![\p{L}\p{N}])[*`]|[*`](?![\p{L}\p{N}])/gu;

/** Returns a text of a file in quotation marks, on one line, without the marks that emphasize it: '27 nautical miles' for `27** nautical miles`. */
export function inQuotes(text: string): string {
	const bare = text.replaceAll(emphasis, '');
	const line = oneLineOf(bare.trim() === '' ? text : bare, longestQuote);
	return /^["\u201c]/u.test(line) ? line : `\u201c${line}\u201d`;
}

/** How parts of files are written: as they are, or so that Markdown does nothing with them. */
export type Written = (text: string) => string;

const asItIs: Written = (text) => text;

/**
 * Returns what is wrong with a value, the value first: `“£69” differs from the contexts, which say “£96” (fares).` or `“171.65 dollars” is in no context.
 * Nearest: “758.63 dollars” (case-2).`
 */
export function valueInWords({ text, state, by, unsure }: FlaggedValue, written: Written = asItIs): string {
	const quoted = written(inQuotes(text));
	if (state === 'not-given' || by === undefined) {
		const nearest = insteadOfValue({ state: 'not-given', by }, written);
		const doubt = unsure === true ? ' It may follow from one: this sentence is in other words.' : '';
		return `${quoted} is in no context.${doubt}${nearest === null ? '' : ` ${nearest}`}`;
	}
	return by.context === null
		? `${quoted} differs from the question, which says ${written(inQuotes(by.text))}.`
		: `${quoted} differs from the contexts, which say ${written(inQuotes(by.text))} (${written(shortId(by.context))}).`;
}

/** Returns what the texts say where a flagged value is, as a sentence: `The contexts say “£96” (fares).` or `Nearest: “758.63 dollars” (case-2).` */
export function insteadOfValue({ state, by }: Pick<FlaggedValue, 'state' | 'by'>, written: Written = asItIs): string | null {
	if (by === undefined || (state === 'not-given' && by.context === null)) return null;
	const said = written(inQuotes(by.text));
	if (by.context === null) return `The question says ${said}.`;
	const from = `${said} (${written(shortId(by.context))})`;
	return state === 'not-given' ? `Nearest: ${from}.` : `The contexts say ${from}.`;
}

/** Returns how much of a response the contexts have, in a sentence each for values and words. */
export function supportInWords({ values, sentences }: RecordedSupport): string {
	const count = (...states: readonly RecordedValue['state'][]): number => values.filter(({ state }) => states.includes(state)).length;
	const judged = values.length - count('undecided');
	const [contradicted, absent] = [count('contradicted'), count('not-given')];
	const asked = values.filter(({ givenBy }) => givenBy === 'question').length;
	const parts = [
		[contradicted, 'contradicted'],
		[absent, 'in no context'],
		[count('given') - asked, 'in the contexts'],
		[asked, 'in the question or instructions'],
		[count('derived'), 'computed from these'],
	] as const;
	const said = parts.flatMap(([number, where]) => (number === 0 ? [] : [`${number === judged && judged > 1 ? 'all' : number} ${where}`]));
	const ofValues = judged === 0 ? 'No values to compare.' : `${plural(judged, 'value')} compared: ${said.join(', ')}.`;
	const compared = sentences.filter(({ missing }) => missing !== null);
	const content = compared.reduce((sum, { contentWords }) => sum + contentWords, 0);
	const missing = compared.reduce((sum, one) => sum + missingBeside(one, values).length, 0);
	return content === 0 ? ofValues : `${ofValues} ${missing} of ${plural(content, 'content word')} in no context.`;
}

/** A sentence of a context that has less of the words, by weight, is no evidence. */
export const leastShown = 0.3;

/** Returns which context has most of a sentence's words, and where. `null` if none has enough of them. */
export function evidenceInWords({ evidence }: SupportedSentence, written: Written): string | null {
	if (evidence === null || evidence.context === null || evidence.share < leastShown) return null;
	return `Best match, ${roughPercentOf(evidence.share)} of this sentence\u2019s words: ${written(evidence.context)}: \u201c${written(evidence.text.trim())}\u201d`;
}

/** Returns which words of a sentence no context has, beside flagged values. `null` if there are none, or if words were not compared. */
export function missingInWords(sentence: SupportedSentence, values: readonly RecordedValue[], written: Written = asItIs): string | null {
	const missing = missingBeside(sentence, values);
	return missing.length === 0 ? null : `In no context: ${listInWords(missing.map(({ text }) => written(inQuotes(text))))}.`;
}

/** Returns the words of a sentence that no context has, without those of values that are flagged anyway. */
export function missingBeside({ missing }: SupportedSentence, values: readonly RecordedValue[]): NonNullable<SupportedSentence['missing']> {
	const flagged = values.filter(isFlagged);
	return (missing ?? []).filter((word) => !flagged.some((value) => value.start < word.end && word.start < value.end));
}
