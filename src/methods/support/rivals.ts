import type { TextRange } from '../../text/tagged-text.ts';
import { areCompatible } from './dates.ts';

import { unknownWeight, weightOf, type GivenIndex, type GivenValue } from './given-index.ts';
import { areSiblings } from './number-roles.ts';
import type { PlainWord } from './plain-text.ts';
import { isRendering, quantitiesOf } from './quantities.ts';
import type { Value } from './values.ts';

/** A sentence of the answer, with what is compared in it. */
export interface AnswerSentence extends TextRange {
	readonly plain: string;
	/** Words of the whole answer, and which of them are the sentence's: from `firstWord` to before `endWord`. */
	readonly words: readonly PlainWord[];
	readonly firstWord: number;
	readonly endWord: number;
	readonly values: readonly Value[];
	/** For each given sentence, the weight of the stems that both have. */
	readonly overlap: Float64Array;
	/** For each given sentence, how many stems both have. */
	readonly counts: Uint16Array;
	/** The given sentences that share a word with it. */
	readonly touched: readonly number[];
	/** The given sentences that share enough with it to contradict it. */
	readonly close: readonly number[];
	/** The weight of all its stems that some given text has. */
	readonly weight: number;
}

/** Returns the share of an answer's sentence that a given sentence has, by weight, 0 to 1. */
export function sharedWith({ overlap, weight }: AnswerSentence, sentence: number): number {
	return weight === 0 ? 0 : overlap[sentence]! / weight;
}

/**
 * Returns the value that a given value of the answer contradicts because it is given of something else: another value of its kind
 * stands beside the answer's words, and few of these stand where it is given.
 * @param places where it is given
 */
export function movedRival(
	value: Value,
	places: readonly GivenValue[],
	sentence: AnswerSentence,
	index: GivenIndex,
	isRival: (one: Value) => boolean,
): GivenValue | undefined {
	return movedFrom(value, places, sentence, index, rivalOf(value, sentence, index, isRival, { least: movedShared }));
}

/** The same for a rival that was found otherwise. */
export function movedFrom(
	value: Value,
	places: readonly GivenValue[],
	sentence: AnswerSentence,
	index: GivenIndex,
	rival: Rival | undefined,
): GivenValue | undefined {
	if (rival === undefined || rival.shared < movedShared || rival.local < movedLocal) return undefined;
	const said = wordsBeside(value, sentence, index);
	const isElsewhere = places.every(
		(place) =>
			place.sentence !== rival.given.sentence &&
			sharedWith(sentence, place.sentence) <= rival.shared / 2 &&
			sharedBeside(said, place, index).local <= rival.local / 3,
	);
	return isElsewhere ? rival.given : undefined;
}

/** Words on each side of a value that say what it is the value of. */
const localReach = 5;
/** Among how many words on each side of a given value they are looked for: texts say the same at different lengths. */
const givenReach = 9;
/** A given sentence must have at least this share of what the answer's sentence says, by weight; with less, the words right beside must agree. */
export const fewestShared = 0.3;
const muchShared = 0.55;
const fewestLocal = 0.3;
const muchLocal = 0.5;
/** A value that is given elsewhere is contradicted only where nearly all words agree. */
export const movedShared = 0.7;
const movedLocal = 0.6;
/** What likeness of two values weighs beside the words: of two values in one sentence, the nearer one is meant. */
const likenessWeight = 0.3;

/** Two values that are as alike as this, such as two days of one month, need no second word. */
const manyAlike = 0.6;

/** A given value that a value of the answer contradicts. */
export interface Rival {
	readonly given: GivenValue;
	/** The share of the answer's sentence that its sentence has, and of the words beside the answer's value that stand beside it; by weight. */
	readonly shared: number;
	readonly local: number;
}

/**
 * Returns the given value that a value of the answer contradicts: of the same kind, in the sentence that has most of the answer's words, with the
 * same words right beside it. `undefined` if no sentence speaks of the same. A value that the answer's sentence says elsewhere is not contradicted.
 * @param options `least`: the share of the answer's words that a sentence must have; `alike`: values that may be rivals without shared words
 */
export function rivalOf(
	value: Value,
	sentence: AnswerSentence,
	index: GivenIndex,
	isRival: (one: Value) => boolean,
	options: { readonly least?: number; readonly alike?: readonly GivenValue[] } = {},
): Rival | undefined {
	const { least = fewestShared, alike = [] } = options;
	const candidates = alike.filter((given) => isRival(given.value));
	for (const number of sentence.close) {
		if (sharedWith(sentence, number) < least) continue;
		for (let i = index.firstValues[number]!; i < index.firstValues[number + 1]!; i++)
			if (isRival(index.values[i]!.value)) candidates.push(index.values[i]!);
	}
	return bestRival(value, sentence, index, candidates);
}

/** Returns the best of some given values that a value of the answer may contradict. */
export function bestRival(value: Value, sentence: AnswerSentence, index: GivenIndex, candidates: readonly GivenValue[]): Rival | undefined {
	if (candidates.length === 0) return undefined;
	const said = wordsBeside(value, sentence, index);
	let best: (Rival & { readonly score: number }) | undefined;
	for (const given of candidates) {
		const shared = sharedWith(sentence, given.sentence);
		// What a question says may be what the answer corrects.
		if (index.texts[given.text]!.given.context === null || isSameValue(value, given.value)) continue;
		if (!isSibling(value, sentence, given, index)) continue;
		const alike = likeness(value, given.value);
		// One word alone is shared by chance, unless there are no others.
		const isFew = sentence.counts[given.sentence]! < 2 && shared < 0.99;
		const isNear = isNearlySame(value, alike);
		if (!isNear && ((isFew && alike < manyAlike) || shared < fewestShared)) continue;
		const { local, placed } = sharedBeside(said, given, index);
		if (!isNear && shared < muchShared && local < fewestLocal) continue;
		const score = shared + placed + likenessWeight * alike;
		if (best !== undefined && best.score >= score) continue;
		if (sentence.values.some((other) => other !== value && isSaidBy(other, given.value))) continue;
		best = { given, shared, local, score };
	}
	return best;
}

/** Whether a given value may answer the same question as a value of the answer, by what each is good for where it stands. */
export function isSibling(
	value: Value,
	sentence: AnswerSentence,
	given: GivenValue,
	{ texts, sentences, postings }: Pick<GivenIndex, 'texts' | 'sentences' | 'postings'>,
): boolean {
	const { plain, words } = texts[given.text]!;
	const { firstWord, endWord } = sentences[given.sentence]!;
	return areSiblings({ ...sentence, value }, { value: given.value, plain, words, firstWord, endWord }, (stem) => postings.has(stem));
}

/** Whether a given value of a context may be the one that a value of the answer stands for: another one of its kind, which the answer's sentence does not say. */
export function mayBeMeant(value: Value, sentence: AnswerSentence, given: GivenValue, index: GivenIndex): boolean {
	return (
		index.texts[given.text]!.given.context !== null &&
		!isSameValue(value, given.value) &&
		isSibling(value, sentence, given, index) &&
		!sentence.values.some((other) => other !== value && isSaidBy(other, given.value))
	);
}

/** Whether an identifier or address is another one with a sign or two changed: then no words are needed. */
function isNearlySame(value: Value, alike: number): boolean {
	return 'signs' in value && value.signs.length >= 5 && alike >= 0.7;
}

/** Whether words leave no doubt that the rival is what the answer's value should be. */
export function isStrong({ shared, local }: Rival): boolean {
	return shared >= muchShared && local >= muchLocal;
}

/** Whether nearly all words of the sentence and beside the value are the same. */
export function isUnmistakable({ shared, local }: Rival): boolean {
	return shared >= 0.85 && local >= 0.8;
}

/** How alike two values of a kind are, 0 to 1: errors mostly change a part of a value. */
export function likeness(a: Value, b: Value): number {
	if (a.kind === 'date' && b.kind === 'date') {
		const [first, second] = [a.forms[0]!, b.forms[0]!];
		const parts = ['year', 'month', 'day', 'weekday'] as const;
		const same = parts.filter((part) => first[part] !== undefined && first[part] === second[part]).length;
		const either = parts.filter((part) => first[part] !== undefined || second[part] !== undefined).length;
		return same / either;
	}
	if (a.kind === 'amount' && b.kind === 'amount') {
		const [first, second] = [quantitiesOf(a)[0]!, quantitiesOf(b)[0]!];
		const counts = a.counted.length > 0 && a.counted.some((stem) => b.counted.includes(stem)) ? 0.5 : 0;
		return counts + 0.25 * signsShared(String(first.value), String(second.value)) + (first.factor === second.factor ? 0.25 : 0);
	}
	if (a.kind === 'time' && b.kind === 'time') {
		const same = (unit: (minutes: number) => number): number =>
			Number(a.minutes.some((one) => b.minutes.some((other) => unit(one) === unit(other))));
		return (same((minutes) => minutes % 60) + same((minutes) => Math.floor(minutes / 60))) / 2;
	}
	if (a.kind === 'name' && b.kind === 'name')
		return (
			(a.parts.length === b.parts.length ? 0.2 : 0) +
			(a.parts.some((part) => b.parts.includes(part)) ? 0.5 : 0) +
			0.5 * Math.max(...a.parts.map((part) => Math.max(...b.parts.map((other) => lettersShared(part, other)))))
		);
	return 'signs' in a && 'signs' in b ? signsShared(a.signs, b.signs) : 0;
}

/** The share of letters at the beginning and the end of the longer of two words that both have; 0 for another first letter. */
function lettersShared(a: string, b: string): number {
	if (a === b || a.charAt(0) !== b.charAt(0)) return 0;
	const shorter = Math.min(a.length, b.length);
	let [before, behind] = [0, 0];
	while (before < shorter && a.charAt(before) === b.charAt(before)) before++;
	while (behind < shorter - before && a.charAt(a.length - 1 - behind) === b.charAt(b.length - 1 - behind)) behind++;
	return (before + behind) / Math.max(a.length, b.length);
}

/** The share of places at which two texts of one length have the same sign; 0 for other lengths. */
function signsShared(a: string, b: string): number {
	if (a.length !== b.length) return 0;
	let same = 0;
	for (let i = 0; i < a.length; i++) if (a.charAt(i) === b.charAt(i)) same++;
	return same / a.length;
}

/** Whether a value says all that a given value says: a year does not say the day that it belongs to. */
export function isSaidBy(value: Value, given: Value): boolean {
	if (!isSameValue(value, given)) return false;
	if (value.kind !== 'date' || given.kind !== 'date') return true;
	return given.forms.every((form) =>
		value.forms.some(
			(said) => (form.day === undefined || said.day !== undefined) && (form.month === undefined || said.month !== undefined),
		),
	);
}

/** Stems of the content words beside a value, within a sentence. */
interface WordsBeside {
	/** By stem: its weight, and its distance in words, below 0 for those before the value. */
	readonly stems: ReadonlyMap<string, { readonly weight: number; readonly distance: number }>;
	/** The weight of all of them. */
	readonly total: number;
}

/** Returns the places among some words of the last one before a value and of the first one behind it. */
function placesBeside(
	{ start, end }: TextRange,
	words: readonly PlainWord[],
	firstWord: number,
	endWord: number,
): { readonly before: number; readonly behind: number } {
	let behind = firstWord;
	while (behind < endWord && words[behind]!.start < start) behind++;
	const before = behind - 1;
	while (behind < endWord && words[behind]!.start < end) behind++;
	return { before, behind };
}

export function wordsBeside(value: TextRange, { words, firstWord, endWord }: AnswerSentence, index: GivenIndex): WordsBeside {
	const { before, behind } = placesBeside(value, words, firstWord, endWord);
	const stems = new Map<string, { weight: number; distance: number }>();
	let total = 0;
	// The nearer ones first: a word that stands twice counts where it is nearer.
	for (let away = 0; away < localReach; away++)
		for (const [at, distance] of [[behind + away, away + 1] as const, [before - away, -away - 1] as const]) {
			if (at < firstWord || at >= endWord) continue;
			const { stem, isContent } = words[at]!;
			if (!isContent || stems.has(stem)) continue;
			const weight = weightOf(stem, index);
			total += weight === 0 ? unknownWeight(index) : weight;
			stems.set(stem, { weight, distance });
		}
	return { stems, total };
}

/** The share of some words beside a value, by weight, that stand beside a given one as well, and the same where a word at another distance counts less. */
export function sharedBeside(
	{ stems, total }: WordsBeside,
	{ value, sentence, text }: GivenValue,
	{ sentences, texts }: GivenIndex,
): { readonly local: number; readonly placed: number } {
	if (total === 0) return { local: 0, placed: 0 };
	const { firstWord, endWord } = sentences[sentence]!;
	const { words } = texts[text]!;
	const { before, behind } = placesBeside(value, words, firstWord, endWord);
	const seen: string[] = [];
	let [local, placed] = [0, 0];
	for (let away = 0; away < givenReach; away++)
		for (let side = 0; side < 2; side++) {
			const at = side === 0 ? behind + away : before - away;
			if (at < firstWord || at >= endWord) continue;
			const { stem } = words[at]!;
			const own = stems.get(stem);
			if (own === undefined || seen.includes(stem)) continue;
			seen.push(stem);
			const { weight, distance } = own;
			const other = side === 0 ? away + 1 : -away - 1;
			local += weight;
			const isOtherSide = distance < 0 !== other < 0;
			placed += weight / (1 + Math.abs(distance - other) / 2 + (isOtherSide ? 2 : 0)) / Math.sqrt(Math.abs(distance));
		}
	return { local: local / total, placed: placed / total };
}

const clauseEnd = /[,;:()]|\b(?:and|while|whereas|but|or|und|aber|et|mais|y|pero|e|ma)\b|，|；|、/gu;

/** Returns the share of some words beside a value, by weight, that stand in the clause of a given one. */
export function sharedInClause(
	{ stems, total }: WordsBeside,
	{ value, sentence, text }: GivenValue,
	{ sentences, texts }: GivenIndex,
): number {
	if (total === 0) return 0;
	const { start, end, firstWord, endWord } = sentences[sentence]!;
	const { plain, words } = texts[text]!;
	let [from, to] = [start, end];
	for (const { index, 0: mark } of plain.slice(start, end).matchAll(clauseEnd)) {
		const at = start + index;
		if (at + mark.length <= value.start) from = at + mark.length;
		else if (at >= value.end) {
			to = at;
			break;
		}
	}
	let local = 0;
	const seen = new Set<string>();
	for (let i = firstWord; i < endWord; i++) {
		const { stem, start: at } = words[i]!;
		if (at < from || at >= to || seen.has(stem)) continue;
		seen.add(stem);
		local += stems.get(stem)?.weight ?? 0;
	}
	return local / total;
}

/** Whether two values say the same. */
export function isSameValue(a: Value, b: Value): boolean {
	if (a.kind === 'amount' && b.kind === 'amount') {
		const [first, second] = [quantitiesOf(a), quantitiesOf(b)];
		return first.some((one) => second.some((other) => one.measure === other.measure && isRendering(one, other, a.hedge)));
	}
	if (a.kind === 'date' && b.kind === 'date') return a.forms.some((one) => b.forms.some((other) => areCompatible(one, other)));
	if (a.kind === 'time' && b.kind === 'time') return a.minutes.some((one) => b.minutes.includes(one));
	if (a.kind === 'name' && b.kind === 'name') return a.parts.every((part) => b.parts.includes(part));
	return 'signs' in a && 'signs' in b && a.signs === b.signs;
}
