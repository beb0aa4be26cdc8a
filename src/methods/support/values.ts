import { phoneNumber } from '../../text/pii/phone.ts';
import type { TextRange } from '../../text/tagged-text.ts';
import { dateAtDigit, dateAtWord, isCalendarWord, timeAtDigit, timeAtWord, yearAt, type DateForm } from './dates.ts';
import { beginsWordNumber, fractionAt, numberEnd, readingsOf, scaleAt, scaled, wordNumberAt, type NumberReading } from './numbers.ts';
import { joinedAmounts, sharedUnits } from './neighboring-amounts.ts';
import { foldedWord, type PlainWord } from './plain-text.ts';
import type { Name } from './names.ts';
import { isNamedByNumber } from './number-roles.ts';
import type { Quotation } from './quotations.ts';
import { currencyBefore, percent, timeMeasure, unitsAt, type Unit } from './units.ts';

/** How a number is qualified: 'about 5', 'over 5', 'under 5', or not at all. */
export type Hedge = 'about' | 'over' | 'under' | null;

/** A number, with its unit if it has one. */
export interface Amount extends TextRange {
	readonly kind: 'amount';
	readonly readings: readonly NumberReading[];
	/** Units that its name may mean. Empty: it has none. */
	readonly units: readonly Unit[];
	/** Stems of the content words right behind it, at most three: what is counted. */
	readonly counted: readonly string[];
	readonly hedge: Hedge;
	/** Whether it is written in words. */
	readonly isSpelled: boolean;
	/** Whether a minus stands before it. Only temperatures are compared with it: 'fell by 5 %' is '-5 %'. */
	readonly isNegative: boolean;
	/** Whether it is a share in words, such as 'two thirds', in percent. */
	readonly isFraction: boolean;
	/** What a word behind the number multiplied it by. Its readings include that. */
	readonly scales: readonly number[];
}

/** A day, month or year. A year alone may be another number. */
export interface CalendarDate extends TextRange {
	readonly kind: 'date';
	readonly forms: readonly DateForm[];
}

/** A time of day, in minutes since midnight. */
export interface ClockTime extends TextRange {
	readonly kind: 'time';
	readonly minutes: readonly number[];
}

/** What is compared sign by sign: letters in capitals, digits, and nothing else. */
export interface Code extends TextRange {
	readonly kind: 'identifier' | 'email' | 'url' | 'phone';
	readonly signs: string;
}

export type Value = Amount | CalendarDate | ClockTime | Code | Name | Quotation;

const email = /[\p{L}\d][\p{L}\d._%+-]*@[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?(?:\.[\p{L}\d-]+)*\.\p{L}{2,}/gu;
const url = /(?:https?:\/\/|www\.)[^\s<>"')\]}|*`]+/giu;

/** Letters of scripts that put spaces between words: a digit beside one is part of the same word. */
const gluedLetter = /[A-Za-z_\u00c0-\u024f\u0370-\u052f]/u;
const run = /[A-Za-z\d\u00c0-\u024f\u0370-\u052f]+(?:[-_/.:#+&][A-Za-z\d\u00c0-\u024f\u0370-\u052f]+)*/uy;
const phoneShape = /(?:\+\d{1,3}[ .-]?)?\(?\d{2,5}\)?(?:[ ./-]\d{2,6}){1,5}(?!\d)/uy;
const hedged =
	/(?:(about|around|roughly|approximately|approx\.?|circa|ca\.?|some|nearly|almost|close to|or so|~|≈|etwa|rund|ungef\u00e4hr|fast|environ|pr\u00e8s de|unos|unas|cerca de|circa|约|約)|(over|more than|at least|exceeding|exceeds|above|upwards of|beyond|\u00fcber|mehr als|mindestens|plus de|m\u00e1s de|mais de|oltre|pi\u00f9 di|超过)|(under|less than|fewer than|at most|up to|below|unter|weniger als|bis zu|moins de|menos de|meno di|不到)) (?:the |a |an )?[*_]{0,2}(?:US|CA|AU?)?[$€£¥]?$/iu;

/**
 * Returns the values of a text in order, without overlaps: amounts, dates, times, identifiers, telephone numbers, addresses. Ranges are UTF-16
 * offsets. Ordinal numbers, decades, fractions and ratios are left out: texts use them too freely to compare them.
 * @param plain as `plainText` gives it
 * @param words as `wordsOf(plain)` gives them
 */
export function valuesOf(plain: string, words: readonly PlainWord[]): Value[] {
	const values: Value[] = addressesOf(plain);
	const taken = values.map(({ start, end }) => ({ start, end }));
	let consumed = 0;
	let nextTaken = 0;
	let nextWord = 0;
	const digits = /\d+/gu;
	let digit = digits.exec(plain);
	const isTaken = (at: number): boolean => {
		while (nextTaken < taken.length && taken[nextTaken]!.end <= at) consumed = Math.max(consumed, taken[nextTaken++]!.end);
		return nextTaken < taken.length && taken[nextTaken]!.start <= at;
	};
	while (digit !== null || nextWord < words.length) {
		const word = words[nextWord];
		const at = Math.min(digit?.index ?? Infinity, word?.start ?? Infinity);
		const isDigit = digit?.index === at;
		if (!isTaken(at) && at >= consumed) {
			const found = isDigit ? valueAtDigit(plain, words, nextWord, at, consumed) : valueAtWord(plain, words, nextWord);
			if (found !== undefined) {
				// A sign before it may end another value: '5€5'.
				if (found.value !== undefined) values.push({ ...found.value, start: Math.max(found.value.start, consumed) });
				consumed = found.end;
			}
		}
		if (isDigit) digit = digits.exec(plain);
		else nextWord++;
	}
	// A run of letters and digits may go on into an address.
	const apart = values.filter(
		({ kind, start, end }) => kind === 'email' || kind === 'url' || !taken.some((one) => one.start < end && start < one.end),
	);
	const inOrder = apart.toSorted((a, b) => a.start - b.start);
	return joinedAmounts(plain, sharedUnits(plain, inOrder));
}

/** What was read at a place: a value, or something that is none and is passed over. */
interface Found {
	readonly value: Value | undefined;
	readonly end: number;
}

function addressesOf(plain: string): Value[] {
	const values: Value[] = [];
	if (plain.includes('@'))
		for (const { index, 0: found } of plain.matchAll(email))
			values.push({ kind: 'email', start: index, end: index + found.length, signs: found.toLowerCase() });
	if (plain.includes('://') || /www\./iu.test(plain))
		for (const { index, 0: found } of plain.matchAll(url)) {
			const written = found.replace(/[.,;:!?]+$/u, '');
			values.push({ kind: 'url', start: index, end: index + written.length, signs: urlSigns(written) });
		}
	return values.toSorted((a, b) => a.start - b.start);
}

/** An address without its protocol, `www.`, the case of its host, and a last slash. */
function urlSigns(written: string): string {
	const whole = /^www\./iu.test(written) ? `http://${written}` : written;
	if (!URL.canParse(whole)) return whole.toLowerCase();
	const { host, pathname, search } = new URL(whole);
	return `${host.replace(/^www\./u, '')}${pathname.replace(/\/$/u, '')}${search}`;
}

function valueAtWord(plain: string, words: readonly PlainWord[], index: number): Found | undefined {
	const { start, folded } = words[index]!;
	if (folded.length > 12) return undefined;
	const time = timeAtWord(plain, start, folded);
	if (time !== undefined) return { value: { kind: 'time', start, ...time }, end: time.end };
	const date = dateAtWord(plain, start, folded);
	if (date !== undefined) return { value: { kind: 'date', start, ...date }, end: date.end };
	const part = partOfUnit(plain, start, folded);
	if (part !== undefined) return part;
	if (!beginsWordNumber(folded)) return undefined;
	const fraction = fractionAt(plain, words, index);
	if (fraction !== undefined) {
		const { value, end } = fraction;
		const readings = [{ value, step: 1e-9, place: 1e-9 }];
		const unqualified = { counted: [], hedge: null, scales: [], isNegative: false } as const;
		return { value: { kind: 'amount', start, end, readings, units: [percent], isSpelled: true, isFraction: true, ...unqualified }, end };
	}
	const number = wordNumberAt(plain, words, index);
	if (number === undefined) return undefined;
	const { end } = words[index + number.words - 1]!;
	const ordinal = ordinalBehind.exec(plain.slice(end, end + 12));
	if (ordinal !== null) return { value: undefined, end: end + ordinal[0].length };
	// 'One of' counts nothing.
	if (/^ of\b/iu.test(plain.slice(end, end + 4))) return { value: undefined, end };
	return amountOf(plain, words, index + number.words, { start, end, readings: [number.reading], isSpelled: true });
}

const partBefore = /(?:(half|(?:a )?quarter|three[ -]quarters)(?: of)? (?:an?|the)|an?)(?= \p{L})/iuy;

/** 'Half an hour', 'three quarters of an hour' and 'a week': a part of a unit, or one. */
function partOfUnit(plain: string, start: number, folded: string): Found | undefined {
	if (!/^(?:half|a|an|quarter|three)$/u.test(folded)) return undefined;
	partBefore.lastIndex = start;
	const match = partBefore.exec(plain);
	if (match === null) return undefined;
	const [whole, part] = match;
	const unit = unitsAt(plain, start + whole.length);
	if (unit === undefined || unit.units.some(({ measure }) => measure.startsWith('money') || measure === percent.measure)) return undefined;
	// One of something else than time is an article, and 'a month' may say how often.
	const isTime = unit.units.some(({ measure }) => measure === timeMeasure);
	if (
		part === undefined &&
		!(
			isTime &&
			(/^ (?:later|after|before|earlier|ago|from|and a half)\b/iu.test(plain.slice(unit.end, unit.end + 12)) ||
				/\b(?:within|after|before|for|in|by|lasts|lasted|takes?|took) $/iu.test(plain.slice(Math.max(0, start - 8), start)))
		)
	)
		return undefined;
	const half = andAHalf.exec(plain.slice(unit.end, unit.end + 12))?.[0].length ?? 0;
	const value = part === undefined ? 1 + (half > 0 ? 0.5 : 0) : /^half/iu.test(part) ? 0.5 : /^three/iu.test(part) ? 0.75 : 0.25;
	const end = unit.end + (part === undefined ? half : 0);
	const amount: Amount = {
		kind: 'amount',
		start,
		end,
		readings: [{ value, step: value, place: value }],
		units: unit.units,
		counted: [],
		hedge: hedgeBefore(plain, start),
		isSpelled: true,
		isNegative: false,
		isFraction: false,
		scales: [],
	};
	return { value: amount, end };
}

/** 'Twenty-third' is no 20. */
const ordinalBehind = /^-(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)\b/iu;

interface Written {
	readonly start: number;
	readonly end: number;
	readonly readings: readonly NumberReading[];
	readonly isSpelled: boolean;
}

/** An amount with its currency, scale and unit. @param nextWord index of the first word behind the number */
function amountOf(plain: string, words: readonly PlainWord[], nextWord: number, { start, end, readings, isSpelled }: Written): Found {
	const currency = isSpelled ? undefined : currencyBefore(plain, start);
	// 'Two and a half million'
	const halfBefore = andAHalf.exec(plain.slice(end, end + 12))?.[0].length ?? 0;
	const scale = isSpelled && halfBefore === 0 ? undefined : scaleAt(plain, end + halfBefore, currency !== undefined);
	const behind = scale?.end ?? end + halfBefore;
	// 'Milliard d'euros', 'millones de euros'
	const of = scale === undefined ? 0 : (/^ (?:d'|de |di )/u.exec(plain.slice(behind, behind + 4))?.[0].length ?? 0);
	const unit = unitsAt(plain, of === 0 ? behind : behind + of - (plain.charAt(behind + of - 1) === ' ' ? 1 : 0));
	const units = currency === undefined ? (unit?.units ?? (isSpelled ? [] : unitsOfKey(plain, start))) : currency.units;
	const written = withHalf(readings, halfBefore > 0);
	const named = currency === undefined ? (unit?.end ?? behind) : behind;
	const half = andAHalf.exec(plain.slice(named, named + 12))?.[0].length ?? 0;
	const last = named + half;
	let next = nextWord;
	while (next < words.length && words[next]!.start < last) next++;
	const value: Amount = {
		kind: 'amount',
		start: currency?.start ?? start,
		end: last,
		readings: withHalf(scale === undefined ? written : scaled(written, scale.scales), half > 0),
		units,
		counted: countedBehind(plain, words, next, last),
		hedge: hedgeBefore(plain, currency?.start ?? start),
		isSpelled,
		scales: scale?.scales ?? [],
		isNegative: /(?:^|[\s(])-$|\bminus $/iu.test(plain.slice(Math.max(0, start - 8), start)),
		isFraction: false,
	};
	return { value, end: last };
}

/** A key that ends in its unit, in code, a table or a list: 'backoffMs: 250', '| timeout_seconds | 30 |', '`maxSizeMb` is 8'. */
const keyWithUnit =
	/([\p{L}\d_-])(ms|msec|millis|secs?|seconds|mins?|minutes|hours|days|kb|mb|gb|bytes|percent|pct)["'`*_]{0,3}(?: ?[:=|] ?| (?:is|was|to|of|as) )["'`]?$/iu;
const unitOfKey: Readonly<Record<string, string>> = {
	msec: 'ms',
	millis: 'ms',
	sec: 'seconds',
	secs: 'seconds',
	min: 'minutes',
	mins: 'minutes',
	kb: 'kB',
	mb: 'MB',
	gb: 'GB',
	pct: '%',
};

function unitsOfKey(plain: string, start: number): readonly Unit[] {
	if (!/(?:[:=|] ?| (?:is|was|to|of|as) )["'`]?$/u.test(plain.slice(Math.max(0, start - 6), start))) return [];
	const [, before = '', written = ''] = keyWithUnit.exec(plain.slice(Math.max(0, start - 40), start)) ?? [];
	// 'items: 5' has no milliseconds.
	const isApart = /[_-]/u.test(before) || (/\p{Lu}/u.test(written.charAt(0)) && /[\p{Ll}\d]/u.test(before));
	const name = written.toLowerCase();
	return isApart ? (unitsAt(` ${unitOfKey[name] ?? name}`, 0)?.units ?? []) : [];
}

/** 'An hour and a half' is 1.5 hours. */
const andAHalf = /^ and a half\b/iu;

function withHalf(readings: readonly NumberReading[], isMore: boolean): readonly NumberReading[] {
	return isMore ? readings.map(({ value }) => ({ value: value + 0.5, step: 0.5, place: 0.5 })) : readings;
}

function countedBehind(plain: string, words: readonly PlainWord[], first: number, from: number): string[] {
	const counted: string[] = [];
	let end = from;
	for (let i = first; i < Math.min(words.length, first + 4) && counted.length < 3; i++) {
		const { start, end: next, stem, isContent } = words[i]!;
		if (!/^[ -]*$/u.test(plain.slice(end, start))) break;
		if (isContent) counted.push(stem);
		else if (counted.length > 0) break;
		end = next;
	}
	return counted;
}

function hedgeBefore(plain: string, at: number): Hedge {
	const match = hedged.exec(plain.slice(Math.max(0, at - 24), at));
	if (match === null) return null;
	return match[1] !== undefined ? 'about' : match[2] !== undefined ? 'over' : 'under';
}

function valueAtDigit(plain: string, words: readonly PlainWord[], nextWord: number, at: number, consumed: number): Found | undefined {
	const before = plain.charAt(at - 1);
	if (gluedLetter.test(before) || (before === '-' && gluedLetter.test(plain.charAt(at - 2))))
		return glued(plain, words, nextWord, at, consumed);
	// The rest of a number that was not read from its beginning.
	if (/[\d]/u.test(before) || (/[.,]/u.test(before) && /\d/u.test(plain.charAt(at - 2)))) return undefined;
	const date = dateAtDigit(plain, at);
	if (date !== undefined) return { value: { kind: 'date', start: at, ...date }, end: date.end };
	const time = timeAtDigit(plain, at);
	if (time !== undefined) return { value: { kind: 'time', start: at, ...time }, end: time.end };
	const phone = phoneAt(plain, at);
	if (phone !== undefined) return phone;
	const written = numberWritten(plain, at);
	const whole = runAt(plain, at);
	// '24/7', '1/2', '3:1'.
	if (/^\d+[/:]\d+$/u.test(whole)) return { value: undefined, end: at + whole.length };
	const follows = plain.charAt(at + written.length);
	if (gluedLetter.test(follows)) return numberWithLetters(plain, words, nextWord, at, written, whole);
	const readings = readingsOf(written);
	if (readings.length === 0) return { value: identifier(at, whole), end: at + whole.length };
	if (/^\d+(?:-\d+){2,}$/u.test(whole) || /^\d{3}-\d{4}$/u.test(whole)) return { value: identifier(at, whole), end: at + whole.length };
	const unit = currencyBefore(plain, at) === undefined ? unitsAt(plain, at + written.length) : undefined;
	if (/^(?:0\d{2,}|\d{8,})$/u.test(written) && unit === undefined && currencyBefore(plain, at) === undefined)
		return { value: identifier(at, written), end: at + written.length };
	if (isLabel(plain, at)) return { value: undefined, end: at + written.length };
	const year =
		unit === undefined && currencyBefore(plain, at) === undefined && hedgeBefore(plain, at) === null ? yearAt(plain, at) : undefined;
	if (year !== undefined && scaleAt(plain, year.end, false) === undefined && !isNamedByNumber(plain, at))
		return { value: { kind: 'date', start: at, ...year }, end: year.end };
	return amountOf(plain, words, nextWord, { start: at, end: at + written.length, readings, isSpelled: false });
}

/** The digits of a number at an offset. A blank groups thousands only if no other reading is likely: '16 181', and not '14 300'. */
function numberWritten(plain: string, at: number): string {
	return plain.slice(at, numberEnd(plain, at)).replace(/[.,']+$/u, '');
}

function runAt(plain: string, at: number): string {
	run.lastIndex = at;
	return run.exec(plain)?.[0] ?? '';
}

/** A digit right behind a letter, or behind a letter and a hyphen: part of an identifier, or a number in a compound ('mid-2019'). */
function glued(plain: string, words: readonly PlainWord[], nextWord: number, at: number, consumed: number): Found | undefined {
	let start = at;
	while (start > consumed && (gluedLetter.test(plain.charAt(start - 1)) || /[\d#&+./:_-]/u.test(plain.charAt(start - 1)))) start--;
	while (start < at && !/[\p{L}\d]/u.test(plain.charAt(start))) start++;
	const whole = runAt(plain, start);
	const lead = plain.slice(start, at);
	// 'mid-2019', and the end of '3 May-28 July'.
	if (/^\p{Ll}+-$/u.test(lead) || (lead.endsWith('-') && isCalendarWord(foldedWord(lead.slice(0, -1))))) {
		const date = dateAtDigit(plain, at);
		if (date !== undefined) return { value: { kind: 'date', start: at, ...date }, end: date.end };
		const year = yearAt(plain, at);
		if (year !== undefined) return { value: { kind: 'date', start: at, ...year }, end: year.end };
		const written = numberWritten(plain, at);
		return amountOf(plain, words, nextWord, { start: at, end: at + written.length, readings: readingsOf(written), isSpelled: false });
	}
	return { value: identifier(start, whole), end: start + whole.length };
}

/** '"timeout": "30s"', '| timeout | 30s |', 'TIMEOUT=30s': seconds, and no decade. */
const keyBefore = /[:=|] ?["'`]?$/u;

/** '5km', '16GB', '24h', '3rd', '1990s', '110bcd25'. */
function numberWithLetters(
	plain: string,
	words: readonly PlainWord[],
	nextWord: number,
	at: number,
	written: string,
	whole: string,
): Found {
	const end = at + written.length;
	const isDecade = /^(?:1\d|20)?\d0s$/u.test(whole) && !keyBefore.test(plain.slice(Math.max(0, at - 4), at));
	if (isDecade || /^\d+(?:st|nd|rd|th|er|\u00e8me|e)$/u.test(whole.split('-')[0]!)) return { value: undefined, end: at + whole.length };
	const readings = readingsOf(written);
	const scale = scaleAt(plain, end, currencyBefore(plain, at) !== undefined);
	const behind = scale?.end ?? end;
	const isWhole = (to: number): boolean => !/[\p{L}\d]/u.test(plain.charAt(to)) || !gluedLetter.test(plain.charAt(to));
	if (readings.length > 0 && ((scale !== undefined && isWhole(behind)) || isWhole(unitsAt(plain, behind)?.end ?? behind)))
		return amountOf(plain, words, nextWord, { start: at, end, readings, isSpelled: false });
	return { value: identifier(at, whole), end: at + whole.length };
}

function identifier(start: number, written: string): Code {
	return { kind: 'identifier', start, end: start + written.length, signs: signsOf(written) };
}

/** Letters in capitals, and digits. */
export function signsOf(written: string): string {
	// Versions are written with and without a letter: 'v7.3.1'.
	return written
		.toUpperCase()
		.replace(/[^\p{L}\p{N}]/gu, '')
		.replace(/^V(?=\d+$)/u, '');
}

function phoneAt(plain: string, at: number): Found | undefined {
	const open = plain.charAt(at - 1) === '(' ? 1 : 0;
	const plus = plain.charAt(at - 1 - open) === '+' ? 1 : 0;
	const start = at - open - plus;
	phoneShape.lastIndex = start;
	const written = phoneShape.exec(plain)?.[0];
	if (written === undefined) return undefined;
	const signs = written.replace(/\D/gu, '');
	// Groups of thousands and lists of years look alike.
	if (signs.length < 9 || signs.length > 15 || /^\d{1,3}(?:[ .]\d{3})+$/u.test(written) || /^\d{4}(?: \d{4})+$/u.test(written))
		return undefined;
	// Without the country's code and the zero in front, which texts leave out.
	const known = written.startsWith('+') ? phoneNumber(written, 'US')?.nationalNumber : undefined;
	const national = (known ?? signs).replace(/^0+/u, '');
	return { value: { kind: 'phone', start, end: start + written.length, signs: national }, end: start + written.length };
}

const labels =
	/\b(?:documents?|docs?|contexts?|passages?|sources?|fig(?:ure)?s?|tables?|steps?|eq(?:uation)?s?|examples?|options?|refs?|references?|notes?|footnotes?|sec(?:tion)?s?|chapters?|lines?|slides?|excerpts?|items?|ss?|arts?|article|paras?|paragraph|clauses?)\.? ?[#§(]?$|[§#]\s?$/iu;

/** Whether a number names a part of a text: 'document 2', 'Fig. 3'. */
function isLabel(plain: string, at: number): boolean {
	return labels.test(plain.slice(Math.max(0, at - 14), at));
}
