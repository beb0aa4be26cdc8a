import type { AnalysisRecord, AnalysisSentence, WordOrigin } from '../formats/analysis-record.ts';
import { roughPercentOf } from '../wording/numbers.ts';
import { oneLineOf, plural } from '../wording/phrases.ts';

/** Nats by which hiding a context must change a word before the change is shown as that context's own. */
const visible = 0.1;
/** From this probability on, a word that no context changes is one that the model writes anyway. */
const sure = 0.5;
/** Contexts that are named. Of more, the first is named and the others are counted. */
const maxNamed = 3;
/** Characters of an ID that are shown. */
const longestId = 32;

/** Returns a context's ID on one line, of at most 32 characters. */
export const shortId = (id: string): string => oneLineOf(id, longestId);

/** Returns IDs as alternatives: `case-2`, `note-1 or note-3`, or `note-5 or 8 others`. Empty for none. */
export function eitherOf(ids: readonly string[], write: (id: string) => string = shortId): string {
	const [first] = ids;
	return first !== undefined && ids.length > maxNamed ? `${write(first)} or ${ids.length - 1} others` : ids.map(write).join(' or ');
}

/**
 * Returns what hiding the contexts that a word comes from changes: `98.6% → 2.9% without it`. If a copy elsewhere makes up for the context, the
 * figure is the one without any context. For a word from no single context, it says what hiding all of them changes.
 */
export function changeInWords({ logprob, none, from, without }: Pick<WordOrigin, 'logprob' | 'none' | 'from' | 'without'>): string {
	const [first, second] = from;
	const all = roughPercentOf(Math.exp(logprob));
	if (first === undefined)
		return Math.abs(logprob - none) < visible || all === roughPercentOf(Math.exp(none))
			? `${all} with and without the contexts`
			: logprob < none
				? `${all}, and ${roughPercentOf(Math.exp(none))} without any context`
				: `${all} → ${roughPercentOf(Math.exp(none))} without any context`;
	const alone = Object.hasOwn(without, first) ? without[first]! : logprob;
	if (second !== undefined || logprob - alone < visible) return `${all} → ${roughPercentOf(Math.exp(none))} without any context`;
	return `${all} → ${roughPercentOf(Math.exp(alone))} without it`;
}

/** Returns where a word comes from, in a line: `from note-1: 98.6% → 2.9% without it`. */
export function originInWords(word: Pick<WordOrigin, 'logprob' | 'none' | 'from' | 'without'>, write?: (id: string) => string): string {
	if (needsNoContext(word)) return `needs no context: ${changeInWords(word)}`;
	const together = word.logprob - word.none >= visible ? 'no single context' : 'no context';
	return `from ${word.from.length === 0 ? together : eitherOf(word.from, write)}: ${changeInWords(word)}`;
}

/**
 * Returns what hiding contexts does to a word, as a sentence: `Hide note-1, and “36” falls from 98% to 1%.` `null` if no number shows it.
 * @param written how names and texts of files are written
 */
export function hidingInWords(
	word: Pick<WordOrigin, 'text' | 'logprob' | 'none' | 'from' | 'without'>,
	written: (text: string) => string = (text) => text,
): string | null {
	const { text, logprob, none, from, without } = word;
	const quoted = written(`\u201c${oneLineOf(text, longestId)}\u201d`);
	const all = roughPercentOf(Math.exp(logprob));
	const bare = roughPercentOf(Math.exp(none));
	if (needsNoContext(word)) return `${quoted} needs no context: ${changeInWords(word)}.`;
	const [first, second] = from;
	if (first === undefined) {
		if (Math.abs(logprob - none) < visible || all === bare) return `No context makes ${quoted} likelier: ${all} with and without them.`;
		return logprob < none
			? `The contexts make ${quoted} less likely: ${all} with them, ${bare} without.`
			: `No single context makes ${quoted} likelier. Without any, it falls from ${all} to ${bare}.`;
	}
	const alone = Object.hasOwn(without, first) ? without[first]! : logprob;
	const one = roughPercentOf(Math.exp(alone));
	if (second !== undefined || logprob - alone < visible)
		return all === bare
			? null
			: `${eitherOf(from, (id) => written(shortId(id)))} gives it: without any context, ${quoted} falls from ${all} to ${bare}.`;
	return all === one ? null : `Hide ${written(shortId(first))}, and ${quoted} falls from ${all} to ${one}.`;
}

/** Whether a word is as sure without any context, as most small words are. */
function needsNoContext({ from, logprob, none }: Pick<WordOrigin, 'logprob' | 'none' | 'from'>): boolean {
	return from.length === 0 && Math.abs(logprob - none) < visible && logprob > Math.log(sure);
}

/** Words of a sentence that are listed. The others are counted. */
const maxListed = 12;

/**
 * Returns where each word of a sentence comes from, a line each: `“4719” from manual-3: 98% → 0.3% without it`. Empty if contexts were not
 * hidden.
 */
export function sentenceOriginsInWords(
	{ wordOrigins: origins }: Pick<AnalysisRecord, 'wordOrigins'>,
	{ start, end }: Pick<AnalysisSentence, 'start' | 'end'>,
): string[] {
	const words = (origins?.words ?? []).filter((word) => word.start < end && word.end > start);
	const more = words.length - maxListed;
	return [
		...words.slice(0, maxListed).map((word) => `\u201c${word.text}\u201d ${originInWords(word)}`),
		...(more > 0 ? [`and ${plural(more, 'more word')}`] : []),
	];
}

/** Returns `sentenceOriginsInWords` for a flagged sentence, without words that need no context. Empty for other sentences. */
export function flaggedOriginsInWords(
	record: Pick<AnalysisRecord, 'wordOrigins'>,
	sentence: Pick<AnalysisSentence, 'start' | 'end' | 'verdict' | 'spad'>,
): string[] {
	const { verdict, spad } = sentence;
	const flagged = spad?.hallucinated === true || verdict === 'ungrounded' || verdict === 'leak';
	const { wordOrigins: origins } = record;
	if (!flagged || origins === null || origins === undefined) return [];
	return sentenceOriginsInWords({ wordOrigins: { ...origins, words: origins.words.filter((word) => !needsNoContext(word)) } }, sentence);
}

/** How many words come from a context. A word that comes from one of several counts for each. */
export interface ContextCount {
	readonly id: string;
	readonly words: number;
}

/** Returns how many of some words come from each context, the context of most words first. Contexts that no word comes from come last. */
export function countByContext(words: readonly Pick<WordOrigin, 'from'>[], contexts: readonly string[]): ContextCount[] {
	return [...new Set(contexts)]
		.map((id) => ({ id, words: words.filter(({ from }) => from.includes(id)).length }))
		.toSorted((a, b) => b.words - a.words);
}

/**
 * Returns where several words come from, each word counted once: `3 of 5 words from case-2, 1 from case-1 or case-4`.
 * @param words at least one
 */
export function countsInWords(words: readonly Pick<WordOrigin, 'from'>[]): string {
	const counts = new Map<string, { readonly named: string; count: number }>();
	for (const { from } of words) {
		if (from.length === 0) continue;
		// Several contexts are named in the order of the first word that they give.
		const key = JSON.stringify(from.toSorted());
		const known = counts.get(key);
		if (known === undefined) counts.set(key, { named: eitherOf(from), count: 1 });
		else known.count++;
	}
	const found = [...counts.values()].toSorted((a, b) => b.count - a.count);
	const [first, ...others] = found.slice(0, maxNamed);
	if (first === undefined)
		return words.length === 1 ? 'from no single context' : `none of ${plural(words.length, 'word')} from a single context`;
	const rest = found.slice(maxNamed).reduce((sum, { count }) => sum + count, 0);
	return [
		`${first.count} of ${plural(words.length, 'word')} from ${first.named}`,
		...others.map(({ named, count }) => `${count} from ${named}`),
		...(rest > 0 ? [`${rest} from others`] : []),
	].join(', ');
}
