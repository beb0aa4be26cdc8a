import { isComparison, isDerived } from './derived.ts';
import { isGivenApart } from './given-apart.ts';
import type { GivenIndex, GivenValue } from './given-index.ts';
import type { GivenSigns } from './given-signs.ts';
import { keyedRival } from './keys.ts';
import { brokenLimit, followsFromLimits, limitOf } from './limits.ts';
import { givenOrMoved, type LookUp } from './look-up-state.ts';
import { ordinalSpelling, scaled, spellings } from './numbers.ts';
import { ordinalMeasure } from './ordinals-in-cjk.ts';
import { bareQuantitiesOf, isRendering, quantitiesOf, type Quantity } from './quantities.ts';
import { pairedRival } from './pairs.ts';
import { isAmountPerThing, isRateTimesCount } from './rates.ts';
import { isSameValue, isStrong, isUnmistakable, rivalOf, sharedWith, type AnswerSentence, type Rival } from './rivals.ts';
import { percent, timeMeasure } from './units.ts';
import type { Amount, Value } from './values.ts';

/** Smaller numbers count what stands in a list or a text, and come without being said. */
const smallest = 12;

/** Looks an amount up: it is given in this or another form or unit, or follows from given ones, or has a rival. */
export function lookUpAmount(amount: Amount, sentence: AnswerSentence, index: GivenIndex, signs: GivenSigns): LookUp {
	if (amount.readings.length === 0 || isNoClaim(amount)) return { state: 'undecided' };
	const ratio = asRatio(amount);
	if (ratio !== undefined && signs.amountsLike(ratio).some(({ value }) => value.kind === 'amount' && isRatioOf(value, ratio)))
		return { state: 'given' };
	const places = signs
		.amountsLike(amount)
		.filter(
			({ value, sentence: at, text: of }) =>
				value.kind === 'amount' && isGivenAs(amount, value, sharedWith(sentence, at), limitOf(value, index.texts[of]!.plain) !== null),
		);
	const isRival = (one: Value): boolean => one.kind === 'amount' && isSameKind(amount, one);
	const keyed = keyedRival(amount, sentence, index, (one) => isRival(one) && !isSameValue(amount, one));
	if (keyed !== undefined && places.every(({ sentence: at }) => at !== keyed.sentence)) return { state: 'contradicted', by: keyed };
	if (places.length > 0) return givenOrMoved(amount, places, sentence, index, isRival);
	if (amount.readings.some(({ value, step }) => signs.hasSpacedNumber(value) || signs.hasSpacedNumber(value / thousandsOf(step))))
		return { state: 'given' };
	if (isGivenApart(amount, sentence, signs)) return { state: 'given' };
	const text = sentence.plain.slice(sentence.start, sentence.end);
	if (followsFromLimits(amount, sentence, text, index)) return { state: 'derived' };
	const others = sentence.values.filter((one): one is Amount => one.kind === 'amount' && one !== amount);
	const isTotal = totals.test(text);
	if ((isTotal || isComparison(text)) && isDerived(amount, text, others, signs.derived, 'said')) return { state: 'derived' };
	if (isRateTimesCount(amount, sentence.plain, sentence.values, index, isProduct) || isAmountPerThing(amount, text, index, isProduct))
		return { state: 'derived' };
	const placesOf = (other: Value): readonly GivenValue[] => (other.kind === 'amount' ? signs.amountsLike(other) : []);
	const mayBePaired = (one: Value): boolean => one.kind === 'amount' && (isSameKind(amount, one) || one.units.length === 0);
	const paired = pairedRival(amount, sentence.plain, sentence.values, index, placesOf, mayBePaired);
	if (paired !== undefined) return { state: 'contradicted', by: paired };
	if (signs.derived.multiplied.render(amount)) return { state: 'derived' };
	const limit = brokenLimit(amount, sentence, text, index);
	if (limit !== undefined && !isDerived(amount, text, others, signs.derived, 'said')) return { state: 'contradicted', by: limit };
	const found = rivalOf(amount, sentence, index, isRival);
	// A part is not what a total should be.
	const rival = found !== undefined && isTotal && !totals.test(givenSentence(found, index)) ? undefined : found;
	// The given sentence says the same, word for word, with another value in this place, and not the rest of something.
	if (rival !== undefined && isUnmistakable(rival) && !complement.test(text)) return { state: 'contradicted', by: rival.given };
	if (isDerived(amount, text, others, signs.derived, 'said') || isDerived(amount, text, others, signs.derived, 'exact'))
		return { state: 'derived' };
	if (rival !== undefined && isStrong(rival)) return { state: 'contradicted', by: rival.given };
	if (isGivenInOtherWords(amount, signs)) return { state: 'given' };
	if (isDerived(amount, text, others, signs.derived, 'possible')) return { state: 'derived' };
	// They may give this number, or what it follows from.
	if (signs.hasUnreadNumbers) return { state: 'undecided' };
	if (rival !== undefined) return { state: 'contradicted', by: rival.given };
	return isWeakClaim(amount, signs) ? { state: 'undecided' } : { state: 'not-given' };
}

function isProduct(said: Amount, product: Quantity): boolean {
	return quantitiesOf(said).some((one) => one.measure === product.measure && isRendering(one, product, said.hedge));
}

/** Words of a sentence that says a total. */
export const totals = /\b(?:totals?|totall?ing|combined|altogether|together|sum|overall|in all)\b|=/iu;

function givenSentence({ given: { sentence, text } }: Rival, { sentences, texts }: GivenIndex): string {
	const { start, end } = sentences[sentence]!;
	return texts[text]!.plain.slice(start, end);
}

const complement = /\b(?:no|not|none|never|without|rest|others?|remaining|left|except|n't)\b/iu;

/** Share of an answer's sentence that a given sentence has to have, for a number without a unit to stand for one with a unit. */
const looseShared = 0.2;

/** Whether an amount of the answer renders a given one. Units that only one of them has may be left out, or go by a name that is not known. */
function isGivenAs(amount: Amount, given: Amount, shared: number, isLimit: boolean): boolean {
	// 'Below 30' may be said of 25, but not of 'below 25' or 'at most 25', which are other limits.
	const hedge = (isLimit || amount.hedge === given.hedge) && amount.hedge !== 'about' ? null : amount.hedge;
	const isLoose = amount.units.length === 0 || given.units.length === 0;
	if (!isLoose) {
		const known = quantitiesOf(given);
		return quantitiesOf(amount).some((a) => known.some((b) => a.measure === b.measure && isRendering(a, b, hedge)));
	}
	if (amount.units.length > 0 && given.counted.length > 0 && shared < looseShared) return false;
	const known = bareQuantitiesOf(given);
	return bareQuantitiesOf(amount).some((a) => known.some((b) => isRendering(a, b, hedge)));
}

/** A percentage as a number below 1, and such a number as a percentage: 0.95 is 95 %. `undefined` for other amounts. */
function asRatio(amount: Amount): Amount | undefined {
	const { units, readings } = amount;
	const [reading] = readings;
	if (reading === undefined || reading.value <= 0) return undefined;
	const isPercentage = units.some(({ measure }) => measure === percent.measure);
	if (isPercentage ? reading.value >= 100 : units.length > 0 || reading.value >= 1) return undefined;
	return { ...amount, readings: scaled([reading], [isPercentage ? 0.01 : 100]), units: isPercentage ? [] : [percent] };
}

function isRatioOf(given: Amount, ratio: Amount): boolean {
	const isAlike =
		given.units.length === 0 ? ratio.units.length === 0 : given.units.some(({ measure }) => measure === ratio.units[0]?.measure);
	return isAlike && given.readings.some(({ value }) => Math.abs(value - ratio.readings[0]!.value) <= 1e-9 * Math.max(value, 1));
}

/** Whether a number stands in the given texts in a form that is no value there: in words of another language, in a date, as a fraction. */
function isGivenInOtherWords(amount: Amount, signs: GivenSigns): boolean {
	const { readings, units } = amount;
	if (units.length === 0 && readings.some(({ value }) => signs.hasNumber(String(value)))) return true;
	// 'The twenty-first' is number 21.
	if (units.length === 0 && signs.says(readings.flatMap(({ value }) => ordinalSpelling(value)))) return true;
	// English words of a number with a unit were read as such.
	return signs.says(readings.flatMap(({ value }) => spellings(value, units.length === 0)));
}

/** The thousands, millions or billions that a number is written in: 1.3 billion is 1.3 of 1,000,000,000. */
function thousandsOf(step: number): number {
	return 1000 ** Math.max(0, Math.ceil(Math.log10(step) / 3));
}

/** Numbers that say nothing: 0, 1, a small number in words, 'one hundred percent', '360 degrees'. */
function isNoClaim({ readings, units, isSpelled, isFraction, counted }: Amount): boolean {
	const { value } = readings[0]!;
	if (isFraction) return true;
	if (value <= 1 && Number.isInteger(value) && (units.length === 0 || isSpelled || value === 0)) return true;
	if (isSpelled && value <= smallest && units.length === 0) return true;
	if (units.some(({ measure }) => measure === 'percent') && (value === 100 || value === 50)) return true;
	return value === 360 && units.length > 0 && counted.length === 0;
}

const roundTimes = new Set([60, 24 * 3600, 7 * 86_400, 365 * 86_400, 3600]);

/**
 * Numbers that texts also say without a source: they are flagged only against another value. A small one in words with a unit is a claim where texts
 * have amounts in that unit: 'ten seconds', where they say 'five seconds'. So is a small ordinal number of Chinese or Japanese ('第3名').
 */
function isWeakClaim(amount: Amount, signs: GivenSigns): boolean {
	const { readings, units, isSpelled } = amount;
	const { value } = readings[0]!;
	const isFree = isSpelled || units.some(({ measure }) => measure.startsWith(ordinalMeasure));
	if (value <= smallest && Number.isInteger(value) && (units.length === 0 || (isFree && !units.some((unit) => signs.hasUnit(unit)))))
		return true;
	return quantitiesOf(amount).some((one) => one.measure === timeMeasure && roundTimes.has(Math.round(one.value)));
}

/** Whether two amounts may answer the same question: they have units of one measure, or count without units. */
export function isSameKind(a: Amount, b: Amount): boolean {
	if (a.units.length > 0 && b.units.length > 0) {
		if (a.units.some(({ measure }) => b.units.some((other) => other.measure === measure))) return true;
		// The same number with another unit: the unit is what differs.
		return a.readings.some(({ value }) => b.readings.some((other) => other.value === value));
	}
	return a.units.length === 0 && b.units.length === 0 && !(b.isSpelled && b.readings[0]!.value <= 1);
}
