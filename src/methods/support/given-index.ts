import { isAbbreviationAt } from '../../text/abbreviations.ts';
import { withoutEntities } from '../../text/entities.ts';
import { withoutLongSentences } from '../../text/long-sentences.ts';
import type { TextMap } from '../../text/text-map.ts';
import type { TextRange } from '../../text/tagged-text.ts';
import { plainText, wordsOf, type PlainWord } from './plain-text.ts';
import { valuesOf, type Value } from './values.ts';

/** A text that an answer may take its words and values from. */
export interface GivenText {
	/** ID of the context. `null` for the question and for what the system says. */
	readonly context: string | null;
	readonly text: string;
}

/** A sentence or a line of a given text. */
export interface GivenSentence extends TextRange {
	/** Number of its text, from 0. */
	readonly text: number;
	/** Index of its first word in the text's words, and of the first word behind it. */
	readonly firstWord: number;
	readonly endWord: number;
}

/** A value of a given text. */
export interface GivenValue {
	readonly value: Value;
	readonly text: number;
	/** Number of the sentence that it stands in, from 0, over all texts. */
	readonly sentence: number;
}

/** A given text as it is compared. All ranges of an index are in `plain`. */
export interface IndexedText {
	readonly given: GivenText;
	/** Without character references of HTML, as `plainText` gives it. */
	readonly plain: string;
	readonly words: readonly PlainWord[];
	/** Where `plain` stands in the text as it is given. `null`: at the same places. */
	readonly map: TextMap | null;
}

/** Given texts, indexed once: the same contexts answer for every edit of a response. */
export interface GivenIndex {
	readonly texts: readonly IndexedText[];
	readonly sentences: readonly GivenSentence[];
	readonly values: readonly GivenValue[];
	/** For each sentence the index of its first value, and at the end their number. */
	readonly firstValues: Int32Array;
	/** Folded words, and their stems. */
	readonly vocabulary: ReadonlySet<string>;
	readonly stems: ReadonlySet<string>;
	/** Numbers of the sentences that have a stem of a content word, in order. */
	readonly postings: ReadonlyMap<string, readonly number[]>;
	/** Content words of each sentence. */
	readonly lengths: Int32Array;
	readonly meanLength: number;
}

/** Where a sentence ends: a stop before a blank and a capital or digit that is no abbreviation's, a full-width stop, or a line. */
const boundary = /[.!?]["')\]*_]{0,3}\s+(?=["'([*_]{0,3}[\p{Lu}\p{Lo}\d])|[。！？]["」』）”]*|\s*\n\s*/gu;
/** An initial, and what may stand behind a name; other abbreviations are known to `isAbbreviationAt`. */
const initial = /(?:^|[\s(])(?:\p{Lu}|etc|Jr|Inc|Ltd|Co)\.$/u;

/** Returns the ranges of a plain text's sentences in order. Lines and table rows count as sentences. */
export function sentenceRanges(plain: string): readonly TextRange[] {
	const ranges: TextRange[] = [];
	let start = 0;
	const push = (end: number): void => {
		if (plain.slice(start, end).trim() !== '') ranges.push({ start, end });
	};
	for (const { index, 0: cut } of plain.matchAll(boundary)) {
		if (
			cut.startsWith('.') &&
			(initial.test(plain.slice(Math.max(0, index - 8), index + 1)) || isAbbreviationAt(plain, index, index + cut.length))
		)
			continue;
		const end = index + cut.trimEnd().length;
		push(end);
		start = index + cut.length;
	}
	push(plain.length);
	return withoutLongSentences(plain, ranges);
}

/** Indexes given texts. Takes time in proportion to their length: about 10 ms for 16,000 tokens. */
export function indexGiven(given: readonly GivenText[]): GivenIndex {
	const sentences: GivenSentence[] = [];
	const values: GivenValue[] = [];
	const vocabulary = new Set<string>();
	const stems = new Set<string>();
	const postings = new Map<string, number[]>();
	const lengths: number[] = [];
	const texts = given.map((one, text): IndexedText => {
		const decoded = withoutEntities(one.text);
		const plain = plainText(decoded?.text ?? one.text);
		const words = wordsOf(plain);
		let word = 0;
		const first = sentences.length;
		for (const { start, end } of sentenceRanges(plain)) {
			const number = sentences.length;
			while (word < words.length && words[word]!.start < start) word++;
			const firstWord = word;
			let length = 0;
			for (; word < words.length && words[word]!.start < end; word++) {
				const { folded, stem, isContent } = words[word]!;
				if (!vocabulary.has(folded)) {
					vocabulary.add(folded);
					stems.add(stem);
				}
				if (!isContent) continue;
				length++;
				const known = postings.get(stem);
				if (known === undefined) postings.set(stem, [number]);
				else if (known.at(-1) !== number) known.push(number);
			}
			sentences.push({ text, start, end, firstWord, endWord: word });
			lengths.push(length);
		}
		let sentence = first;
		for (const value of valuesOf(plain, words)) {
			while (sentence < sentences.length - 1 && sentences[sentence]!.end <= value.start) sentence++;
			values.push({ value, text, sentence });
		}
		return { given: one, plain, words, map: decoded?.map ?? null };
	});
	const firstValues = new Int32Array(sentences.length + 1);
	for (const { sentence } of values) firstValues[sentence + 1]!++;
	for (let number = 0; number < sentences.length; number++) firstValues[number + 1]! += firstValues[number]!;
	const total = lengths.reduce((sum, length) => sum + length, 0);
	return {
		texts,
		sentences,
		values,
		firstValues,
		vocabulary,
		stems,
		postings,
		lengths: Int32Array.from(lengths),
		meanLength: total / Math.max(lengths.length, 1),
	};
}

const askedIndexes = new WeakMap<GivenIndex, GivenIndex>();

/** Returns the index of those given texts that are no contexts, which is kept with the whole index. */
export function askedIndex(index: GivenIndex): GivenIndex {
	const known = askedIndexes.get(index);
	if (known !== undefined) return known;
	const asked = indexGiven(index.texts.flatMap(({ given }) => (given.context === null && given.text.trim() !== '' ? [given] : [])));
	askedIndexes.set(index, asked);
	return asked;
}

/** Returns how much a stem says: BM25's inverse document frequency over sentences, natural logarithm. 0 for a stem that no sentence has. */
export function weightOf(stem: string, { postings, sentences }: Pick<GivenIndex, 'postings' | 'sentences'>): number {
	const n = postings.get(stem)?.length;
	return n === undefined ? 0 : weightOfCount(n, sentences.length);
}

/** Returns what a stem weighs that so many of all sentences have. */
export function weightOfCount(count: number, all: number): number {
	return Math.log(1 + (all - count + 0.5) / (count + 0.5));
}

/**
 * Returns what a stem weighs that no given text has, where a sentence is compared with given ones: half as much as the rarest. It may be another
 * word for what a given sentence says, or something that this does not speak of.
 */
export function unknownWeight({ sentences }: Pick<GivenIndex, 'sentences'>): number {
	return Math.log(1 + (sentences.length + 0.5) / 0.5) / 2;
}
