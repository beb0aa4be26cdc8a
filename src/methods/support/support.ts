import { refusedPartsOf } from '../../text/abstention.ts';
import { marksWithoutClaims, sentenceParts, type AnswerSentencePart } from '../../text/answer-parts.ts';
import { withoutEntities } from '../../text/entities.ts';
import type { Language } from '../../text/language.ts';
import type { PartOfSpeech, TaggedText, TaggedWord, TextRange } from '../../text/tagged-text.ts';
import { askedIndex, unknownWeight, weightOf, weightOfCount, type GivenIndex } from './given-index.ts';
import { givenSigns } from './given-signs.ts';
import { KnownSentences, keyOf, type KnownSentence } from './known-sentences.ts';
import { lookUp, nearestGiven } from './look-up.ts';
import type { LookUp } from './look-up-state.ts';
import { fewestShared, isSameValue, type AnswerSentence } from './rivals.ts';
import { namesIn, type Name } from './names.ts';
import { isContentWord, kindredForms, plainText, stemOf, wordsOf, type PlainWord } from './plain-text.ts';
import { quotationsOf } from './quotations.ts';
import { otherTitle, titledNames } from './titles.ts';
import { valuesOf, type Value } from './values.ts';

/** A value of an answer, and what the given texts say of it. */
export interface JudgedValue {
	readonly value: Value;
	readonly found: LookUp;
	/** Whether a value that is given stands in the question or in what the system says, and in no context as it is written. */
	readonly isAsked: boolean;
	/** Whether a value that no text gives may well follow from them: its sentence says what they say in other words (`isInOtherWords`). */
	readonly isUnsure: boolean;
}

/** Which of a sentence's words the given texts have, and where most of them stand together. */
export interface SentenceSupport extends TextRange {
	/** Number of its content words. */
	readonly contentWords: number;
	/** Ranges of the content words that no given text has, in whatever inflection. `null` for another language than English. */
	readonly missing: readonly TextRange[] | null;
	/** The sentence of a context that supports it best, by its values and BM25. `null` if no context shares a word with it. */
	readonly evidence: Evidence | null;
}

interface Evidence {
	/** Number of the given text, from 0. */
	readonly text: number;
	/** Range of the sentence in that text. */
	readonly start: number;
	readonly end: number;
	/** The share of the answer's content words that it has, by weight, 0 to 1. */
	readonly share: number;
}

/** What the given texts say of an answer. */
export interface Support {
	readonly values: readonly JudgedValue[];
	readonly sentences: readonly SentenceSupport[];
}

/** An answer, cut into sentences and words. */
export interface AnswerText {
	readonly response: string;
	/** Parts of speech of English. Words of other languages have none (`X`). */
	readonly tagged: TaggedText;
	readonly language: Language;
	/** What was asked: a denial may answer it. */
	readonly query?: string;
}

/**
 * Compares an answer with its given texts, without a model: which of its values they say, derive or contradict, which of its words they do not
 * have, and where they support each sentence. Ranges are UTF-16 offsets into the response. Parts of it that claim nothing have no values and no words.
 * Names and words are compared in English; other values also in German, French, Spanish, Portuguese, Italian, Chinese and Japanese.
 */
export function judgeSupport({ response, tagged, language, query = '' }: AnswerText, index: GivenIndex): Support {
	const contextIds = [...new Set(index.texts.flatMap(({ given }) => given.context ?? []))];
	const parts = sentenceParts({ response, query, contextIds }, tagged.sentences);
	const decoded = withoutEntities(response);
	const refused = parts.flatMap(({ start, end, noClaim }): TextRange[] =>
		noClaim === null
			? refusedPartsOf(response.slice(start, end), query).map((part) => ({ start: start + part.start, end: start + part.end }))
			: [],
	);
	const silent = [...marksWithoutClaims(response, contextIds), ...refused];
	if (decoded === null) return judgeParts({ response, words: tagged.words, parts, silent, language, query }, index);
	const { text, map } = decoded;
	const inText = <T extends TextRange>(range: T): T => ({ ...range, start: map.toText(range.start), end: map.toText(range.end) });
	const inResponse = <T extends TextRange>(range: T): T => ({
		...range,
		start: map.toDocument(range.start),
		end: map.toDocument(range.end),
	});
	const { values, sentences } = judgeParts(
		{ response: text, words: tagged.words.map(inText), parts: parts.map(inText), silent: silent.map(inText), language, query },
		index,
	);
	return {
		values: values.map((one) => ({ ...one, value: inResponse(one.value) })),
		sentences: sentences.map((one) => ({ ...inResponse(one), missing: one.missing?.map(inResponse) ?? null })),
	};
}

const knownSentences = new KnownSentences<Evidence | null>();

/** An answer without character references, and what claims something in it. */
interface AnswerParts {
	readonly response: string;
	readonly words: readonly TaggedWord[];
	readonly parts: readonly AnswerSentencePart[];
	/** What claims nothing within sentences. */
	readonly silent: readonly TextRange[];
	readonly language: Language;
	readonly query: string;
}

function judgeParts({ response, words: taggedWords, parts, silent: within, language, query }: AnswerParts, index: GivenIndex): Support {
	const plain = plainText(response);
	const words = wordsOf(plain);
	const silent = [...within, ...parts.filter(({ noClaim }) => noClaim !== null)];
	const isSilent = overlapsAny(silent);
	const found = [...valuesOf(plain, words), ...quotationsOf(response)]
		.filter((value) => !isSilent(value))
		.toSorted((a, b) => a.start - b.start);
	const starts = language === 'en' ? capitalPlaces(plain, words, parts) : new Set<number>();
	const signs = givenSigns(index);
	const shares = noShares(index);
	const indexOfAsked = askedIndex(index);
	const sharesOfAsked = noShares(indexOfAsked);
	const values: JudgedValue[] = [];
	const sentences: SentenceSupport[] = [];
	let word = 0;
	let tag = 0;
	let next = 0;
	for (const { start, end, noClaim } of parts) {
		while (word < words.length && words[word]!.start < start) word++;
		const firstWord = word;
		while (word < words.length && words[word]!.start < end) word++;
		while (tag < taggedWords.length && taggedWords[tag]!.start < start) tag++;
		const firstTag = tag;
		while (tag < taggedWords.length && taggedWords[tag]!.start < end) tag++;
		const ownWords = taggedWords.slice(firstTag, tag);
		while (next < found.length && found[next]!.start < start) next++;
		const firstFound = next;
		while (next < found.length && found[next]!.start < end) next++;
		const ownFound = found.slice(firstFound, next);
		const names =
			language === 'en' && signs.isEnglish && !isTitle(plain, words, firstWord, word)
				? namesIn(plain, words, firstWord, word, starts).filter((name) => isClaimedName(plain, name, ownFound, ownWords) && !isSilent(name))
				: titledOthers(plain.slice(start, end), start, index).filter((name) => !isSilent(name));
		const own = [...ownFound, ...names].toSorted((a, b) => a.start - b.start);
		const written = { plain, words, firstWord, endWord: word, start, end, values: own };
		const asked = own.length === 1 && contentStems(written).size === 0 ? query.trim() : '';
		const isOfValue = ({ start: at }: TextRange): boolean => own.some((one) => isNumber(one.kind) && one.start <= at && at < one.end);
		const content = ownWords.filter((one) => isClaiming(one, response) && !isSilent(one) && !isOfValue(one));
		const isCompared = language === 'en' && signs.isEnglish;
		const find = (): KnownSentence<Evidence | null> => {
			const sentence = answerSentence(written, index, shares);
			const isAsked = (value: Value): boolean => {
				if (!mayHave(indexOfAsked, value) || signs.isInContext(plain.slice(value.start, value.end))) return false;
				const sentenceOfAsked = answerSentence(written, indexOfAsked, sharesOfAsked);
				return lookUp(value, sentenceOfAsked, indexOfAsked, givenSigns(indexOfAsked)).state === 'given';
			};
			const judged = own.map((value): JudgedValue => {
				const alone = lookUp(value, sentence, index, signs);
				const lookedUp =
					alone.state === 'not-given' && alone.nearest === undefined && asked !== ''
						? byQuestion(asked, value, plain, index, shares)
						: alone;
				return { value, found: lookedUp, isAsked: lookedUp.state === 'given' && isAsked(value), isUnsure: false };
			});
			const evidence = noClaim === null ? evidenceFor(sentence, judged, shares.touched, index) : null;
			const isFar = isInOtherWords(sentence, evidence);
			const missing = isCompared ? content.filter((one) => !hasWord(plain.slice(one.start, one.end), index)) : null;
			return {
				values: judged.map(({ value, found: state, isAsked: asks }) => ({
					found: state,
					isAsked: asks,
					isUnsure: isFar && state.state === 'not-given' && isComputable(value),
				})),
				missing: missing?.map((one) => ({ start: one.start - start, end: one.end - start })) ?? null,
				evidence,
			};
		};
		const known = knownSentences.get(index, keyOf(plain, { start, end }, own, content, `${isCompared} ${noClaim === null} ${asked}`), find);
		for (const [i, value] of own.entries()) values.push({ value, ...known.values[i]! });
		sentences.push({
			start,
			end,
			contentWords: content.length,
			missing: known.missing?.map((one) => ({ start: one.start + start, end: one.end + start })) ?? null,
			evidence: known.evidence,
		});
	}
	return { values, sentences };
}

/** Names with a title that the contexts give somebody else, in texts whose names are not compared otherwise. */
function titledOthers(plain: string, from: number, index: GivenIndex): Name[] {
	return titledNames(plain).flatMap((titled) =>
		otherTitle(titled, index) === undefined
			? []
			: [{ kind: 'name' as const, start: titled.start + from, end: titled.end + from, parts: titled.parts.slice(-1), isFirst: false }],
	);
}

/** Returns a function that says whether a range overlaps one of some ranges, which may overlap each other. It searches in logarithmic time. */
function overlapsAny(ranges: readonly TextRange[]): (range: TextRange) => boolean {
	const merged: { start: number; end: number }[] = [];
	for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
		const last = merged.at(-1);
		if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
		else merged.push({ start, end });
	}
	return ({ start, end }) => {
		let [low, high] = [0, merged.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if (merged[middle]!.end <= start) low = middle + 1;
			else high = middle;
		}
		return low < merged.length && merged[low]!.start < end;
	};
}

/** Looks for what a value that is a whole answer ('39') should be where the contexts speak of what was asked. */
function byQuestion(query: string, value: Value, plain: string, index: GivenIndex, shares: Shares): LookUp {
	const question = `${plainText(query)} `;
	const both = question + plain.slice(value.start, value.end);
	const words = wordsOf(both);
	const moved = { ...value, start: question.length, end: both.length };
	const values = [...valuesOf(question, wordsOf(question)), moved];
	const sentence = answerSentence(
		{ plain: both, words, firstWord: 0, endWord: words.length, start: 0, end: both.length, values },
		index,
		shares,
	);
	const nearest = nearestGiven(moved, sentence, index, givenSigns(index), true);
	return nearest === undefined ? { state: 'not-given' } : { state: 'not-given', nearest };
}

/** Whether given texts have a value of the kind of another one, or a word of a name: otherwise they do not give it. */
function mayHave({ values, vocabulary, stems, texts }: GivenIndex, value: Value): boolean {
	if (value.kind === 'quotation') return texts.length > 0;
	if (value.kind === 'name') return value.parts.some((part) => vocabulary.has(part) || stems.has(stemOf(part)));
	// What looks like a year may be another number.
	return values.some((given) => given.value.kind === value.kind || given.value.kind === 'date' || given.value.kind === 'amount');
}

/** What a sentence shares with the given ones. The arrays are used for one sentence after another, because an answer has many. */
interface Shares {
	readonly overlap: Float64Array;
	readonly counts: Uint16Array;
	/** Numbers of the given sentences that share something. */
	touched: number[];
}

function noShares({ sentences }: GivenIndex): Shares {
	return { overlap: new Float64Array(sentences.length), counts: new Uint16Array(sentences.length), touched: [] };
}

/** Adds to a sentence what it shares with each given sentence. */
function answerSentence(
	sentence: Omit<AnswerSentence, 'overlap' | 'counts' | 'touched' | 'close' | 'weight'>,
	index: GivenIndex,
	shares: Shares,
): AnswerSentence {
	const { overlap, counts } = shares;
	for (const number of shares.touched) overlap[number] = counts[number] = 0;
	const touched: number[] = [];
	let weight = 0;
	const unknown = unknownWeight(index);
	for (const stem of contentStems(sentence)) {
		const numbers = index.postings.get(stem);
		if (numbers === undefined) {
			weight += unknown;
			continue;
		}
		const own = weightOfCount(numbers.length, index.sentences.length);
		weight += own;
		for (const number of numbers) {
			if (counts[number] === 0) touched.push(number);
			overlap[number]! += own;
			counts[number]!++;
		}
	}
	shares.touched = touched;
	const close = touched.filter((number) => overlap[number]! >= fewestShared * weight).toSorted((one, other) => one - other);
	return { ...sentence, overlap, counts, touched, close, weight };
}

/** Stems of the content words of a sentence. Units and months are parts of values and say nothing of what these are about. */
function contentStems({
	words,
	firstWord,
	endWord,
	values,
}: Pick<AnswerSentence, 'words' | 'firstWord' | 'endWord' | 'values'>): Set<string> {
	const numbers = values.filter(({ kind }) => isNumber(kind));
	const stems = new Set<string>();
	for (let i = firstWord; i < endWord; i++) {
		const { start, stem, isContent } = words[i]!;
		if (isContent && !numbers.some((value) => value.start <= start && start < value.end)) stems.add(stem);
	}
	return stems;
}

/** Whether the words of a value are parts of it, such as units, and not words of its sentence. */
function isNumber(kind: Value['kind']): boolean {
	return kind !== 'name' && kind !== 'quotation';
}

/**
 * A sentence says what its contexts say in other words (it rounds, converts or sums up) if no sentence of them has this share of its words, by weight. Most
 * values of such sentences that no text gives are right, and follow from the texts in a way that nobody looked for. Chosen on development rows
 * (lab/support/bank/fields.jsonl).
 */
const leastShared = 0.25;
/** Content words that a sentence needs for its share to say something. A bare value has none. */
const fewestWords = 3;

function isInOtherWords(sentence: AnswerSentence, evidence: Evidence | null): boolean {
	return (evidence?.share ?? 0) < leastShared && contentStems(sentence).size >= fewestWords;
}

/** Whether a value may follow from others. A code, a name or a quotation does not. */
function isComputable({ kind }: Value): boolean {
	return kind === 'amount' || kind === 'date' || kind === 'time';
}

/** BM25's usual settings: how soon more of a word counts no more, and how much a long sentence counts less. */
const k1 = 1.2;
const b = 0.75;

/** A sentence with a value of the answer is the better evidence, if it has at least this share of the best one's score. */
const nearlyBest = 0.5;

function evidenceFor(
	sentence: AnswerSentence,
	judged: readonly JudgedValue[],
	touched: readonly number[],
	index: GivenIndex,
): Evidence | null {
	const { overlap } = sentence;
	const { sentences, texts, lengths, meanLength } = index;
	let best = -1;
	let most = 0;
	const scoreOf = (number: number): number =>
		texts[sentences[number]!.text]!.given.context === null
			? 0
			: // Each word counts once a sentence: BM25 with a term frequency of 1.
				(overlap[number]! * (k1 + 1)) / (1 + k1 * (1 - b + (b * lengths[number]!) / meanLength));
	for (const number of touched) {
		const score = scoreOf(number);
		// Of equal ones the first, as texts have them.
		if (score > most || (score === most && number < best)) [best, most] = [number, score];
	}
	if (best === -1 || most === 0) return null;
	const numbers = judged.filter(({ value }) => isNumber(value.kind));
	if (numbers.length > 0) {
		let counted = valuesIn(best, numbers, index);
		let score = most;
		for (const number of touched) {
			const other = scoreOf(number);
			if (other < nearlyBest * most) continue;
			const count = valuesIn(number, numbers, index);
			if (count > counted || (count === counted && other > score)) [best, counted, score] = [number, count, other];
		}
	}
	// A word that no text has weighs as the rarest.
	let total = 0;
	for (const stem of contentStems(sentence)) total += weightOf(stem, index) || 2 * unknownWeight(index);
	const { text, start, end } = sentences[best]!;
	return { text, start, end, share: overlap[best]! / total };
}

/** How many of some values a given sentence says, or says otherwise. */
function valuesIn(number: number, judged: readonly JudgedValue[], { values, firstValues }: GivenIndex): number {
	const given = values.slice(firstValues[number], firstValues[number + 1]);
	return judged.filter(
		({ value, found }) =>
			(found.state === 'contradicted' && found.by.sentence === number) || given.some((one) => isSameValue(value, one.value)),
	).length;
}

const content: ReadonlySet<PartOfSpeech> = new Set(['ADJ', 'ADV', 'NOUN', 'PROPN', 'VERB']);

/** Whether a word says something, and is no number: values are judged apart. */
function isClaiming({ start, end, pos }: TaggedWord, response: string): boolean {
	const word = response.slice(start, end);
	return content.has(pos) && /\p{L}{2}/u.test(word) && !/\d/u.test(word) && isContentWord(word.toLowerCase());
}

function hasWord(word: string, { vocabulary, stems }: GivenIndex): boolean {
	return wordsOf(word).every(
		({ folded, stem }) => vocabulary.has(folded) || stems.has(stem) || kindredForms(folded).some((form) => vocabulary.has(form)),
	);
}

/** Places at which a capital says nothing: a sentence, a line, a cell or a quotation begins there, or something stands behind a colon. */
function capitalPlaces(plain: string, words: readonly PlainWord[], sentences: readonly TextRange[]): Set<number> {
	const starts = new Set<number>();
	for (const { start } of words) {
		let before = start - 1;
		while (before >= 0 && (plain.charAt(before) === ' ' || plain.charAt(before) === '*' || plain.charAt(before) === '_')) before--;
		if (
			before < 0 ||
			/[^\p{L}\p{N},;&'/%-]/u.test(plain.charAt(before)) ||
			(plain.charAt(before) === '-' && plain.charAt(start - 1) !== '-')
		)
			starts.add(start);
	}
	let word = 0;
	for (const { start, end } of sentences) {
		while (word < words.length && words[word]!.start < start) word++;
		if (word < words.length && words[word]!.start < end) starts.add(words[word]!.start);
	}
	return starts;
}

/** Whether most words of a sentence have a capital, as in a title or a label. */
function isTitle(plain: string, words: readonly PlainWord[], first: number, end: number): boolean {
	let [capitals, count] = [0, 0];
	for (let i = first; i < end; i++) {
		const { start, isContent } = words[i]!;
		if (!isContent) continue;
		count++;
		if (plain.charAt(start) !== plain.charAt(start).toLowerCase()) capitals++;
	}
	return (
		count >= 3 &&
		capitals > 0.7 * count &&
		!/[.!?]["')\]*]*$/u.test(plain.slice(words[first]!.start, words[end]?.start ?? plain.length).trimEnd())
	);
}

/** Whether a name is one by the tagger, and no label ('**Key Points:**') and no part of another value. */
function isClaimedName(
	plain: string,
	{ start, end, parts, isFirst }: Name,
	values: readonly Value[],
	words: readonly TaggedWord[],
): boolean {
	if (/^[*_]{0,3}:/u.test(plain.slice(end, end + 4)) || (isFirst && /^[*_]{2}/u.test(plain.slice(end, end + 2)))) return false;
	if (values.some((value) => value.kind !== 'quotation' && value.start < end && start < value.end)) return false;
	const proper = words.filter((word) => word.pos === 'PROPN' && word.start < end && start < word.end).length;
	return proper >= (parts.length > 1 ? 2 : 1);
}
