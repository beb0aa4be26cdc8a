import { mostOverlapped } from '../../text/sentences.ts';
import type { TaggedText, TextRange } from '../../text/tagged-text.ts';
import type { GivenIndex } from '../support/given-index.ts';
import type { Support } from '../support/support.ts';

/** What texts alone say of a sentence. Of each, more is more suspect. All are in `[0, 1]`. */
export const textFeatureNames = [
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

/**
 * What a model says of a sentence, relative to what it says of the whole answer without contexts: so a model that reads well and one that reads
 * poorly are on one scale. Of each, more is more suspect. All are in `[0, most]`.
 */
export const modelFeatureNames = [
	/** Mean entropy with contexts, by the sentence's own mean entropy without them: 1 where the contexts say nothing. */
	'entropyKept',
	/** Mean entropy with contexts, by the answer's mean entropy without them. */
	'entropy',
	/** Mean surprise of content words with contexts, by the answer's mean surprise of content words without them. */
	'surprise',
	/** Largest surprise of a content word with contexts, by the same mean. */
	'largestSurprise',
] as const;

export type TextFeatureName = (typeof textFeatureNames)[number];
export type StarterFeatureName = TextFeatureName | (typeof modelFeatureNames)[number];

/** A sentence of an answer, and what speaks against it. */
export interface StarterSentence extends TextRange {
	/** Number of its content words. Numbers are not counted. */
	readonly contentWords: number;
	/** Whether it has a number, a date or the like that given texts say or that follows from them, and none that they do not. Such a value speaks for it, in whatever words. */
	readonly sharesValue: boolean;
	readonly features: Readonly<Partial<Record<StarterFeatureName, number>>>;
}

/** A model's numbers of an answer's tokens: UTF-16 ranges, entropies and log-probabilities in nats. Each is `[T]`. */
export interface ReadTokens {
	readonly start: Uint32Array;
	readonly end: Uint32Array;
	readonly withContext: { readonly entropy: Float64Array; readonly logProbability: Float64Array };
	readonly withoutContext: { readonly entropy: Float64Array; readonly logProbability: Float64Array };
}

/** Larger ratios say no more. */
const most = 4;

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
 * Adds what a model says of each sentence. A sentence without a token that was scored keeps its features of the texts, and so does each one
 * where both readings are the same, because no context was read.
 */
export function withModelFeatures(sentences: readonly StarterSentence[], read: ReadTokens, tagged: TaggedText): StarterSentence[] {
	const words = tagged.words.filter(({ pos }) => contentParts.has(pos));
	const isContent = Array.from(mostOverlapped(words, read.start, read.end), (word) => word !== -1);
	const all = Array.from(read.start, (_, t) => t);
	const [entropy, surprise] = [
		meanOf(all, read.withoutContext.entropy),
		-meanOf(contentOf(all, isContent), read.withoutContext.logProbability),
	];
	if (all.length === 0 || entropy <= 0 || surprise <= 0 || !Number.isFinite(surprise)) return [...sentences];
	const owner = mostOverlapped(sentences, read.start, read.end);
	return sentences.map((sentence, s) => {
		const own = all.filter((t) => owner[t] === s);
		if (own.length === 0) return sentence;
		const content = contentOf(own, isContent);
		const largest = Math.max(...content.map((t) => -read.withContext.logProbability[t]!));
		return {
			...sentence,
			features: {
				...sentence.features,
				entropyKept: ratio(meanOf(own, read.withContext.entropy), meanOf(own, read.withoutContext.entropy)),
				entropy: ratio(meanOf(own, read.withContext.entropy), entropy),
				surprise: ratio(-meanOf(content, read.withContext.logProbability), surprise),
				largestSurprise: ratio(largest, surprise),
			},
		};
	});
}

/** Parts of speech that say what is so. A word of which nobody knows the part of speech counts, too. */
const contentParts: ReadonlySet<string> = new Set(['ADJ', 'ADV', 'NOUN', 'NUM', 'PROPN', 'SYM', 'VERB', 'X']);

/** Returns the tokens of content words, or all of them where there are none. */
function contentOf(tokens: readonly number[], isContent: readonly boolean[]): readonly number[] {
	const content = tokens.filter((t) => isContent[t] === true);
	return content.length === 0 ? tokens : content;
}

function meanOf(tokens: readonly number[], values: Float64Array): number {
	return tokens.reduce((sum, t) => sum + values[t]!, 0) / Math.max(1, tokens.length);
}

function ratio(value: number, by: number): number {
	return by > 0 ? Math.min(most, value / by) : most;
}

/**
 * Returns an answer as one sentence: the means of its sentences' features, by content words. `null` if none of them has a content word.
 * @param sentences those that claim something
 */
export function wholeAnswer(sentences: readonly StarterSentence[]): StarterSentence | null {
	const contentWords = sentences.reduce((sum, sentence) => sum + sentence.contentWords, 0);
	const [first, last] = [sentences[0], sentences.at(-1)];
	if (first === undefined || last === undefined || contentWords === 0) return null;
	const features: Partial<Record<StarterFeatureName, number>> = {};
	for (const name of [...textFeatureNames, ...modelFeatureNames]) {
		const having = sentences.filter((sentence) => sentence.features[name] !== undefined && sentence.contentWords > 0);
		const weight = having.reduce((sum, sentence) => sum + sentence.contentWords, 0);
		if (weight > 0) features[name] = having.reduce((sum, one) => sum + one.contentWords * one.features[name]!, 0) / weight;
	}
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
