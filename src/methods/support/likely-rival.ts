import type { GivenIndex, GivenValue } from './given-index.ts';
import { bareQuantitiesOf, quantitiesOf } from './quantities.ts';
import { isSameValue, likeness, mayBeMeant, sharedBeside, sharedInClause, sharedWith, wordsBeside, type AnswerSentence } from './rivals.ts';
import type { Value } from './values.ts';

/** The best of several that differ by less may be any of them. */
const leastAhead = 0.15;
/** Share of the answer's sentence, by weight, that the sentence of a single value has at least, and that of a value much like the answer's. */
const sharedOfOnly = 0.12;
const sharedOfAlike = 0.05;
/** The same of the words beside the value. */
const localOfOnly = 0.3;
const muchAlike = 0.55;
/** What the words in the clause of a given value weigh: of two values in one sentence, it tells which one is meant. */
const clauseWeight = 0.5;

/**
 * Returns the given value that a value of the answer most likely stands for, where no text has the latter: the only one of its kind in the contexts'
 * sentences that share words with the answer's, or the one that is much like it, or clearly the best. It names a value for what is flagged anyway, so it
 * needs less than `rivalOf`. `undefined` if several may be meant.
 */
export function likelyRival(
	value: Value,
	sentence: AnswerSentence,
	index: GivenIndex,
	candidates: readonly GivenValue[],
): GivenValue | undefined {
	const said = wordsBeside(value, sentence, index);
	const scored = candidates
		.filter((given) => mayBeMeant(value, sentence, given, index))
		.map((given) => {
			const shared = sharedWith(sentence, given.sentence);
			const alike = alikeInSigns(value, given.value);
			const { local, placed } = sharedBeside(said, given, index);
			return { given, shared, alike, local, score: shared + placed + alike + clauseWeight * sharedInClause(said, given, index) };
		})
		.filter(({ given, shared, alike }) => shared >= sharedOfAlike && (alike >= muchAlike || isOfSize(value, given.value)))
		.toSorted((one, other) => other.score - one.score);
	const [best, second] = scored;
	if (best === undefined) return undefined;
	const isOnly = second === undefined || second.score < best.score - leastAhead;
	return isOnly && (best.shared >= sharedOfOnly || best.alike >= muchAlike || best.local >= localOfOnly) ? best.given : undefined;
}

/** Of values without a shared word, the best is as alike as this, unless there is only one. */
const alikeWithoutWords = 0.5;
/** Beyond so many values of a kind in the contexts, words must say which one is meant. */
const mostWithoutWords = 12;
/** In a single given sentence, the only value of a kind is the one that is meant. */
const fewSentences = 1;

/**
 * Returns the given value that a value most likely stands for if no words tell: the only one of its kind in all contexts, or the only one that is much like it.
 * The words of another language or of a paraphrase may all differ. `undefined` for names and quotations.
 */
export function onlyRival(
	value: Value,
	sentence: AnswerSentence,
	index: GivenIndex,
	isRival: (one: Value) => boolean,
): GivenValue | undefined {
	if (value.kind === 'name' || value.kind === 'quotation') return undefined;
	const { values, sentences } = index;
	const candidates: GivenValue[] = [];
	for (const given of values) {
		if (!isRival(given.value) || !mayBeMeant(value, sentence, given, index)) continue;
		if (candidates.push(given) > mostWithoutWords) return undefined;
	}
	const [only, ...others] = candidates;
	const isOnly = only !== undefined && sentences.length <= fewSentences && others.every((one) => isSameValue(only.value, one.value));
	if (isOnly && value.kind !== 'identifier')
		return (isOfSize(value, only.value) && isInUnitOf(value, only.value)) || isDayOf(value, only.value) ? only : undefined;
	const scored = candidates
		.map((given) => ({ given, alike: alikeInSigns(value, given.value) }))
		.toSorted((one, other) => other.alike - one.alike);
	const [best, second] = scored;
	return best !== undefined && best.alike >= alikeWithoutWords && (second?.alike ?? 0) < best.alike - leastAhead ? best.given : undefined;
}

/** 'Ten seconds' hardly stands for 'twenty minutes'. */
function isInUnitOf(value: Value, given: Value): boolean {
	if (value.kind !== 'amount' || given.kind !== 'amount') return true;
	return quantitiesOf(value).some((one) =>
		quantitiesOf(given).some(({ factor, measure }) => factor === one.factor || measure !== one.measure),
	);
}

/** Whether a number without a unit may be the day of a given date. */
function isDayOf(value: Value, given: Value): boolean {
	if (value.kind !== 'amount' || given.kind !== 'date') return false;
	const number = value.readings[0]?.value ?? 0;
	return Number.isInteger(number) && number >= 1 && number <= 31 && given.forms.some(({ day }) => day !== undefined);
}

/** A value that is much larger or smaller answers another question. */
const mostTimes = 10;

function isOfSize(a: Value, b: Value): boolean {
	// A number may be a part of an identifier or look like a year, if it is much like it.
	if (a.kind !== 'amount' || b.kind !== 'amount') return a.kind === b.kind;
	// A bare number may leave out the unit of the other.
	const read = a.units.length === 0 || b.units.length === 0 ? bareQuantitiesOf : quantitiesOf;
	const isNear = (one: number, other: number): boolean =>
		Math.max(one, other) <= mostTimes * Math.min(one, other) || Math.min(one, other) <= 0;
	return read(a).some((one) => read(b).some((other) => isNear(one.value, other.value)));
}

/** Returns how alike two values of a kind are, by their parts or by their digits, 0 to 1. */
export function alikeInSigns(a: Value, b: Value): number {
	return Math.max(likeness(a, b), digitsAlike(a, b));
}

/** How much the digits of two values are alike, 0 to 1: one changed, two in each other's place, or a place more or less. */
function digitsAlike(a: Value, b: Value): number {
	const written = [digitsOf(a), digitsOf(b)] as const;
	const [one, other] = written[0].length === written[1].length ? written : [withoutPadding(written[0]), withoutPadding(written[1])];
	if (one.length < 2 || other.length < 2) return 0;
	if (one === other) return 1;
	if (one.length !== other.length) return one.startsWith(other) || other.startsWith(one) ? 0.6 : 0;
	const changed = Array.from(one, (_, i) => i).filter((i) => one[i] !== other[i]);
	if (changed.length === 2 && one[changed[0]!] === other[changed[1]!] && one[changed[1]!] === other[changed[0]!]) return 0.9;
	return changed.length < one.length ? 1 - changed.length / one.length : 0;
}

/** Without zeros in front and behind: 0.58 is 58 times a power of ten. */
function withoutPadding(digits: string): string {
	return digits.replace(/^0+|0+$/gu, '');
}

/** The digits of a number, of a year alone, or of a code. */
function digitsOf(value: Value): string {
	if (value.kind === 'date') {
		const [{ year, month } = {}, ...others] = value.forms;
		return year === undefined || month !== undefined || others.length > 0 ? '' : String(year);
	}
	if (value.kind === 'amount') return String(value.readings[0]?.value ?? '').replace(/\D/gu, '');
	return 'signs' in value ? value.signs.replace(/\D/gu, '') : '';
}
