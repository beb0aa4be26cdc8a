import type { AnalysisRecord, AnalysisToken } from '../formats/analysis-record.ts';
import { roughPercentOf } from '../wording/numbers.ts';
import { listInWords, oneLineOf } from '../wording/phrases.ts';
import { inQuotes, isFlagged, missingBeside } from './value-words.ts';

/** A range of the document. */
interface Place {
	readonly start: number;
	readonly end: number;
}

/** The words that a flagged sentence is flagged for. */
export interface Suspects {
	/**
	 * `texts`: values that contexts contradict or do not have, or else words that no context has. `model`: the word that the model found least likely.
	 * `none`: no word can be named.
	 */
	readonly by: 'texts' | 'model' | 'none';
	readonly words: readonly (Place & { readonly text: string })[];
	/** What the model would have begun in place of the least likely word: a token's text, with its probability. `null`: that word, or nothing that can be read. */
	readonly instead: { readonly text: string; readonly probability: number } | null;
}

const lettersOrDigits = /[\p{L}\p{N}]/u;
/** A word that the model gives more than this is no surprise. */
const likely = Math.log(0.5);

/** Returns the words that the sentence at a place is flagged for: by the texts if they name any, otherwise by the model. */
export function suspectsOf(place: Place, { tokens, support }: Pick<AnalysisRecord, 'tokens' | 'support'>): Suspects {
	const within = ({ start }: Place): boolean => place.start <= start && start < place.end;
	const least = leastLikely(tokens.filter(within));
	const instead = least === null ? null : insteadOf(least.first);
	const values = (support?.values ?? []).filter((value) => isFlagged(value) && within(value));
	const sentence = support?.sentences.find(within);
	const missing = sentence === undefined ? [] : missingBeside(sentence, support?.values ?? []);
	const named = values.length > 0 ? values : missing;
	if (named.length > 0) return { by: 'texts', words: named.map(({ text, start, end }) => ({ text, start, end })), instead };
	return least === null ? { by: 'none', words: [], instead: null } : { by: 'model', words: [least.word], instead };
}

/** Returns the word of a sentence with the least likely token, and its first token. `null` if every word is likely. */
function leastLikely(tokens: readonly AnalysisToken[]): { readonly first: AnalysisToken; readonly word: Suspects['words'][number] } | null {
	let at = -1;
	for (const [i, { text, logprob }] of tokens.entries())
		if (logprob < (tokens[at]?.logprob ?? likely) && lettersOrDigits.test(text)) at = i;
	if (at === -1) return null;
	const first = wordStart(at, tokens);
	let last = at;
	while (last + 1 < tokens.length && continues(tokens[last]!, tokens[last + 1]!)) last++;
	const whole = tokens
		.slice(first, last + 1)
		.map(({ text }) => text)
		.join('');
	const start = whole.search(lettersOrDigits);
	const text = whole.slice(start).replace(/[^\p{L}\p{N}]+$/u, '');
	const from = tokens[first]!.start + start;
	return { first: tokens[first]!, word: { text, start: from, end: from + text.length } };
}

/** Whether a token goes on with the word of the one before it. */
function continues(before: AnalysisToken, token: AnalysisToken): boolean {
	return before.end === token.start && !/^\s/u.test(token.text) && !/\s$/u.test(before.text);
}

function wordStart(at: number, tokens: readonly AnalysisToken[]): number {
	let first = at;
	while (first > 0 && continues(tokens[first - 1]!, tokens[first]!)) first--;
	return first;
}

/** Returns the first token of a token's word. */
export function firstOfWord(token: AnalysisToken, tokens: readonly AnalysisToken[]): AnalysisToken {
	return tokens[wordStart(tokens.indexOf(token), tokens)] ?? token;
}

/** Whether people can read a token's text: it has letters or digits, and is no sign of the model's own such as `</s>`. */
function isReadable(text: string): boolean {
	return lettersOrDigits.test(text) && !/^\s*<.*>\s*$/u.test(text);
}

/** Returns what the model would have written in place of a token. `null`: this very token, or nothing that people can read. */
export function insteadOf({ text, rank, alternatives }: AnalysisToken): Suspects['instead'] {
	const [first] = alternatives;
	if (rank === 1 || first === undefined || !isReadable(first.text) || first.text.trim() === text.trim()) return null;
	return { text: first.text.trim(), probability: Math.exp(first.logprob) };
}

/** Characters that quoted words may have together, so that a first clause has no more than a hundred. */
const longestList = 60;

/** Returns suspect words in quotation marks, as many as a short clause has room for: `“captain”, “gives”, and 2 more`. */
export function suspectsInWords(words: readonly { readonly text: string }[]): string {
	const quotes = [...new Set(words.map(({ text }) => inQuotes(text)))];
	let room = longestList;
	const shown = quotes.filter((quote, i) => {
		room -= quote.length + 2;
		return i === 0 || room >= 0;
	});
	const more = quotes.length - shown.length;
	return listInWords([...shown, ...(more > 0 ? [`${more} more`] : [])]);
}

/**
 * Returns a flagged sentence's message: the verdict with the words that it is for, and where only the model names them, what it would have written.
 * @param verdict such as `Not supported by the contexts`
 * @param sentence its text, quoted if no word of it can be named
 */
export function flaggedInWords(verdict: string, { words, instead, by }: Suspects, sentence: string): string {
	const quoted = by === 'none' ? inQuotes(oneLineOf(sentence, longestList).replace(/[.!?\u3002]+$/u, '')) : suspectsInWords(words);
	return `${verdict}: ${quoted}.${by !== 'model' || instead === null ? '' : ` ${insteadInWords(instead)}`}`;
}

/** Returns what the model would have written, as a sentence: `The model would have written “not” (60%).` */
export function insteadInWords(
	{ text, probability }: NonNullable<Suspects['instead']>,
	written: (text: string) => string = (one) => one,
): string {
	return `The model would have written ${written(inQuotes(text))} (${roughPercentOf(probability)}).`;
}
