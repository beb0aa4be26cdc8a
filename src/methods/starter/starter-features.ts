import type { TextRange } from '../../text/tagged-text.ts';
import type { GivenIndex } from '../support/given-index.ts';
import type { Support } from '../support/support.ts';

/** What texts say of a sentence. Of each, more is more suspect. All are in `[0, 1]`. */
export const starterFeatureNames = [
	/** Share of its content words that no given text has. */
	'missingWords',
	/** Share of its pairs of adjacent words that no given text has. */
	'missingPairs',
	/** 1 if it has a value that no given text says, otherwise 0. */
	'valueNotGiven',
	/** 1 if it has a value in whose place a given text has another, otherwise 0. */
	'valueContradicted',
	/** Share of its content words, by weight, that the best sentence of a context does not have. */
	'elsewhere',
] as const;

export type StarterFeatureName = (typeof starterFeatureNames)[number];

/** A sentence of an answer, and what speaks against it. */
export interface StarterSentence extends TextRange {
	/** Number of its content words. Numbers are not counted. */
	readonly contentWords: number;
	/** Whether it has a number, a date or the like that given texts say or that follows from them, and none that they do not. Such a value speaks for it, in whatever words. */
	readonly sharesValue: boolean;
	readonly features: Readonly<Record<StarterFeatureName, number>>;
}

/**
 * Returns what texts alone say of each sentence of an English answer.
 * @param support of this answer, by `judgeSupport`
 * @param index the given texts that it was judged by
 */
export function textFeatures(response: string, support: Support, index: GivenIndex): StarterSentence[] {
	const given = pairsIn(index.texts.map(({ given: { text } }) => text));
	return support.sentences.map(({ start, end, contentWords, missing, evidence }) => {
		const own = support.values.filter(({ value }) => start <= value.start && value.start < end);
		const states = own.map(({ found }) => found.state);
		const shared = own.some(
			({ value, found }) => value.kind !== 'name' && value.kind !== 'quotation' && (found.state === 'given' || found.state === 'derived'),
		);
		return {
			start,
			end,
			contentWords,
			sharesValue: shared && !states.includes('not-given') && !states.includes('contradicted'),
			features: {
				missingWords: (missing?.length ?? 0) / Math.max(1, contentWords),
				missingPairs: missingPairShare(response.slice(start, end), given),
				valueNotGiven: Number(states.includes('not-given')),
				valueContradicted: Number(states.includes('contradicted')),
				elsewhere: 1 - Math.min(1, evidence?.share ?? 0),
			},
		};
	});
}

/**
 * Returns an answer as one sentence: the means of its sentences' features, by content words. `null` if none of them has a content word.
 * @param sentences those that claim something
 */
export function wholeAnswer(sentences: readonly StarterSentence[]): StarterSentence | null {
	const contentWords = sentences.reduce((sum, sentence) => sum + sentence.contentWords, 0);
	const [first, last] = [sentences[0], sentences.at(-1)];
	if (first === undefined || last === undefined || contentWords === 0) return null;
	const meanOf = (name: StarterFeatureName): number =>
		sentences.reduce((sum, sentence) => sum + sentence.contentWords * sentence.features[name], 0) / contentWords;
	const features = {
		missingWords: meanOf('missingWords'),
		missingPairs: meanOf('missingPairs'),
		valueNotGiven: meanOf('valueNotGiven'),
		valueContradicted: meanOf('valueContradicted'),
		elsewhere: meanOf('elsewhere'),
	};
	return { start: first.start, end: last.end, contentWords, sharesValue: sentences.every(({ sharesValue }) => sharesValue), features };
}

const runs = /[\p{L}\p{M}\p{N}]+/gu;

/** Returns the pairs of adjacent words of a text, in order. Case and compatibility forms make no difference. */
function pairsOf(text: string): string[] {
	const words = text.normalize('NFKC').toLowerCase().match(runs) ?? [];
	return words.slice(1).map((word, i) => `${words[i]!} ${word}`);
}

/** Collects the pairs of adjacent words of given texts. A pair lies within one text. */
export function pairsIn(texts: readonly string[]): ReadonlySet<string> {
	return new Set(texts.flatMap(pairsOf));
}

/** Returns the share of a text's pairs of adjacent words that no given text has, `[0, 1]`. It is 0 for fewer than two words. */
export function missingPairShare(text: string, given: ReadonlySet<string>): number {
	const pairs = pairsOf(text);
	return pairs.length === 0 ? 0 : pairs.filter((pair) => !given.has(pair)).length / pairs.length;
}
