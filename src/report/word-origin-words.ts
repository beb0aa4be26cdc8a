import type { AnalysisRecord, AnalysisSentence, WordOrigin } from '../formats/analysis-record.ts';
import { percentOf } from '../wording/numbers.ts';
import { oneLineOf, plural } from '../wording/phrases.ts';

/** Nats by which hiding a context must change a word before the change is shown as that context's own. */
const visible = 0.1;
/** Contexts that are named. The others are counted. */
const maxNamed = 3;
/** Characters of an ID that are shown. */
const longestId = 32;

const shortId = (id: string): string => oneLineOf(id, longestId);

/** Returns IDs as alternatives: `case-2`, or `note-1 or note-3`. Empty for none. */
export function eitherOf(ids: readonly string[], write: (id: string) => string = shortId): string {
	const more = ids.length - maxNamed;
	return [...ids.slice(0, maxNamed).map(write), ...(more > 0 ? [`${more} more`] : [])].join(' or ');
}

/**
 * Returns what hiding the contexts that a word comes from changes: `98.6% → 2.9% without it`. If a copy elsewhere makes up for the context, the
 * figure is the one without any context. For a word from no single context, it says what hiding all of them changes.
 */
export function changeInWords({ logprob, none, from, without }: Pick<WordOrigin, 'logprob' | 'none' | 'from' | 'without'>): string {
	const [first, second] = from;
	const all = percentOf(Math.exp(logprob));
	if (first === undefined)
		return Math.abs(logprob - none) < visible
			? `${all} with and without the contexts`
			: `${all} → ${percentOf(Math.exp(none))} without any context`;
	const alone = Object.hasOwn(without, first) ? without[first]! : logprob;
	if (second !== undefined || logprob - alone < visible) return `${all} → ${percentOf(Math.exp(none))} without any context`;
	return `${all} → ${percentOf(Math.exp(alone))} without it`;
}

/** Returns where a word comes from, in a line: `from note-1: 98.6% → 2.9% without it`. */
export function originInWords(word: Pick<WordOrigin, 'logprob' | 'none' | 'from' | 'without'>, write?: (id: string) => string): string {
	const together = word.logprob - word.none >= visible ? 'no single context' : 'no context';
	return `from ${word.from.length === 0 ? together : eitherOf(word.from, write)}: ${changeInWords(word)}`;
}

/** Words of a sentence that are listed. The others are counted. */
const maxListed = 12;

/**
 * Returns where each word of a flagged sentence comes from, a line each: `“4719” from manual-3: 98% → 0.3% without it`. Empty for other sentences,
 * and if contexts were not hidden.
 */
export function flaggedOriginsInWords(
	{ wordOrigins: origins }: Pick<AnalysisRecord, 'wordOrigins'>,
	{ start, end, verdict, spad }: Pick<AnalysisSentence, 'start' | 'end' | 'verdict' | 'spad'>,
): string[] {
	if (spad?.hallucinated !== true && verdict !== 'ungrounded' && verdict !== 'leak') return [];
	const words = (origins?.words ?? []).filter((word) => word.start < end && word.end > start);
	const more = words.length - maxListed;
	return [
		...words.slice(0, maxListed).map((word) => `\u201c${word.text}\u201d ${originInWords(word)}`),
		...(more > 0 ? [`and ${plural(more, 'more word')}`] : []),
	];
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

/** Returns where several words come from: `3 of 5 words from case-2, 1 from case-4`. */
export function countsInWords(counts: readonly ContextCount[], all: number): string {
	const found = counts.filter(({ words }) => words > 0);
	const [first, ...others] = found.slice(0, maxNamed);
	if (first === undefined) return all === 1 ? 'from no context' : `none of ${plural(all, 'word')} from a context`;
	const more = found.length - maxNamed;
	return [
		`${first.words} of ${plural(all, 'word')} from ${shortId(first.id)}`,
		...others.map(({ id, words }) => `${words} from ${shortId(id)}`),
		...(more > 0 ? [`${more} more contexts`] : []),
	].join(', ');
}
