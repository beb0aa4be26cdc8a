import { ordinalOf } from './ordinal-words.ts';
import { foldedWord } from './plain-text.ts';
import type { DateForm } from './dates.ts';

/*
 * Days that a text names without their number: 'the last day of February 2024', 'le troisième lundi de septembre', '2024年3月的第二个星期二', holidays with a
 * fixed day, and years of Japanese eras.
 */

/** Holidays that are on the same day each year, by month and day. */
const holidays: readonly (readonly [monthAndDay: number, names: string])[] = [
	[101, "new year's day|neujahrstag|neujahr|jour de l'an|nouvel an|año nuevo|ano novo|ano-novo|capodanno|元旦|元日"],
	[106, 'epiphany|dreikönigstag|día de reyes|dia de reis|epifania|befana'],
	[214, "valentine's day|valentinstag|saint-valentin|san valentín|san valentino|情人节|バレンタインデー"],
	[317, "(?:saint|st\\.?) patrick's day"],
	[501, 'may day|tag der arbeit|fête du travail|día del trabajo|dia do trabalhador|festa dei lavoratori|劳动节'],
	[815, 'ferragosto|assomption'],
	[1001, '国庆节'],
	[1031, 'halloween'],
	[1101, "all saints' day|allerheiligen|toussaint|todos los santos|todos os santos|ognissanti"],
	[1206, 'nikolaustag'],
	[1224, 'christmas eve|heiligabend|veille de noël|nochebuena|véspera de natal|vigilia di natale|平安夜|クリスマスイブ'],
	[1226, "boxing day|(?:st\\.?|saint) stephen's day|zweiter weihnachtstag|santo stefano"],
	[1225, 'christmas day|erster weihnachtstag|jour de noël|día de navidad|dia de natal|giorno di natale|圣诞节|クリスマス'],
	[1231, "new year's eve|silvester|saint-sylvestre|nochevieja|véspera de ano novo|san silvestro|大晦日"],
];
const holiday = new RegExp(
	`(?:${holidays.map(([, names]) => `(${names})`).join('|')})(?![\\p{Script=Latin}])(?:,? (?:of |in |de |del |do |dell'anno )?(?<year>\\d{4})(?!\\d))?`,
	'iuy',
);
const leads: ReadonlySet<string> = new Set(
	holidays.flatMap(([, names]) => names.split('|').map((name) => foldedWord(/^\p{L}+(?:'\p{L}+)?/u.exec(name)?.[0] ?? ''))),
);
const saint = /^(?:saint|st)$/u;
const cjkHoliday = /^[元国劳情平圣大クバ]/u;

/** Returns whether a folded word may begin a holiday. */
export function beginsHoliday(folded: string): boolean {
	return leads.has(folded) || saint.test(folded) || cjkHoliday.test(folded);
}

/** Returns the holiday with a fixed day that begins at an offset of a plain text, with its year if it has one. */
export function holidayAt(plain: string, at: number): { readonly end: number; readonly form: DateForm } | undefined {
	holiday.lastIndex = at;
	const match = holiday.exec(plain);
	if (match === null) return undefined;
	const which = match.slice(1, holidays.length + 1).findIndex((group) => group !== undefined);
	const [monthAndDay] = holidays[which]!;
	const year = match.groups?.['year'];
	const day = { month: Math.floor(monthAndDay / 100), day: monthAndDay % 100 };
	// 'Silvester' is a name as well, and 'Natale' too.
	if (plain.charAt(at) !== plain.charAt(at).toUpperCase() && year === undefined) return undefined;
	return { end: at + match[0].length, form: year === undefined ? day : { year: Number(year), ...day } };
}

const last = /^(?:last|letzte[nrs]?|dernier|último|ultimo|última|ultima)$/iu;
const dayWords = new Set('day tag tages jour dia giorno'.split(' '));
const phrase =
	/(?<which>\d(?=st|nd|rd|th)|\p{L}+)(?:st|nd|rd|th)? (?<what>\p{L}+)(?:-feira)?,? (?:of |in |de |d'|di |im |des |vom |del |do )?(?:the month of |month of |mois de |mes de |monats )?(?<month>\p{L}{3,10}?)s?(?:,? (?:of |de |del |do )?(?<year>\d{4})(?!\d))?(?!\p{L})/iuy;

/** Names of months and weekdays, by their folded word. */
export interface CalendarNames {
	readonly months: ReadonlyMap<string, number>;
	readonly weekdays: ReadonlyMap<string, number>;
}

/**
 * Returns the day that is counted within its month at an offset of a plain text: 'third Monday of September 2023', 'letzter Tag im Februar'. Without a year,
 * a weekday has no number of its day.
 */
export function countedDayAt(
	plain: string,
	at: number,
	names: CalendarNames,
): { readonly end: number; readonly form: DateForm } | undefined {
	phrase.lastIndex = at;
	const match = phrase.exec(plain);
	if (match === null) return undefined;
	const { which = '', what = '', month: named = '', year: written } = match.groups ?? {};
	const weekday = names.weekdays.get(foldedWord(what)) ?? names.weekdays.get(`${foldedWord(what)}-feira`);
	if (weekday === undefined && !dayWords.has(foldedWord(what))) return undefined;
	const month = names.months.get(foldedWord(named)) ?? names.months.get(`${foldedWord(named)}s`);
	const count = last.test(which) ? -1 : /^\d$/u.test(which) ? Number(which) : ordinalOf(which);
	if (month === undefined || count === undefined) return undefined;
	const form = countedDay(written === undefined ? undefined : Number(written), month, weekday, count);
	if (form === undefined) return undefined;
	// 'The third Monday of September 2023, the 18th'
	const end = at + match[0].length;
	const number =
		form.day === undefined
			? null
			: new RegExp(`^,? \\(?(?:the |den |dem |le |el |il |o |am )?${form.day}(?!\\d)(?:st|nd|rd|th)?`, 'u').exec(
					plain.slice(end, end + 12),
				);
	return { end: end + (number?.[0].length ?? 0), form };
}

/** @param count -1 for the last one */
function countedDay(year: number | undefined, month: number, weekday: number | undefined, count: number): DateForm | undefined {
	const days = new Date(Date.UTC(year ?? 2001, month, 0)).getUTCDate();
	const withYear = year === undefined ? {} : { year };
	if (weekday === undefined) {
		if (count === -1) return month === 2 && year === undefined ? { month } : { ...withYear, month, day: days };
		return count <= days ? { ...withYear, month, day: count } : undefined;
	}
	if (count > 5) return undefined;
	if (year === undefined) return { month, weekday };
	const first = 1 + ((weekday - new Date(Date.UTC(year, month - 1, 1)).getUTCDay() + 7) % 7);
	const day = count === -1 ? first + 7 * Math.floor((days - first) / 7) : first + 7 * (count - 1);
	return day <= days ? { year, month, day } : undefined;
}

const cjkBehind =
	/(?:[的の]?(?:第(?<count>[1-5一二三四五])(?:[个個])?(?:(?:星期|周|週|礼拜)(?<zh>[一二三四五六日天])|(?<ja>[月火水木金土日])曜日?)|最[后後](?<last>一天)|(?<end>末日)))/uy;
const numerals = '一二三四五六';

/** Returns the day that is counted in Chinese or Japanese behind its month: '的第二个星期二', '第2火曜日', '最后一天'. */
export function countedDayBehind(
	plain: string,
	at: number,
	year: number | undefined,
	month: number,
): { readonly end: number; readonly form: DateForm } | undefined {
	cjkBehind.lastIndex = at;
	const match = cjkBehind.exec(plain);
	if (match === null) return undefined;
	const { count = '', zh, ja } = match.groups ?? {};
	const weekday = zh !== undefined ? (numerals.indexOf(zh) + 1) % 7 : ja !== undefined ? '日月火水木金土'.indexOf(ja) : undefined;
	const number = weekday === undefined ? -1 : Number(count) || numerals.indexOf(count) + 1;
	const form = countedDay(year, month, weekday, number);
	return form === undefined ? undefined : { end: at + match[0].length, form };
}

const eras: Readonly<Record<string, number>> = { 令和: 2018, 平成: 1988, 昭和: 1925, 大正: 1911, 明治: 1867, 民国: 1911, 民國: 1911 };
const era =
	/(令和|平成|昭和|大正|明治|民国|民國) ?(?:(\d{1,3})|(元)|([一二三四五六七八九十]{1,3})) ?年(?: ?(\d{1,2}) ?月)?(?: ?(\d{1,2}) ?日)?/uy;

/** Returns the date in years of an era that begins at an offset of a plain text: '令和6年4月1日' is April 1, 2024. */
export function eraDateAt(
	plain: string,
	at: number,
	numberOf: (numerals: string) => number,
): { readonly end: number; readonly form: DateForm } | undefined {
	era.lastIndex = at;
	const match = era.exec(plain);
	if (match === null) return undefined;
	const [whole, name = '', digits, first, spelled = '', month, day] = match;
	const year = eras[name]! + (digits !== undefined ? Number(digits) : first !== undefined ? 1 : numberOf(spelled));
	const form = { year, ...(month === undefined ? {} : { month: Number(month) }), ...(day === undefined ? {} : { day: Number(day) }) };
	return { end: at + whole.trimEnd().length, form };
}
