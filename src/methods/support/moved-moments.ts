import { weekdayOf, type DateForm } from './dates.ts';
import type { GivenIndex, GivenValue } from './given-index.ts';
import { ordinalOf } from './ordinal-words.ts';
import { quantitiesOf } from './quantities.ts';
import { timeMeasure } from './units.ts';
import type { Value } from './values.ts';

/** Days and times of day that are as long before or after a given one as a text says beside it. */
export interface MovedMoments {
	/** Days since January 1, 1970. */
	readonly days: ReadonlySet<number>;
	/** Days of a date without a year: its month times 100, and its day. */
	readonly daysOfYear: ReadonlySet<number>;
	/** Months of a year, counted from the year 0: a date without a day moves by whole months. */
	readonly months: ReadonlySet<number>;
	/** Years alone. */
	readonly years: ReadonlySet<number>;
	/** Minutes since midnight. */
	readonly minutes: ReadonlySet<number>;
}

const day = 86_400;
const minutesOfDay = 1440;
/** Months and years are counted by the calendar, and not in seconds. */
const month = 28 * day;
const year = 365.25 * day;
const averageMonth = (365.25 * day) / 12;
/** Sentences and values between a moment and what is added to it. */
const reach = 3;
const mostBetween = 12;
/** Longer times move no date that anybody counts to. */
const longest = 120 * 12 * averageMonth;

/** Computes what can be reached from the given dates and times by the amounts of time beside them, in both directions. */
export function movedMoments(index: GivenIndex): MovedMoments {
	const { values } = index;
	const moved = {
		days: new Set<number>(),
		daysOfYear: new Set<number>(),
		months: new Set<number>(),
		years: new Set<number>(),
		minutes: new Set<number>(),
	};
	const weekdays = weekdaysOf(index);
	for (const [i, given] of values.entries()) {
		if (given.value.kind !== 'date' && given.value.kind !== 'time') continue;
		const beside = given.value.kind === 'date' ? textBeside(given, index) : '';
		const moments = [given.value];
		if (given.value.kind === 'date' && nextDay.test(beside)) {
			const next = given.value.forms.flatMap(dayAfter);
			moments.push({ ...given.value, forms: next });
			for (const form of next) addDay(moved, form, new Date(Date.UTC(form.year ?? 2001, form.month! - 1, form.day)));
		}
		for (const form of given.value.kind === 'date' ? weekdaysBeside(given.value.forms, weekdays.get(given.text)!) : [])
			addDay(moved, form, new Date(Date.UTC(form.year ?? 2001, form.month! - 1, form.day)));
		if (given.value.kind === 'date') {
			const { plain } = index.texts[given.text]!;
			const lead = plain.slice(Math.max(0, given.value.start - 24), given.value.start);
			if (beforeDay.test(lead)) addMoved(moved, given.value, -day, day);
			if (afterDay.test(lead)) addMoved(moved, given.value, day, day);
		}
		for (const [, count = ''] of beside.matchAll(dayCount)) addMoved(moved, given.value, Number(count) * day, day);
		for (const [, count = ''] of beside.matchAll(yearsAsOrdinal)) {
			const years = /^\d/u.test(count) ? Number.parseInt(count, 10) : ordinalOf(count);
			if (years !== undefined) addMoved(moved, given.value, years * 12 * averageMonth, year);
		}
		for (let j = Math.max(0, i - mostBetween); j < Math.min(values.length, i + mostBetween); j++) {
			const other = values[j]!;
			if (other.text !== given.text || Math.abs(other.sentence - given.sentence) > reach || other.value.kind !== 'amount') continue;
			const [amount] = quantitiesOf(other.value);
			if (amount?.measure !== timeMeasure || amount.value <= 0 || amount.value > longest) continue;
			for (const moment of moments) for (const sign of [1, -1]) addMoved(moved, moment, sign * amount.value, amount.factor);
		}
	}
	return moved;
}

/** 'The following day', in the known languages. */
const nextDay =
	/\b(?:(?:next|following) day|day (?:after|following)|folgenden Tag|Tag darauf|Folgetag|lendemain|jour suivant|día siguiente|dia seguinte|giorno (?:dopo|seguente|successivo))\b|翌日|第二天|次日|隔天/iu;
/** 'Before 2 April' is until the first. */
const beforeDay =
	/(?<!\p{L})(?:before|(?:on the )?eve of|vor(?: dem)?|Vorabend (?:des|von)|avant(?: le)?|(?:la )?veille d(?:e la |e |u )?|víspera del?|véspera d[eo]|vigilia d(?:i|el)|antes d(?:el?|o)|prima d(?:el|i)) (?:the )?$/iu;
const afterDay = /(?<!\p{L})(?:after|nach(?: dem)?|après(?: le)?|después del?|depois d[eo]|dopo(?: il)?) (?:the )?$/iu;

/** 'Discharged on day 5', 'Sortie à J+5', '第5天'. */
const dayCount = /(?<!\p{L})(?:[JDT] ?\+ ?|day |jour |tag |día |dia |giorno |第)(\d{1,2})(?![\d.,:])/giu;
/** Days of one week after a given day on which a weekday of its text may be. */
const daysOfWeek = 7;

/** The weekdays that the dates of each text name. A text of many thousand dates is read once. */
function weekdaysOf({ values }: GivenIndex): ReadonlyMap<number, ReadonlySet<number>> {
	const named = new Map<number, Set<number>>();
	for (const { value, text } of values) {
		if (value.kind !== 'date') continue;
		const ofText = named.get(text) ?? new Set();
		named.set(text, ofText);
		for (const { weekday } of value.forms) if (weekday !== undefined) ofText.add(weekday);
	}
	return named;
}

/** The next days after a given one that have a weekday which its text names: 'English is on Monday 6 January, science on the Friday'. */
function weekdaysBeside(forms: readonly DateForm[], weekdaysNamed: ReadonlySet<number>): DateForm[] {
	return forms.flatMap((form): DateForm[] => {
		const { year: named, month: of, day: date } = form;
		const first = weekdayOf(form) ?? form.weekday;
		if (of === undefined || date === undefined || first === undefined) return [];
		return Array.from({ length: daysOfWeek - 1 }, (_, i) => i + 1)
			.filter((by) => weekdaysNamed.has((first + by) % 7))
			.map((by): DateForm => {
				const at = new Date(Date.UTC(named ?? 2001, of - 1, date + by));
				return { ...(named === undefined ? {} : { year: at.getUTCFullYear() }), month: at.getUTCMonth() + 1, day: at.getUTCDate() };
			});
	});
}

/** 'His ninetieth birthday', 'the 50th anniversary', 'seinem 60. Geburtstag'. */
const yearsAsOrdinal =
	/(\p{L}+(?:-\p{L}+)?|\d{1,3}(?:st|nd|rd|th|e|ème|º|°|\.)?) (?:birthday|anniversary|Geburtstag|Jahrestag|anniversaire|cumpleaños|aniversario|aniversário|compleanno|anniversario)/giu;

/** The sentence of a given value, with the one before and the one behind it in its text. */
function textBeside({ sentence, text }: GivenValue, { sentences, texts }: GivenIndex): string {
	const [before, behind] = [sentences[sentence - 1], sentences[sentence + 1]];
	const first = before?.text === text ? before : sentences[sentence]!;
	const last = behind?.text === text ? behind : sentences[sentence]!;
	return texts[text]!.plain.slice(first.start, last.end);
}

function dayAfter({ year: of = 2001, month: named, day: date, ...form }: DateForm): DateForm[] {
	if (named === undefined || date === undefined) return [];
	const next = new Date(Date.UTC(of, named - 1, date + 1));
	const after = { month: next.getUTCMonth() + 1, day: next.getUTCDate() };
	return [form.weekday === undefined && of !== 2001 ? { year: next.getUTCFullYear(), ...after } : after];
}

interface Moved {
	readonly days: Set<number>;
	readonly daysOfYear: Set<number>;
	readonly months: Set<number>;
	readonly years: Set<number>;
	readonly minutes: Set<number>;
}

function addDay(moved: Moved, { year: of }: DateForm, at: Date): void {
	if (of !== undefined) {
		moved.days.add(at.getTime() / 1000 / day);
		moved.years.add(at.getUTCFullYear());
	}
	moved.daysOfYear.add((at.getUTCMonth() + 1) * 100 + at.getUTCDate());
}

function addMoved(moved: Moved, value: Value, seconds: number, factor: number): void {
	if (value.kind === 'time') {
		const by = seconds / 60;
		if (Number.isInteger(by))
			for (const one of value.minutes) moved.minutes.add((((one + by) % minutesOfDay) + minutesOfDay) % minutesOfDay);
		return;
	}
	if (value.kind !== 'date' || factor < day * 0.99) return;
	for (const form of value.forms) {
		for (const at of movedDates(form, seconds, factor)) addDay(moved, form, at);
		if (form.year !== undefined && form.month !== undefined && form.day === undefined && factor >= month)
			// Eighteen months from March end in August or in September of the next year.
			for (const before of seconds > 0 ? [0, 1] : [0])
				moved.months.add(monthNumber(form.year, form.month) + Math.round(seconds / averageMonth) - before);
		if (form.year !== undefined && form.month === undefined && factor >= year * 0.99)
			moved.years.add(form.year + Math.round(seconds / year));
	}
}

/** Returns the months since the year 0. @param month from 1 */
export function monthNumber(ofYear: number, ofMonth: number): number {
	return ofYear * 12 + ofMonth - 1;
}

/** A term of a month ends on the same day, or on the one before. */
function movedDates({ year: named = 2001, month: of, day: date }: DateForm, seconds: number, factor: number): Date[] {
	if (of === undefined || date === undefined) return [];
	if (factor < month) return [new Date(Date.UTC(named, of - 1, date) + Math.round(seconds / day) * day * 1000)];
	const months = Math.round(seconds / averageMonth);
	return [0, 1].map((before) => new Date(Date.UTC(named, of - 1 + months, date - before)));
}
