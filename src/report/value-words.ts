import type { RecordedSupport, RecordedValue, SupportedSentence } from '../formats/support-record.ts';
import { roughPercentOf } from '../wording/numbers.ts';
import { listInWords, plural } from '../wording/phrases.ts';

/** A value of the response that a context contradicts or that no context says. */
export type FlaggedValue = RecordedValue & { readonly state: 'contradicted' | 'not-given' };

/** Returns whether a value is flagged. */
export function isFlagged(value: RecordedValue): value is FlaggedValue {
	return value.state === 'contradicted' || value.state === 'not-given';
}

/**
 * Returns what is wrong with a value: the verdict, what a context says instead or what comes nearest, and which context.
 * @param quoted how a text is quoted
 */
export function valueInWords({ kind, text, state, by }: FlaggedValue, quoted: (written: string) => string = inQuotes): string {
	if (state === 'not-given' || by === undefined) {
		const nearest = by === undefined || by.context === null ? '' : ` Nearest: ${quoted(by.text)} (context ${quoted(by.context)}).`;
		return `No context ${kind === 'name' ? 'mentions' : 'says'} ${quoted(text)}.${nearest}`;
	}
	const where = by.context === null ? 'the question says' : `context ${quoted(by.context)} says`;
	return `Contradicted: ${quoted(text)}, but ${where} ${quoted(by.text)}.`;
}

function inQuotes(text: string): string {
	return /^["\u201c]/u.test(text) ? text : `\u201c${text}\u201d`;
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
const leastShown = 0.3;

/** Returns which context has most of a sentence's words, and where. `null` if none has enough of them. */
export function evidenceInWords(
	{ evidence }: SupportedSentence,
	quoted: (written: string) => string,
	shown: (text: string) => string,
): string | null {
	if (evidence === null || evidence.context === null || evidence.share < leastShown) return null;
	return `Best match, ${roughPercentOf(evidence.share)} of this sentence\u2019s words: ${quoted(evidence.context)}: \u201c${shown(evidence.text.trim())}\u201d`;
}

/** Returns which words of a sentence no context has, beside flagged values. `null` if there are none, or if words were not compared. */
export function missingInWords(
	sentence: SupportedSentence,
	values: readonly RecordedValue[],
	quoted: (written: string) => string = inQuotes,
): string | null {
	const missing = missingBeside(sentence, values);
	return missing.length === 0 ? null : `In no context: ${listInWords(missing.map(({ text }) => quoted(text)))}.`;
}

/** Returns the words of a sentence that no context has, without those of values that are flagged anyway. */
export function missingBeside({ missing }: SupportedSentence, values: readonly RecordedValue[]): NonNullable<SupportedSentence['missing']> {
	const flagged = values.filter(isFlagged);
	return (missing ?? []).filter((word) => !flagged.some((value) => value.start < word.end && word.start < value.end));
}
