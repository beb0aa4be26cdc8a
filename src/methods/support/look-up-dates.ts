import { areCompatible, calendarWordsOf, weekdayOf, type DateForm } from './dates.ts';
import { isDerived } from './derived.ts';
import { isShownResult } from './shown-arithmetic.ts';
import { isGivenApart } from './given-apart.ts';
import type { GivenIndex, GivenValue } from './given-index.ts';
import type { GivenSigns } from './given-signs.ts';
import { lookUpAmount } from './look-up-amounts.ts';
import { contradictedOrNot, givenOrMoved, type LookUp } from './look-up-state.ts';
import { pairedRival } from './pairs.ts';
import { relative, relativeYear } from './relative-times.ts';
import { isStrong, rivalOf, type AnswerSentence } from './rivals.ts';
import { minute } from './units.ts';
import { firstDayOfRange, isDayWithinRange, isTimeWithinRange } from './within-ranges.ts';
import type { Amount, CalendarDate, ClockTime, Value } from './values.ts';

/** Looks a date up: it is given, also as a part of a fuller one or as the head of a range, or a text counts to it, or has a rival. */
export function lookUpDate(date: CalendarDate, sentence: AnswerSentence, index: GivenIndex, signs: GivenSigns): LookUp {
	const known = signs.dates;
	const given = (said: DateForm): boolean => {
		if (said.year !== undefined && !signs.hasYear(said.year)) return false;
		if (said.month === undefined && said.weekday === undefined) return true;
		return known.some(({ form, at }) => {
			if (isFirstOfRange(said, form, at, index)) return true;
			if (said.weekday !== undefined && said.day !== undefined) return isSameDayOfWeek(said, form, known, index);
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
		return places.length === 0
			? { state: 'given' }
			: givenOrMoved(date, places, sentence, index, isRival, isOfComparedAmount(sentence, signs));
	}
	if (isGivenApart(date, sentence, signs) || isGivenCalendarWord(date, index)) return { state: 'given' };
	if (isDayWithinRange(date, sentence, index)) return { state: 'derived' };
	const rival = rivalOf(date, sentence, index, isRival);
	if (date.forms.some((said) => signs.derived.times.isMovedDate(said))) return { state: 'derived' };
	if (signs.derived.times.isMovedFrom(date, othersOf(date, sentence))) return { state: 'derived' };
	if (rival !== undefined && isStrong(rival)) return { state: 'contradicted', by: rival.given };
	if (date.forms.some((said) => isNightAfter(said, known, signs))) return { state: 'undecided' };
	if (date.forms.some(isCalendarWordAlone) && signs.speaksOfPeriods) return { state: 'undecided' };
	if (date.forms.some((said) => isNearRelative(said, known, index))) return { state: 'undecided' };
	const [only] = date.forms;
	const isYear = only?.year !== undefined && only.month === undefined;
	// What looks like a year may be another number, and a sum.
	if (isYear) {
		const number = asAmount(date);
		if (isShownResult(number, sentence.plain, sentence.values)) return { state: 'derived' };
		if (isDerived(number, sentence.plain.slice(sentence.start, sentence.end), [], signs.derived, 'said')) return { state: 'derived' };
	}
	return contradictedOrNot(rival);
}

/**
 * Whether a day with its weekday is a given day: that day has the same weekday, or none, and some given year or the weekday elsewhere shows that it may be.
 */
function isSameDayOfWeek(
	said: DateForm,
	form: DateForm,
	known: readonly { readonly form: DateForm }[],
	{ vocabulary }: GivenIndex,
): boolean {
	const { weekday, ...day } = said;
	const { weekday: named, ...given } = form;
	if (given.day === undefined || given.month === undefined || !areCompatible(day, given)) return false;
	const year = day.year ?? given.year;
	const of = named ?? weekdayOf({ ...given, ...(year === undefined ? {} : { year }) });
	if (of !== undefined) return of === weekday;
	return (
		known.some((other) => other.form.year !== undefined && weekdayOf({ ...given, year: other.form.year }) === weekday) ||
		known.some((other) => other.form.weekday === weekday) ||
		calendarWordsOf({ weekday: weekday! }).some((word) => vocabulary.has(word) || vocabulary.has(`${word}s`))
	);
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

const [evening, morning] = [18 * 60, 9 * 60];

/** Whether a weekday is the one after a given weekday whose night has times of the next morning. */
function isNightAfter({ weekday, day }: DateForm, known: readonly { readonly form: DateForm }[], { times }: GivenSigns): boolean {
	if (weekday === undefined || day !== undefined) return false;
	const minutes = times.flatMap(({ value }) => (value.kind === 'time' ? value.minutes : []));
	return (
		known.some(({ form }) => ((form.weekday ?? weekdayOf(form) ?? 9) + 1) % 7 === weekday) &&
		minutes.some((one) => one >= evening) &&
		minutes.some((one) => one < morning)
	);
}

/** '600 units in 2021', where '300 in 2020' doubled in 2021: the words beside the amount are those of the other date. */
function isOfComparedAmount({ values }: AnswerSentence, signs: GivenSigns): boolean {
	const { compared, multiplied } = signs.derived;
	return values.some(
		(one) => one.kind === 'amount' && signs.amountsLike(one).length === 0 && (multiplied.render(one) || compared.render(one)),
	);
}

/** Other values of a sentence. */
function othersOf(value: Value, { values }: AnswerSentence): Value[] {
	return values.filter((one) => one !== value && one.kind === value.kind);
}

/** Whether a month or a weekday stands in the given texts, in whatever of the known languages. */
function isGivenCalendarWord(date: CalendarDate, { vocabulary }: GivenIndex): boolean {
	return date.forms.some(
		(said) => isCalendarWordAlone(said) && calendarWordsOf(said).some((word) => vocabulary.has(word) || vocabulary.has(`${word}s`)),
	);
}

/** The day that a range begins with, which has its month from the day behind it: 'from 1 to 15 March 2024'. */
function isFirstOfRange(said: DateForm, form: DateForm, last: GivenValue, index: GivenIndex): boolean {
	if (said.day === undefined || form.day === undefined || said.month !== form.month || said.day >= form.day) return false;
	if (said.year !== undefined && said.year !== form.year) return false;
	return firstDayOfRange(last, index) === said.day;
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
export function isSameDetail(a: CalendarDate, b: CalendarDate): boolean {
	return a.forms.some((said) =>
		b.forms.some(
			(form) =>
				((said.day !== undefined && form.day !== undefined) || (said.weekday === undefined) === (form.weekday === undefined)) &&
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

/** '1 h 46' is a time of day or a time that something takes: a given one, or what follows from given ones. */
function isTimeTaken({ start, end, minutes }: ClockTime, sentence: AnswerSentence, index: GivenIndex, signs: GivenSigns): boolean {
	if (!/^\d{1,2} ?h ?\d{2}$/u.test(sentence.plain.slice(start, end))) return false;
	const value = Math.min(...minutes);
	const readings = [{ value, step: 1, place: 1 }];
	const unqualified = { counted: [], hedge: null, isSpelled: false, scales: [], isNegative: false, isFraction: false } as const;
	const amount: Amount = { kind: 'amount', start, end, readings, units: [minute()], ...unqualified };
	const { state } = lookUpAmount(amount, sentence, index, signs);
	return state === 'given' || state === 'derived';
}

/** Looks a time of day up: it is given, also nearly, or a text counts to it, or has a rival. */
export function lookUpTime(time: ClockTime, sentence: AnswerSentence, index: GivenIndex, signs: GivenSigns): LookUp {
	const isRival = (one: Value): boolean => one.kind === 'time';
	const places = signs.times.filter(({ value }) => value.kind === 'time' && value.minutes.some((one) => time.minutes.includes(one)));
	if (places.length > 0) return givenOrMoved(time, places, sentence, index, isRival);
	const paired = pairedRival(time, sentence.plain, sentence.values, index, () => signs.times, isRival);
	if (paired !== undefined) return { state: 'contradicted', by: paired };
	if (isTimeTaken(time, sentence, index, signs) || isTimeWithinRange(time, sentence, index)) return { state: 'derived' };
	const rival = rivalOf(time, sentence, index, isRival);
	if (rival !== undefined && isStrong(rival)) return { state: 'contradicted', by: rival.given };
	if (time.minutes.some((minutes) => signs.derived.times.isMovedTime(minutes))) return { state: 'derived' };
	if (signs.derived.times.isMovedFrom(time, othersOf(time, sentence))) return { state: 'derived' };
	const isNearGiven = (minutes: number): boolean =>
		Array.from({ length: 2 * nearMinutes + 1 }, (_, i) => (minutes + i - nearMinutes + 1440) % 1440).some((one) =>
			signs.derived.times.isMovedTime(one),
		) || signs.times.some(({ value }) => value.kind === 'time' && value.minutes.some((one) => Math.abs(one - minutes) <= nearMinutes));
	if (nearly.test(sentence.plain.slice(Math.max(0, time.start - 20), time.start)) && time.minutes.some(isNearGiven))
		return { state: 'given' };
	// They may give this time in words.
	if (signs.hasUnreadNumbers) return { state: 'undecided' };
	return contradictedOrNot(rival);
}
