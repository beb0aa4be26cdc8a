import type { CountryCode } from 'libphonenumber-js/min';

/** A date in a text: `iso` is `YYYY-MM-DD`, without a year `--MM-DD`, without a day `YYYY-MM`. */
export interface DateFound {
	readonly start: number;
	readonly end: number;
	readonly iso: string;
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const month =
	'(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)';
const day = String.raw`(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?`;
const year = String.raw`(?:1[89]|20)\d\d`;
/** 19/20 with two digits behind, or an apostrophe's two. */
const shortYear = String.raw`(?:${year}|['’]?\d\d)`;

const iso = new RegExp(
	String.raw`(?<![\d-])--?(?<m>\d\d)-(?<d>\d\d)(?![\d-])|(?<![\d.-])(?<y>${year})[-/.](?<ym>\d\d?)(?:[-/.](?<yd>\d\d?))(?![\d-])`,
	'gu',
);
const numeric = new RegExp(String.raw`(?<![\d/.-])(?<a>\d\d?)(?<sep>[/.-])(?<b>\d\d?)\k<sep>(?<y>\d{4}|\d\d)(?![\d/-]|\.\d)`, 'gu');
const monthFirst = new RegExp(
	String.raw`\b(?<m>${month})\.?\s{1,2}(?:the )?(?<d>${day})(?!\d)(?:,?\s{1,2}(?:of )?(?<y>${shortYear})(?![\d:]|\s*[ap]\.?m))?`,
	'giu',
);
const dayFirst = new RegExp(
	String.raw`(?<![\d.,:/-])(?<d>${day})[\s-](?:of )?(?<m>${month})\b\.?(?:,?[\s-](?<y>${shortYear})(?![\d:]))?`,
	'giu',
);
const monthAndYear = new RegExp(String.raw`\b(?<m>${month})\.?,? (?:of )?(?<y>${year})(?!\d)`, 'giu');

/** Dates in the spellings of English, in order; of two that overlap the longer. `03/04/1971` is March 4 in the US and April 3 elsewhere. */
export function datesIn(text: string, country: CountryCode = 'US'): DateFound[] {
	const found = [iso, numeric, monthFirst, dayFirst, monthAndYear].flatMap((pattern) =>
		Array.from(text.matchAll(pattern), (match) => dateOf(match, country)).filter((date) => date !== undefined),
	);
	found.sort((a, b) => a.start - b.start || b.end - a.end);
	const kept: DateFound[] = [];
	for (const date of found) {
		const last = kept.at(-1);
		if (last === undefined || date.start >= last.end) kept.push(date);
		else if (date.end - date.start > last.end - last.start) kept[kept.length - 1] = date;
	}
	return kept;
}

function dateOf(match: RegExpExecArray, country: CountryCode): DateFound | undefined {
	const { m, d, y, a, b, ym, yd } = match.groups ?? {};
	const range = { start: match.index, end: match.index + match[0].length };
	if (a !== undefined && b !== undefined && y !== undefined) {
		const american = country === 'US' && Number(a) <= 12;
		const [mm, dd] = american || Number(b) > 12 ? [Number(a), Number(b)] : [Number(b), Number(a)];
		return assembled(range, y, mm, dd);
	}
	if (ym !== undefined) return assembled(range, y, Number(ym), Number(yd));
	if (m === undefined) return undefined;
	const number = /^\d/.test(m) ? Number(m) : months.indexOf(m.slice(0, 3).toLowerCase()) + 1;
	return assembled(range, y, number, d === undefined ? undefined : Number.parseInt(d, 10));
}

function assembled(range: Omit<DateFound, 'iso'>, y: string | undefined, m: number, d: number | undefined): DateFound | undefined {
	if (m < 1 || m > 12 || (d !== undefined && (d < 1 || d > daysOf(m, y)))) return undefined;
	const two = (number: number): string => String(number).padStart(2, '0');
	return { ...range, iso: `${y === undefined ? '-' : fourDigits(y)}-${two(m)}${d === undefined ? '' : `-${two(d)}`}` };
}

/** How many days a month has; February 29 of them where no year is said. */
function daysOf(m: number, y: string | undefined): number {
	const of = y === undefined ? 2000 : Number(fourDigits(y));
	// The last day before the next month's first.
	return new Date(Date.UTC(of, m, 0)).getUTCDate();
}

/** '71 is 1971 and '24 is 2024: no clock is asked, so that the same text gives the same value in every year. */
function fourDigits(y: string): string {
	const digits = y.replace(/\D/g, '');
	return digits.length === 4 ? digits : `${Number(digits) < 30 ? '20' : '19'}${digits}`;
}
