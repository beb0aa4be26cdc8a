import { followsFromQuestion } from './asked-amounts.ts';
import { isComparison, isDerived, isSaidToBeComputed } from './derived.ts';
import { isAgeWithinGroup } from './example-ages.ts';
import { otherCount } from './counted-nouns.ts';
import { isGivenApart } from './given-apart.ts';
import type { GivenIndex, GivenValue } from './given-index.ts';
import type { GivenSigns } from './given-signs.ts';
import { keyedRival } from './keys.ts';
import { isListCount } from './list-counts.ts';
import { brokenLimit, followsFromLimits, limitOf } from './limits.ts';
import { givenOrMoved, type LookUp } from './look-up-state.ts';
import { ordinalSpelling, scaled, spellings } from './numbers.ts';
import { ordinalMeasure } from './ordinals-in-cjk.ts';
import { bareQuantitiesOf, isRendering, quantitiesOf, type Quantity } from './quantities.ts';
import { otherEnd, pairedRival } from './pairs.ts';
import { isAmountPerThing, isRateTimesCount } from './rates.ts';
import { isSameValue, isStrong, isUnmistakable, rivalOf, sharedWith, type AnswerSentence, type Rival } from './rivals.ts';
import { isSumOfRates, isTotalOverRate } from './rate-results.ts';
import { isScaledServing } from './scaled-servings.ts';
import { isShownResult } from './shown-arithmetic.ts';
import { percent, timeMeasure } from './units.ts';
import type { Amount, Value } from './values.ts';

/** Smaller numbers count what stands in a list or a text, and come without being said. */
const smallest = 12;

/** Looks an amount up: it is given in this or another form or unit, or follows from given ones, or has a rival. */
export function lookUpAmount(amount: Amount, sentence: AnswerSentence, index: GivenIndex, signs: GivenSigns): LookUp {
	if (amount.readings.length === 0) return { state: 'undecided' };
	const sentenceText = sentence.plain.slice(sentence.start, sentence.end);
	if (isScaledServing(amount, sentenceText, index, isProduct)) return { state: 'derived' };
	const counted = isFactor(amount, sentence, signs)
		? undefined
		: otherCount(amount, sentence.plain, index, isSaidToBeComputed(sentenceText));
	const isComputed = (amount.readings[0]?.value ?? 0) > smallest && signs.derived.closure.render(amount, 3);
	if (counted !== undefined && !isComputed) return { state: 'contradicted', by: counted };
	if (isNoClaim(amount)) return { state: 'undecided' };
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
	const end = places.length === 0 ? undefined : otherEnd(amount, sentence.plain, sentence.values, index);
	if (end !== undefined) return { state: 'contradicted', by: end };
	if (places.length > 0) return givenOrMoved(amount, places, sentence, index, isRival, isFreeOfWords(amount, sentence, signs));
	if (amount.readings.some(({ value, step }) => signs.hasSpacedNumber(value) || signs.hasSpacedNumber(value / thousandsOf(step))))
		return { state: 'given' };
	if (isGivenApart(amount, sentence, signs)) return { state: 'given' };
	const text = sentence.plain.slice(sentence.start, sentence.end);
	if (isAgeWithinGroup(amount, sentence.plain, index)) return { state: 'derived' };
	if (followsFromLimits(amount, sentence, text, index)) return { state: 'derived' };
	if (isShownResult(amount, sentence.plain, sentence.values)) return { state: 'derived' };
	const others = sentence.values.filter((one): one is Amount => one.kind === 'amount' && one !== amount);
	const isTotal = totals.test(text);
	if ((isTotal || isComparison(text)) && isDerived(amount, text, others, signs.derived, 'said')) return { state: 'derived' };
	if (
		isRateTimesCount(amount, sentence.plain, sentence.values, index, isProduct) ||
		isAmountPerThing(amount, text, index, isProduct) ||
		isSumOfRates(amount, sentence.plain, sentence.values, index, isProduct) ||
		isTotalOverRate(amount, index, isProduct) ||
		signs.derived.compared.render(amount)
	)
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
	if (followsFromQuestion(amount, index) || isListCount(amount, index)) return { state: 'derived' };
	// A limit is set, and not computed.
	if (limitOf(amount, sentence.plain) === null && signs.derived.closure.rendersFew(amount)) return { state: 'derived' };
	if (isHalfOrTwice(amount, text, signs)) return { state: 'derived' };
	if (isGivenInUnitBeside(amount, others, signs)) return { state: 'given' };
	if (isDayAlone(amount, sentence.plain) && signs.derived.times.isDayOfMonth(amount.readings[0]!.value)) return { state: 'derived' };
	// They may give this number, or what it follows from.
	if (signs.hasUnreadNumbers) return { state: 'undecided' };
	if (rival !== undefined) return { state: 'contradicted', by: rival.given };
	return isWeakClaim(amount, signs) ? { state: 'undecided' } : { state: 'not-given' };
}

/** 'Five tickets cost $60', where one is $12: the number is what a given amount was multiplied by. */
function isFactor(amount: Amount, { values }: AnswerSentence, signs: GivenSigns): boolean {
	if (amount.units.length > 0) return false;
	const factor = bareQuantitiesOf(amount);
	return values.some(
		(other) =>
			other.kind === 'amount' &&
			other.units.length > 0 &&
			signs.amountsLike(other).length === 0 &&
			signs.derived.isMultipleBy(factor, other),
	);
}

/** 'A plot of 24,000 m², 18,000 of them pasture': a number that has the unit of another amount of its sentence. */
function isGivenInUnitBeside(amount: Amount, others: readonly Amount[], signs: GivenSigns): boolean {
	if (amount.units.length > 0) return false;
	return others.some(({ units }) => {
		if (units.length === 0) return false;
		const whole = { ...amount, units };
		return (
			signs
				.amountsLike(whole)
				.some(({ value }) => value.kind === 'amount' && value.units.length > 0 && isGivenAs(whole, value, 1, false)) ||
			signs.derived.closure.rendersFew(whole)
		);
	});
}

/** Whether words beside an amount do not say of what it is: it also follows from others, or it is an end of a range that spans given ones. */
function isFreeOfWords(amount: Amount, { plain, values }: AnswerSentence, signs: GivenSigns): boolean {
	// 'Adults under 66', where 65 is given
	if (amount.hedge !== null && amount.hedge !== 'about' && limitOf(amount, plain) !== null) return true;
	const at = values.indexOf(amount);
	const isRange = [values[at - 1], values[at + 1]].some((other) => {
		if (other?.kind !== 'amount') return false;
		const [first, second] = other.start < amount.start ? [other, amount] : [amount, other];
		return second.start - first.end <= 12 && rangeJoint.test(plain.slice(first.end, second.start));
	});
	return isRange || signs.derived.closure.render(amount, 2, leastDerived);
}

const rangeJoint = /^ ?(?:-|to|and|bis|und|à|et|y|a|e|至|到|から|~|up to)(?: (?:the|les?|los|las|i|gli))? ?$/iu;
/** Smaller numbers follow from others by chance. */
const leastDerived = 20;

const dayBefore = /(?<!\p{L})(?:the|le|el|il|am|den|dem|dia|día|o|zum|al|du|del|do)\s$/iu;

/** Whether a number is the day of a month that stands elsewhere: '22日', 'le 22', 'am 14.'. */
function isDayAlone({ start, end, units, readings }: Amount, plain: string): boolean {
	const { value } = readings[0]!;
	if (!Number.isInteger(value) || value < 1 || value > 31) return false;
	const written = plain.slice(start, end);
	return /^\d{1,2} ?[日号號]$/u.test(written) || (units.length === 0 && dayBefore.test(plain.slice(Math.max(0, start - 6), start)));
}

const ofRadius = /(?<!\p{L})(?:radius|radii|rayon|raggio|raio|radio de)(?!\p{L})|半径/iu;
const ofDiameter = /(?<!\p{L})(?:diameters?|durchmesser|diamètre|diámetro|diametro|diâmetro|across)(?!\p{L})|直径/iu;

/** A radius for a given diameter, or the other way round. */
function isHalfOrTwice(amount: Amount, text: string, signs: GivenSigns): boolean {
	const by = ofRadius.test(text) ? 2 : ofDiameter.test(text) ? 0.5 : undefined;
	if (by === undefined || amount.units.length === 0) return false;
	const other = { ...amount, readings: scaled(amount.readings, [by]) };
	return signs.amountsLike(other).some(({ value }) => value.kind === 'amount' && isGivenAs(other, value, 1, false));
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
