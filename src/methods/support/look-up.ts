import { areCompatible, calendarWordsOf, weekdayOf, type DateForm } from './dates.ts';
import { isComparison, isDerived } from './derived.ts';
import { isGivenApart } from './given-apart.ts';
import type { GivenIndex, GivenValue } from './given-index.ts';
import type { GivenSigns } from './given-signs.ts';
import { isShortForm } from './name-words.ts';
import { keyedRival } from './keys.ts';
import { likelyRival } from './likely-rival.ts';
import { isGeneralName, isGivenAbbreviation, isGivenPart, isMuchAlike, isShortForGiven, type Name } from './names.ts';
import { ordinalSpelling, scaled, spellings } from './numbers.ts';
import { foldedWord, stemOf, wordsOf } from './plain-text.ts';
import { bareQuantitiesOf, isRendering, quantitiesOf } from './quantities.ts';
import { alignedShare, changedQuotation, type Quotation } from './quotations.ts';
import {
	bestRival,
	isSameValue,
	isStrong,
	isUnmistakable,
	movedFrom,
	movedRival,
	rivalOf,
	sharedWith,
	type AnswerSentence,
	type Rival,
	fewestShared,
	movedShared,
} from './rivals.ts';
import { percent, timeMeasure } from './units.ts';
import type { Amount, CalendarDate, ClockTime, Code, Value } from './values.ts';

/** What the given texts say about a value of an answer. */
export type LookUp =
	/** A given text says it, in this or another form. */
	| { readonly state: 'given' }
	/** It follows from given values. */
	| { readonly state: 'derived' }
	/** Beside the same words, a given text has this other value of the same kind. */
	| { readonly state: 'contradicted'; readonly by: GivenValue }
	/** No given text says it. `nearest`: the given value that it most likely stands for; absent if several may be meant. */
	| { readonly state: 'not-given'; readonly nearest?: GivenValue }
	/** Nobody can tell: texts say such values freely. */
	| { readonly state: 'undecided' };

/** Looks a value of an answer up in the given texts. */
export function lookUp(value: Value, sentence: AnswerSentence, index: GivenIndex, signs: GivenSigns): LookUp {
	const found = lookUpByKind(value, sentence, index, signs);
	if (found.state !== 'not-given' || (value.kind === 'amount' && totals.test(sentence.plain.slice(sentence.start, sentence.end))))
		return found;
	const nearest = likelyRival(value, sentence, index, likelyRivals(value, sentence, index, signs));
	return nearest === undefined ? found : { state: 'not-given', nearest };
}

/** Given values that a value may stand for: of its kind, in sentences that share a word with its own. */
function likelyRivals(value: Value, { touched }: AnswerSentence, index: GivenIndex, signs: GivenSigns): GivenValue[] {
	if (value.kind === 'name')
		return touched.flatMap((number) =>
			signs
				.namesOf(number)
				.filter(({ isFirst, parts }) => !isFirst || parts.length > 1)
				.map((name) => ({ value: name, sentence: number, text: index.sentences[number]!.text })),
		);
	const isRival = (one: Value): boolean => {
		if (value.kind === 'amount' && one.kind === 'amount') return isSameKind(value, one);
		if (value.kind === 'date' && one.kind === 'date') return isSameDetail(value, one);
		// A number may be a part of an identifier, or look like a year.
		if (value.kind === 'amount' && value.units.length === 0) return one.kind === 'identifier' || one.kind === 'date';
		return value.kind === one.kind && value.kind !== 'quotation';
	};
	return touched.flatMap((number) =>
		index.values.slice(index.firstValues[number], index.firstValues[number + 1]).filter((given) => isRival(given.value)),
	);
}

function lookUpByKind(value: Value, sentence: AnswerSentence, index: GivenIndex, signs: GivenSigns): LookUp {
	switch (value.kind) {
		case 'amount':
			return lookUpAmount(value, sentence, index, signs);
		case 'date':
			return lookUpDate(value, sentence, index, signs);
		case 'time':
			return lookUpTime(value, sentence, index, signs);
		case 'identifier':
		case 'email':
		case 'url':
		case 'phone':
			return lookUpCode(value, sentence, index, signs);
		case 'name':
			return lookUpName(value, sentence, index, signs);
		case 'quotation':
			return lookUpQuotation(value, sentence, index, signs);
	}
}

function givenOrMoved(
	value: Value,
	places: readonly GivenValue[],
	sentence: AnswerSentence,
	index: GivenIndex,
	isRival: (one: Value) => boolean,
): LookUp {
	const by = movedRival(value, places, sentence, index, isRival);
	return by === undefined ? { state: 'given' } : { state: 'contradicted', by };
}

/** Smaller numbers count what stands in a list or a text, and come without being said. */
const smallest = 12;

function lookUpAmount(amount: Amount, sentence: AnswerSentence, index: GivenIndex, signs: GivenSigns): LookUp {
	if (amount.readings.length === 0 || isNoClaim(amount)) return { state: 'undecided' };
	const ratio = asRatio(amount);
	if (ratio !== undefined && signs.amountsLike(ratio).some(({ value }) => value.kind === 'amount' && isRatioOf(value, ratio)))
		return { state: 'given' };
	const places = signs
		.amountsLike(amount)
		.filter(({ value, sentence: at }) => value.kind === 'amount' && isGivenAs(amount, value, sharedWith(sentence, at)));
	const isRival = (one: Value): boolean => one.kind === 'amount' && isSameKind(amount, one);
	const keyed = keyedRival(amount, sentence, index, (one) => isRival(one) && !isSameValue(amount, one));
	if (keyed !== undefined && places.every(({ sentence: at }) => at !== keyed.sentence)) return { state: 'contradicted', by: keyed };
	if (places.length > 0) return givenOrMoved(amount, places, sentence, index, isRival);
	if (amount.readings.some(({ value, step }) => signs.hasSpacedNumber(value) || signs.hasSpacedNumber(value / thousandsOf(step))))
		return { state: 'given' };
	if (isGivenApart(amount, sentence, signs)) return { state: 'given' };
	const others = sentence.values.filter((one): one is Amount => one.kind === 'amount' && one !== amount);
	const text = sentence.plain.slice(sentence.start, sentence.end);
	const isTotal = totals.test(text);
	if ((isTotal || isComparison(text)) && isDerived(amount, text, others, signs.derived, 'said')) return { state: 'derived' };
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

const totals = /\b(?:totals?|totall?ing|combined|altogether|together|sum|overall|in all)\b|=/iu;

function givenSentence({ given: { sentence, text } }: Rival, { sentences, texts }: GivenIndex): string {
	const { start, end } = sentences[sentence]!;
	return texts[text]!.plain.slice(start, end);
}

const complement = /\b(?:no|not|none|never|without|rest|others?|remaining|left|except|n't)\b/iu;

/** Share of an answer's sentence that a given sentence has to have, for a number without a unit to stand for one with a unit. */
const looseShared = 0.2;

/** Whether an amount of the answer renders a given one. Units that only one of them has may be left out, or go by a name that is not known. */
function isGivenAs(amount: Amount, given: Amount, shared: number): boolean {
	// 'Below 30' may be said of 25, but not of 'below 25', which is another limit.
	const hedge = amount.hedge === given.hedge && amount.hedge !== 'about' ? null : amount.hedge;
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
 * have amounts in that unit: 'ten seconds', where they say 'five seconds'.
 */
function isWeakClaim(amount: Amount, signs: GivenSigns): boolean {
	const { readings, units, isSpelled } = amount;
	const { value } = readings[0]!;
	if (value <= smallest && Number.isInteger(value) && (units.length === 0 || (isSpelled && !units.some((unit) => signs.hasUnit(unit)))))
		return true;
	return quantitiesOf(amount).some((one) => one.measure === timeMeasure && roundTimes.has(Math.round(one.value)));
}

/** Whether two amounts may answer the same question: they have units of one measure, or count without units. */
function isSameKind(a: Amount, b: Amount): boolean {
	if (a.units.length > 0 && b.units.length > 0) {
		if (a.units.some(({ measure }) => b.units.some((other) => other.measure === measure))) return true;
		// The same number with another unit: the unit is what differs.
		return a.readings.some(({ value }) => b.readings.some((other) => other.value === value));
	}
	return a.units.length === 0 && b.units.length === 0 && !(b.isSpelled && b.readings[0]!.value <= 1);
}

const relative =
	/\b(?:yesterday|tomorrow|día siguiente|lendemain|giorno dopo|am folgenden tag|(?:tage?|wochen?|d[ií]as?|semanas?|jours?|semaines?|giorn[io]|settiman[ae]|mes(?:es)?|mois|mesi) (?:sp\u00e4ter|danach|despu[eé]s|m[aá]s tarde|plus tard|apr[eè]s|depois|dopo)|(?:next|previous|following) (?:day|week|month|morning|evening|night)|(?:days?|weeks?) (?:later|earlier|before|after|ago)|last (?:week|month|night|\w+day)|(?:next|last) (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/iu;
const relativeYear = /\b(?:(?:next|last|previous|following) year|years? (?:later|earlier|before|after|ago))\b/iu;

function lookUpDate(date: CalendarDate, sentence: AnswerSentence, index: GivenIndex, signs: GivenSigns): LookUp {
	const known = signs.dates;
	const given = (said: DateForm): boolean => {
		if (said.year !== undefined && !signs.hasYear(said.year)) return false;
		if (said.month === undefined && said.weekday === undefined) return true;
		return known.some(({ form, at }) => {
			if (isFirstOfRange(said, form, at, index)) return true;
			if (!areCompatible(said, form)) return false;
			if (said.weekday !== undefined) return form.weekday !== undefined || weekdayOf(form) !== undefined;
			if (said.month !== undefined && form.month === undefined) return false;
			return said.day === undefined || form.day !== undefined || hasDayBeside(said.day, at, index);
		});
	};
	const isRival = (one: Value): boolean => one.kind === 'date' && isSameDetail(date, one);
	if (date.forms.some((said) => isYearBeside(said, known, index))) return { state: 'undecided' };
	if (date.forms.some(given)) {
		const places = known.filter(({ form }) => date.forms.some((said) => areCompatible(said, form))).map(({ at }) => at);
		return places.length === 0 ? { state: 'given' } : givenOrMoved(date, places, sentence, index, isRival);
	}
	if (isGivenApart(date, sentence, signs) || isGivenCalendarWord(date, index)) return { state: 'given' };
	const rival = rivalOf(date, sentence, index, isRival);
	if (date.forms.some((said) => signs.derived.isMovedDate(said))) return { state: 'derived' };
	if (rival !== undefined && isStrong(rival)) return { state: 'contradicted', by: rival.given };
	if (date.forms.some(isCalendarWordAlone) && signs.speaksOfPeriods) return { state: 'undecided' };
	if (date.forms.some((said) => isNearRelative(said, known, index))) return { state: 'undecided' };
	const [only] = date.forms;
	const isYear = only?.year !== undefined && only.month === undefined;
	// What looks like a year may be another number, and a sum.
	if (isYear && isDerived(asAmount(date), sentence.plain.slice(sentence.start, sentence.end), [], signs.derived, 'said'))
		return { state: 'derived' };
	return contradictedOrNot(rival);
}

function asAmount({ start, end, forms }: CalendarDate): Amount {
	const value = forms[0]!.year!;
	return {
		kind: 'amount',
		start,
		end,
		readings: [{ value, step: 1, place: 1 }],
		units: [],
		counted: [],
		hedge: null,
		isSpelled: false,
		scales: [],
		isNegative: false,
		isFraction: false,
	};
}

function isCalendarWordAlone({ year, day, month, weekday }: DateForm): boolean {
	return year === undefined && day === undefined && (month !== undefined || weekday !== undefined);
}

/** Whether a month or a weekday stands in the given texts, in whatever of the known languages. */
function isGivenCalendarWord(date: CalendarDate, { vocabulary }: GivenIndex): boolean {
	return date.forms.some(
		(said) => isCalendarWordAlone(said) && calendarWordsOf(said).some((word) => vocabulary.has(word) || vocabulary.has(`${word}s`)),
	);
}

/** The day that a range begins with, which has its month from the day behind it: 'from 1 to 15 March 2024'. */
function isFirstOfRange(said: DateForm, form: DateForm, { value, text }: GivenValue, { texts }: GivenIndex): boolean {
	if (said.day === undefined || form.day === undefined || said.month !== form.month || said.day >= form.day) return false;
	if (said.year !== undefined && said.year !== form.year) return false;
	const before = texts[text]!.plain.slice(Math.max(0, value.start - 16), value.start);
	return new RegExp(
		String.raw`(?<!\d)0?${said.day}(?:st|nd|rd|th|er|\.|º)? ?(?:to|and|until|through|-|~|bis|und|au|al|a|e|y|et) ?(?:the |le |el )?$`,
		'iu',
	).test(before);
}

/** A day that stands apart from its month: 'between 14 and 16 March'. */
function hasDayBeside(day: number, { sentence, text }: GivenValue, { sentences, texts }: GivenIndex): boolean {
	const { start, end } = sentences[sentence]!;
	return new RegExp(String.raw`(?<!\d)0?${day}(?!\d)`, 'u').test(texts[text]!.plain.slice(start, end));
}

/** 'The next day' and the like move a given date by what no rule here computes. They are looked for beside the given date. */
function isNearRelative(
	said: DateForm,
	known: readonly { readonly form: DateForm; readonly at: GivenValue }[],
	index: GivenIndex,
): boolean {
	const says = ({ sentence, text }: GivenValue, pattern: RegExp): boolean =>
		[sentence - 1, sentence, sentence + 1].some((number) => {
			const beside = index.sentences[number];
			return beside?.text === text && pattern.test(index.texts[text]!.plain.slice(beside.start, beside.end));
		});
	return known.some(({ form, at }) => {
		if (said.weekday !== undefined) return says(at, relative);
		if (form.month === undefined || said.month === undefined)
			return form.year !== undefined && said.year !== undefined && said.month === undefined && says(at, relativeYear);
		const year = form.year ?? said.year ?? 2001;
		const apart = Date.UTC(year, form.month - 1, form.day ?? 15) - Date.UTC(said.year ?? year, said.month - 1, said.day ?? 15);
		return Math.abs(apart) <= 31 * 86_400_000 && says(at, relative);
	});
}

/** 'A year earlier', in the sentence of a given year: the one before it. */
function isYearBeside(
	said: DateForm,
	known: readonly { readonly form: DateForm; readonly at: GivenValue }[],
	{ sentences, texts }: GivenIndex,
): boolean {
	const { year, month } = said;
	if (year === undefined || month !== undefined) return false;
	return known.some(({ form, at }) => {
		if (form.year === undefined || Math.abs(form.year - year) !== 1) return false;
		const { start, end } = sentences[at.sentence]!;
		return relativeYear.test(texts[at.text]!.plain.slice(start, end));
	});
}

/** Whether a given date says what a date of the answer says: a year is not contradicted by a month. */
function isSameDetail(a: CalendarDate, b: CalendarDate): boolean {
	return a.forms.some((said) =>
		b.forms.some(
			(form) =>
				(said.weekday === undefined) === (form.weekday === undefined) &&
				(said.month === undefined || form.month !== undefined) &&
				(said.day === undefined || form.day !== undefined) &&
				(said.month !== undefined || said.year === undefined || form.year !== undefined),
		),
	);
}

/** 'Shortly after midnight' is up to so many minutes from it. */
const nearMinutes = 20;
const nearly =
	/\b(?:shortly|just|soon|around|about|roughly|nearly|almost|approximately|past|after|before|gegen|kurz|vers|peu|hacia|sobre|verso|circa)(?: (?:after|before|past|nach|vor|après|avant))? $/iu;

function lookUpTime(time: ClockTime, sentence: AnswerSentence, index: GivenIndex, signs: GivenSigns): LookUp {
	const isRival = (one: Value): boolean => one.kind === 'time';
	const places = signs.times.filter(({ value }) => value.kind === 'time' && value.minutes.some((one) => time.minutes.includes(one)));
	if (places.length > 0) return givenOrMoved(time, places, sentence, index, isRival);
	const rival = rivalOf(time, sentence, index, isRival);
	if (rival !== undefined && isStrong(rival)) return { state: 'contradicted', by: rival.given };
	if (time.minutes.some((minutes) => signs.derived.isMovedTime(minutes))) return { state: 'derived' };
	const isNearGiven = (minutes: number): boolean =>
		signs.times.some(({ value }) => value.kind === 'time' && value.minutes.some((one) => Math.abs(one - minutes) <= nearMinutes));
	if (nearly.test(sentence.plain.slice(Math.max(0, time.start - 20), time.start)) && time.minutes.some(isNearGiven))
		return { state: 'given' };
	// They may give this time in words.
	if (signs.hasUnreadNumbers) return { state: 'undecided' };
	return contradictedOrNot(rival);
}

function contradictedOrNot(rival: Rival | undefined): LookUp {
	return rival === undefined ? { state: 'not-given' } : { state: 'contradicted', by: rival.given };
}

/** Signs of a national telephone number that must agree. */
const fewestDigits = 7;

function lookUpCode(code: Code, sentence: AnswerSentence, index: GivenIndex, signs: GivenSigns): LookUp {
	const { kind, signs: own } = code;
	const isRival = (one: Value): boolean => one.kind === kind && (one.kind !== 'identifier' || isSameShape(code, one));
	if (isGivenCode(code, index, signs)) {
		const places = signs.codesAs(kind, own.length).filter(({ value }) => 'signs' in value && value.signs === own);
		return places.length === 0 ? { state: 'given' } : givenOrMoved(code, places, sentence, index, isRival);
	}
	if (isGivenApart(code, sentence, signs)) return { state: 'given' };
	// 'FY2023'
	const year = /^\p{L}{1,3}((?:19|20)\d\d)$/u.exec(own)?.[1];
	if (year !== undefined && signs.hasYear(Number(year))) return { state: 'given' };
	const digits = own.replace(/\P{Nd}/gu, '').length;
	const rival = rivalOf(code, sentence, index, isRival, { alike: signs.codesAs(kind, own.length) });
	if (rival !== undefined) return { state: 'contradicted', by: rival.given };
	// 'B12', '3D', 'H2O' are words.
	return kind !== 'identifier' || (digits >= 3 && own.length >= 4) ? { state: 'not-given' } : { state: 'undecided' };
}

function isGivenCode({ kind, signs: own }: Code, { texts, values }: GivenIndex, signs: GivenSigns): boolean {
	if (kind === 'email' || kind === 'url') return texts.some(({ plain }) => plain.toLowerCase().includes(own.toLowerCase()));
	if (kind === 'phone') {
		const ends = (a: string, b: string): boolean => a.endsWith(b) && b.length >= fewestDigits;
		return signs.has(own) || values.some(({ value }) => value.kind === 'phone' && (ends(value.signs, own) || ends(own, value.signs)));
	}
	return signs.has(own);
}

interface Shape {
	/** Its signs, with the number of digits in place of each run of them. */
	readonly shape: string;
	/** The letters in front. */
	readonly lead: string;
	readonly length: number;
}

const shapes = new WeakMap<Code, Shape>();

function shapeOf(code: Code): Shape {
	const known = shapes.get(code);
	if (known !== undefined) return known;
	const { signs } = code;
	const made = {
		shape: signs.replace(/\p{Nd}+/gu, (digits) => String(digits.length % 10)),
		lead: /^\p{L}*/u.exec(signs)![0],
		length: signs.length,
	};
	shapes.set(code, made);
	return made;
}

/** Whether two identifiers are of one series: the same letters in front, or as many digits. */
function isSameShape(one: Code, other: Code): boolean {
	const [a, b] = [shapeOf(one), shapeOf(other)];
	return a.shape === b.shape || (a.lead === b.lead && (a.lead !== '' || Math.abs(a.length - b.length) <= 1));
}

function lookUpName(name: Name, sentence: AnswerSentence, index: GivenIndex, signs: GivenSigns): LookUp {
	const { parts, isFirst } = name;
	const hasStop = sentence.plain.charAt(name.end) === '.';
	const missing = parts.filter((part) => !isGivenPart(part, signs.names) && !isShortForGiven(part, hasStop, signs.names));
	if (missing.length === 0) return givenOrMovedName(name, sentence, index, signs);
	if (isGivenAbbreviation(sentence.plain, name, signs.names)) return { state: 'given' };
	const [only = ''] = parts;
	const written = sentence.plain.slice(name.start, name.end);
	// 'Lisbon, Portugal': what a given place lies in.
	const before = /(\p{Lu}[\p{L}'-]+), $/u.exec(sentence.plain.slice(Math.max(0, name.start - 30), name.start))?.[1];
	if (before !== undefined && isGivenPart(foldedWord(before), signs.names)) return { state: 'undecided' };
	const alike = alikeName(name, missing, sentence, index, signs);
	if (alike !== undefined) return { state: 'contradicted', by: alike };
	if (parts.length === 1 && (isGeneralName(only) || written === written.toUpperCase())) return { state: 'undecided' };
	const rival = rivalName(name, missing, sentence, index, signs);
	// Some words of it are given: it may be a longer form of a given name, unless that has another word in its place.
	if (missing.length < parts.length)
		return rival !== undefined && (isStrong(rival) || isOtherName(name, rival))
			? { state: 'contradicted', by: rival.given }
			: { state: 'undecided' };
	// A single word at the head of a sentence has a capital in any case: a name in its place shows that it is one.
	if (parts.length === 1 && isFirst)
		return rival !== undefined && isStrong(rival) && signs.isNameElsewhere(rival.given.value)
			? { state: 'contradicted', by: rival.given }
			: { state: 'undecided' };
	return contradictedOrNot(rival);
}

/** Share of an answer's sentence in which a name of as many words has another word. */
const otherNameShared = 0.4;

/** Whether two names of as many words differ in words that are no short forms of each other. */
function isOtherName({ parts }: Name, { given: { value }, shared }: Rival): boolean {
	if (value.kind !== 'name' || value.parts.length !== parts.length || shared < otherNameShared) return false;
	return parts.every((part, i) => part === value.parts[i] || !isShortForm(part, value.parts[i]!));
}

/** Returns the given name that a name with a missing word is much like: a misspelt one, or one of another person with a name much like it. */
function alikeName(
	{ parts }: Name,
	missing: readonly string[],
	{ plain, start, end, overlap }: AnswerSentence,
	{ sentences }: GivenIndex,
	signs: GivenSigns,
): GivenValue | undefined {
	const said = new Set(wordsOf(plain.slice(start, end)).map(({ folded }) => folded));
	for (const part of missing)
		for (const { part: other, value, sentence } of signs.partsBeginningAs(part)) {
			if (overlap[sentence] === 0 || said.has(other) || !isMuchAlike(part, other)) continue;
			const sharesRest = parts.length === 1 || value.parts.length === 1 || parts.some((one) => value.parts.includes(one));
			if (sharesRest) return { value, sentence, text: sentences[sentence]!.text };
		}
	return undefined;
}

/** A name that is given, but of something else: another name stands beside the answer's words. */
function givenOrMovedName(name: Name, sentence: AnswerSentence, index: GivenIndex, signs: GivenSigns): LookUp {
	const rival = rivalName(name, name.parts, sentence, index, signs, movedShared);
	if (rival === undefined || !signs.isNameElsewhere(rival.given.value) || isFormOf(name, rival.given.value)) return { state: 'given' };
	const places = [...new Set(name.parts.flatMap((part) => index.postings.get(stemOf(part)) ?? []))].map(
		(number): GivenValue => ({ value: placeOfName(name, number, index), sentence: number, text: index.sentences[number]!.text }),
	);
	const by = movedFrom(name, places, sentence, index, rival);
	return by === undefined ? { state: 'given' } : { state: 'contradicted', by };
}

/** Whether two names may be of one person or place: they share a word, or one is made of the other's first letters. */
function isFormOf({ parts }: Name, value: Value): boolean {
	if (value.kind !== 'name') return true;
	const letters = (all: readonly string[]): string => all.map((part) => part.charAt(0)).join('');
	return (
		parts.some((part) => value.parts.some((other) => part === other || stemOf(part) === stemOf(other) || isShortForm(part, other))) ||
		parts.includes(letters(value.parts)) ||
		value.parts.includes(letters(parts))
	);
}

/** A name as it stands in a given sentence: at the first of its words there. */
function placeOfName(name: Name, number: number, { sentences, texts }: GivenIndex): Name {
	const { text, firstWord, endWord, start, end } = sentences[number]!;
	const word = texts[text]!.words.slice(firstWord, endWord).find(({ stem }) => name.parts.some((part) => stemOf(part) === stem));
	return { ...name, start: word?.start ?? start, end: word?.end ?? end };
}

function rivalName(
	name: Name,
	missing: readonly string[],
	sentence: AnswerSentence,
	index: GivenIndex,
	signs: GivenSigns,
	least = fewestShared,
): Rival | undefined {
	const shared = name.parts.filter((part) => !missing.includes(part));
	const isRival = ({ parts }: Name): boolean =>
		shared.length === 0 ||
		(parts.length > 1 && parts.some((part) => shared.includes(part)) && parts.some((part) => !name.parts.includes(part)));
	const own = sentence.values.filter((one) => one.kind === 'name' && one !== name);
	const isSaid = (other: Name): boolean => own.some((one) => one.kind === 'name' && other.parts.some((part) => one.parts.includes(part)));
	const names = sentence.close
		.filter((number) => sharedWith(sentence, number) >= least)
		.flatMap((number) =>
			signs
				.namesOf(number)
				.filter((one) => isRival(one) && !isSaid(one))
				.map((value) => ({ value, sentence: number, text: index.sentences[number]!.text })),
		);
	return bestRival(name, sentence, index, names);
}

/** A quotation with fewer of its words in order is of something else. */
const fewestAligned = 0.6;
/** With more, it may have been adapted to its sentence. */
const adapted = 0.9;

function lookUpQuotation(quotation: Quotation, { overlap }: AnswerSentence, index: GivenIndex, signs: GivenSigns): LookUp {
	if (quotation.passages.every((passage) => signs.says([passage.join(' ')])) || signs.hasTokens(quotation.tokens))
		return { state: 'given' };
	for (const [text, { given }] of index.texts.entries()) {
		const changed = given.context === null ? undefined : changedQuotation(quotation, signs.tokensOfText(text));
		if (changed === undefined) continue;
		const sentence = index.sentences.findIndex((one) => one.text === text && one.end > changed.start);
		return { state: 'contradicted', by: { value: { ...quotation, ...changed }, text, sentence } };
	}
	if (quotation.isShort) return { state: 'undecided' };
	let best: { readonly share: number; readonly by: GivenValue } | undefined;
	for (const [number, { text, firstWord, endWord }] of index.sentences.entries()) {
		if (overlap[number] === 0) continue;
		const { share, start, end } = alignedShare(quotation, index.texts[text]!.words.slice(firstWord, endWord));
		if (share > (best?.share ?? 0)) best = { share, by: { value: { ...quotation, start, end }, text, sentence: number } };
	}
	if (best === undefined || best.share < fewestAligned) return { state: 'not-given' };
	return best.share >= adapted ? { state: 'undecided' } : { state: 'contradicted', by: best.by };
}
