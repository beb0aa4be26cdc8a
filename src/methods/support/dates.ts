import { beginsHoliday, countedDayAt, countedDayBehind, holidayAt } from './calendar-phrases.ts';
import { cldrWords } from './cldr-words.ts';
import { ordinalOf } from './ordinal-words.ts';
import { foldedWord } from './plain-text.ts';

/** A day as far as a text says it. */
export interface DateForm {
	readonly year?: number;
	/** 1 to 12. */
	readonly month?: number;
	/** 1 to 31. */
	readonly day?: number;
	/** 0 for Sunday. */
	readonly weekday?: number;
}

/** A date in a text, in each of its readings: 03/04/2024 is in March or in April. */
export interface DateFound {
	readonly end: number;
	readonly forms: readonly DateForm[];
}

interface CalendarWords {
	readonly months: ReadonlyMap<string, number>;
	/** Abbreviations of other languages than English and German. They are words of English, too, and need a year behind them. */
	readonly shortMonths: ReadonlyMap<string, number>;
	readonly weekdays: ReadonlyMap<string, number>;
}

const { months, shortMonths, weekdays }: CalendarWords = {
	months: numbersOf(cldrWords.months),
	shortMonths: numbersOf(cldrWords.shortMonths),
	weekdays: numbersOf(cldrWords.weekdays),
};

function numbersOf(lists: Readonly<Record<string, string>>): Map<string, number> {
	return new Map(Object.entries(lists).flatMap(([number, words]) => words.split('|').map((word) => [word, Number(number)])));
}

/** 'L'ultimo', 'all'ultimo': one word with its article. */
const elided = /^(?:l|dell|all|nell|dall)'/u;
const lastWords = new Set('last letzter letzte letzten dernier ultimo ultima'.split(' '));

const isoDate = /(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?![\d-])/uy;
const compactDate = /((?:19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?!\d)/uy;
const numericDate = /(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?![\d/-]|\.\d)/uy;
const cjkDate = /(?:(\d{4}) ?年)? ?(?:(\d{1,2}) ?月)? ?(?:(\d{1,2}) ?[日号號])?/uy;
const dayAndMonth =
	/(\d{1,2})(?:st|nd|rd|th|er|º|°|\.)?(?: (?:day )?|-)?(?:of |de |di |d')?(\p{L}{3,10})\b\.?(?: ?,?[ -](?:of |de |del |do )?(\d{4}|'\d\d)(?!\d|:\d|[.,]\d))?/uy;
const monthAndDay = /(\p{L}{3,9})\.? (?:the )?(\d{1,2})(?:st|nd|rd|th)?(?![\d%]|[.:,]\d| ?%)(?: ?,? (?:of )?(\d{4})(?!\d|[.,]\d))?/uy;
const monthAndYear = /(\p{L}{3,10})\.?,? (?:of |de |del |do )?(\d{4}|'\d\d)(?!\d|[.,]\d)/uy;
/** Words of English and other languages that are months in small letters only with a year. */
const inSmall = /^(?:may|mar|march|set|out|ago)$/u;
const yearAlone = /(\d{4})(?![\d%]|[.,:]\d|-\d)/uy;

/** Returns the date that begins with a digit at an offset of a plain text. A year alone is not looked for here. */
export function dateAtDigit(plain: string, at: number): DateFound | undefined {
	const numeric = matchAt(isoDate, plain, at);
	if (numeric !== null) {
		const [, year, , month, day] = numeric;
		return found(at + numeric[0].length, [dateForm(Number(year), Number(month), Number(day))]);
	}
	const compact = matchAt(compactDate, plain, at);
	if (compact !== null) {
		const [, year, month, day] = compact;
		return found(at + compact[0].length, [dateForm(Number(year), Number(month), Number(day))]);
	}
	const ambiguous = matchAt(numericDate, plain, at);
	if (ambiguous !== null) {
		const [, first, , second, year = ''] = ambiguous;
		const full = year.length === 4 ? Number(year) : fullYear(year);
		return found(at + ambiguous[0].length, [dateForm(full, Number(first), Number(second)), dateForm(full, Number(second), Number(first))]);
	}
	const cjk = matchAt(cjkDate, plain, at);
	if (cjk !== null && cjk[0].trim() !== '') {
		const [whole, year, month, day] = cjk;
		const read = dateForm(
			year === undefined ? undefined : Number(year),
			month === undefined ? undefined : Number(month),
			day === undefined ? undefined : Number(day),
		);
		if (month !== undefined && day === undefined) {
			const counted = countedDayBehind(plain, at + whole.length, read?.year, Number(month));
			if (counted !== undefined) return { end: counted.end, forms: [counted.form] };
		}
		if (year !== undefined || month !== undefined) return found(at + whole.trimEnd().length, [read]);
	}
	const counted = /^\d(?:st|nd|rd|th) /u.test(plain.slice(at, at + 4)) ? countedDayAt(plain, at, { months, weekdays }) : undefined;
	if (counted !== undefined) return { end: counted.end, forms: [counted.form] };
	const named = matchAt(dayAndMonth, plain, at);
	if (named === null) return undefined;
	const [whole, day, word = '', year] = named;
	const folded = foldedWord(word);
	const month = months.get(folded) ?? (year === undefined ? undefined : shortMonths.get(folded));
	if (month === undefined) return undefined;
	// 'Beginning AF2-20 may be affected'
	if (year === undefined && inSmall.test(word)) return undefined;
	// A stop without a year behind it mostly ends the sentence.
	const length = whole.length - (whole.endsWith('.') ? 1 : 0);
	return found(at + length, [dateForm(year === undefined ? undefined : fullYear(year), month, Number(day))]);
}

/** Returns the date that begins with the name of a month at an offset of a plain text, or the weekday or month there. */
export function dateAtWord(plain: string, at: number, folded: string): DateFound | undefined {
	const lead = elided.exec(folded)?.[0].length ?? 0;
	const phrase =
		(beginsHoliday(folded) ? holidayAt(plain, at) : undefined) ??
		(beginsCountedDay(folded) ? countedDayAt(plain, at + lead, { months, weekdays }) : undefined);
	if (phrase !== undefined) return { end: phrase.end, forms: [phrase.form] };
	const weekday = weekdays.get(folded);
	// Weekdays are written small in Romance languages, where they are words of other meanings as well.
	if (weekday !== undefined) return isCapital(plain, at) ? { end: at + folded.length, forms: [{ weekday }] } : undefined;
	const month = months.get(folded);
	if (month === undefined) return undefined;
	const withDay = matchAt(monthAndDay, plain, at);
	// 'may 5' and 'march 5' are dates in small letters only with a year.
	if (withDay !== null && (isCapital(plain, at) || withDay[3] !== undefined || !/^(?:may|mar|march|set|sept|dec)$/u.test(folded))) {
		const [whole, , day, year] = withDay;
		return found(at + whole.length, [dateForm(year === undefined ? undefined : Number(year), month, Number(day))]);
	}
	const withYear = matchAt(monthAndYear, plain, at);
	if (withYear !== null && isYear(fullYear(withYear[2]!)))
		return found(at + withYear[0].length, [dateForm(fullYear(withYear[2]!), month, undefined)]);
	// 'in May', and not 'may' or 'Mar'.
	return isCapital(plain, at) &&
		(folded.length > 3 || folded === 'may') &&
		/\b(?:in|since|until|till|by|of|from|during|early|late|mid|last|next|this|im|seit|bis) $/iu.test(plain.slice(Math.max(0, at - 8), at))
		? { end: at + folded.length, forms: [{ month }] }
		: undefined;
}

function beginsCountedDay(folded: string): boolean {
	const word = folded.replace(elided, '');
	return lastWords.has(word) || (ordinalOf(word) ?? 32) <= 31;
}

/** Returns whether a date may begin at a folded word: a month, a weekday, a holiday, or 'last' and 'third'. */
export function beginsDate(folded: string): boolean {
	return isCalendarWord(folded) || beginsHoliday(folded) || beginsCountedDay(folded);
}

/** Returns whether a folded word is the name of a month or a weekday. */
export function isCalendarWord(folded: string): boolean {
	return months.has(folded) || weekdays.has(folded);
}

/** Returns the names of a month and a weekday that a date names, in the known languages, folded. */
export function calendarWordsOf({ month, weekday }: DateForm): string[] {
	const words: string[] = [];
	if (month !== undefined) for (const [word, number] of months) if (number === month) words.push(word);
	if (weekday !== undefined) for (const [word, number] of weekdays) if (number === weekday) words.push(word);
	return words;
}

/** Returns the year that stands alone at an offset of a plain text. Numbers of other things may look the same. */
export function yearAt(plain: string, at: number): DateFound | undefined {
	const match = matchAt(yearAlone, plain, at);
	return match !== null && isYear(Number(match[1])) ? { end: at + 4, forms: [{ year: Number(match[1]) }] } : undefined;
}

const dayBefore = /(?<word>\p{L}+)(?:-feira)?,? (?:the |dem |den |le |el |il |o |dia |día )?$/iu;
const dayBehind =
	/^(?:,? ?(?:\((?:an? )?|an? |un |ein |einem )(?<word>\p{Script=Latin}+(?:-feira)?)\)?(?!\p{L})|[ (（]*(?:(?:星期|周|週|礼拜)(?<zh>[一二三四五六日天])|(?<ja>[月火水木金土日])(?:曜日?|(?=[)）])))[)）]?)/iu;
const weekdayReach = 26;

/** Returns the weekday that stands beside a day of a plain text, and where the whole of it is: 'Monday, 4 May', '5月4日（星期一）'. */
export function weekdayBeside(
	plain: string,
	start: number,
	end: number,
): { readonly weekday: number; readonly start: number; readonly end: number } | undefined {
	const before = dayBefore.exec(plain.slice(Math.max(0, start - weekdayReach), start));
	const word = foldedWord(before?.groups?.['word'] ?? '');
	const known = weekdays.get(word) ?? weekdays.get(`${word}-feira`);
	if (before !== null && known !== undefined) return { weekday: known, start: start - before[0].length, end };
	const behind = dayBehind.exec(plain.slice(end, end + weekdayReach));
	if (behind === null) return undefined;
	const { word: named = '', zh, ja } = behind.groups ?? {};
	const weekday =
		zh !== undefined
			? ('一二三四五六'.indexOf(zh) + 1) % 7
			: ja !== undefined
				? '日月火水木金土'.indexOf(ja)
				: weekdays.get(foldedWord(named));
	return weekday === undefined ? undefined : { weekday, start, end: end + behind[0].length };
}

function isYear(value: number): boolean {
	return value >= 1000 && value <= 2100;
}

function isCapital(plain: string, at: number): boolean {
	const first = plain.charAt(at);
	return first !== first.toLowerCase();
}

/** Returns the match of a sticky pattern at an offset. */
export function matchAt(pattern: RegExp, plain: string, at: number): RegExpExecArray | null {
	pattern.lastIndex = at;
	return pattern.exec(plain);
}

function found(end: number, forms: readonly (DateForm | undefined)[]): DateFound | undefined {
	const possible = forms.filter((one) => one !== undefined);
	return possible.length === 0 ? undefined : { end, forms: possible };
}

function dateForm(year: number | undefined, month: number | undefined, day: number | undefined): DateForm | undefined {
	if (month !== undefined && (month < 1 || month > 12)) return undefined;
	if (day !== undefined && (day < 1 || day > daysOf(year ?? 2000, month ?? 1))) return undefined;
	return {
		...(year === undefined ? {} : { year }),
		...(month === undefined ? {} : { month }),
		...(day === undefined ? {} : { day }),
	};
}

function daysOf(year: number, month: number): number {
	return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** '71 is 1971 and '24 is 2024. */
function fullYear(written: string): number {
	const digits = written.replace("'", '');
	return digits.length === 4 ? Number(digits) : Number(digits) + (Number(digits) < 30 ? 2000 : 1900);
}

/** Returns the weekday of a full date, 0 for Sunday. `undefined` for a date without a year, a month or a day. */
export function weekdayOf({ year, month, day }: DateForm): number | undefined {
	return year === undefined || month === undefined || day === undefined ? undefined : new Date(Date.UTC(year, month - 1, day)).getUTCDay();
}

/** Returns whether two dates can be the same day: whatever both say is the same. */
export function areCompatible(a: DateForm, b: DateForm): boolean {
	if (!isSame(a.year, b.year) || !isSame(a.month, b.month) || !isSame(a.day, b.day)) return false;
	// Weekdays of full dates are those of the same day.
	return (a.weekday === undefined && b.weekday === undefined) || isSame(a.weekday ?? weekdayOf(a), b.weekday ?? weekdayOf(b));
}

function isSame(a: number | undefined, b: number | undefined): boolean {
	return a === undefined || b === undefined || a === b;
}
