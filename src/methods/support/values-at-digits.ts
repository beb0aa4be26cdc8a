import { amountOf, foundAt, hedgeBefore, shareOf, timeInWords, type Found } from './amounts.ts';
import { cjkNumberAt, cjkTimeAt } from './cjk-numbers.ts';
import { countsThings } from './counted-things.ts';
import { dateAtDigit, isCalendarWord, matchAt, yearAt } from './dates.ts';
import { isNamedByNumber } from './number-roles.ts';
import { numberEnd, readingsOf, scaleAt, writtenFractionAt } from './numbers.ts';
import { phoneAt } from './phones.ts';
import { foldedWord, type PlainWord } from './plain-text.ts';
import { shareInWordsAt } from './shares-in-words.ts';
import { spokenTimeAt } from './spoken-times.ts';
import { minutesBesideHourAt, timeAtDigit } from './times-of-day.ts';
import { currencyBefore, feetAndInchesAt, unitsAt } from './units.ts';
import type { Code } from './values.ts';

/** Letters of scripts that put spaces between words: a digit beside one is part of the same word. */
const gluedLetter = /[A-Za-z_\u00c0-\u024f\u0370-\u052f]/u;
const run = /[A-Za-z\d\u00c0-\u024f\u0370-\u052f]+(?:[-_/.:#+&][A-Za-z\d\u00c0-\u024f\u0370-\u052f]+)*/uy;

/**
 * Returns the value that begins at a digit of a plain text.
 * @param isForeign whether the text is in another language than English, and `hasPointGroups` whether its language groups thousands with points
 */
export function valueAtDigit(
	plain: string,
	words: readonly PlainWord[],
	nextWord: number,
	at: number,
	consumed: number,
	isForeign: () => boolean,
	hasPointGroups: () => boolean,
): Found | undefined {
	const before = plain.charAt(at - 1);
	if (gluedLetter.test(before) || (before === '-' && gluedLetter.test(plain.charAt(at - 2))))
		return glued(plain, words, nextWord, at, consumed);
	const yearEnd = yearOfRange(plain, at);
	if (yearEnd !== undefined) return { value: { kind: 'date', start: at, end: at + 2, forms: [{ year: yearEnd }] }, end: at + 2 };
	// The rest of a number that was not read from its beginning.
	if (/[\d]/u.test(before) || (/[.,]/u.test(before) && /\d/u.test(plain.charAt(at - 2)))) return undefined;
	const date = dateAtDigit(plain, at);
	if (date !== undefined) return { value: { kind: 'date', start: at, ...date }, end: date.end };
	const time = isRatio(plain, at)
		? undefined
		: (cjkTimeAt(plain, at) ??
			(/^\d{1,2} \p{L}/u.test(plain.slice(at, at + 4)) && isForeign() ? spokenTimeAt(plain, at, '') : undefined) ??
			minutesBesideHourAt(plain, at, () => undefined) ??
			timeAtDigit(plain, at));
	if (time !== undefined) return { value: { kind: 'time', start: at, ...time }, end: time.end };
	const phone = phoneAt(plain, at);
	if (phone !== undefined) return foundAt(phone);
	const long = feetAndInchesAt(plain, at);
	if (long !== undefined) return foundAt({ ...timeInWords(plain, at, long.end, long.inches, 1, long.units), isSpelled: false });
	const fraction = writtenFractionAt(plain, at);
	if (fraction !== undefined) {
		const found = amountOf(plain, words, nextWord, { start: at, end: fraction.end, readings: [fraction.reading], isSpelled: false });
		// '1/2' alone may be a page, a date or a choice.
		if (fraction.isSure || (found.value?.kind === 'amount' && found.value.units.length > 0)) return found;
	}
	const tenths = matchAt(tenthsAndHundredths, plain, at);
	if (tenths !== null)
		return foundAt({ ...shareOf(at, at + tenths[0].length, Number(tenths[1]) * 10 + Number(tenths[2])), isFraction: false });
	const share = /^\d{1,3} ?分[之の]/u.test(plain.slice(at, at + 6)) ? shareInWordsAt(plain, at) : undefined;
	if (share !== undefined) return foundAt(shareOf(at, share.end, share.value));
	const many = cjkNumberAt(plain, at);
	if (many !== undefined) return amountOf(plain, words, nextWord, { start: at, end: many.end, readings: [many.reading], isSpelled: false });
	const written = numberWritten(plain, at);
	const whole = runAt(plain, at);
	const isNumbered = numberedBefore.test(plain.slice(Math.max(0, at - 24), at));
	if (isPhraseOfTwo(whole) && !isNumbered) return { value: undefined, end: at + whole.length };
	const follows = plain.charAt(at + written.length);
	// '18ª assoluta' is an ordinal number. '18º' may be degrees.
	if (follows === 'ª') return { value: undefined, end: at + written.length + 1 };
	if (gluedLetter.test(follows)) return numberWithLetters(plain, words, nextWord, at, written, whole);
	const readings = readingsOf(written, isGroupedByPoint.test(written) && hasPointGroups());
	if (readings.length === 0) return { value: identifier(at, whole), end: at + whole.length };
	if (/^\d+(?:-\d+){2,}$/u.test(whole) || /^\d{3}-\d{4}$/u.test(whole)) return { value: identifier(at, whole), end: at + whole.length };
	if (isNumbered && (/^\d{1,4}[-/]\d{2,5}$/u.test(whole) || (/^\d{4,}$/u.test(whole) && plain.charAt(at - 1) === '#')))
		return { value: identifier(at, whole), end: at + whole.length };
	const unit = currencyBefore(plain, at) === undefined ? unitsAt(plain, at + written.length) : undefined;
	if (/^(?:0\d{2,}|\d{8,})$/u.test(written) && unit === undefined && currencyBefore(plain, at) === undefined)
		return { value: identifier(at, written), end: at + written.length };
	if (isLabel(plain, at)) return { value: undefined, end: at + written.length };
	const year =
		unit === undefined && currencyBefore(plain, at) === undefined && hedgeBefore(plain, at) === null ? yearAt(plain, at) : undefined;
	const isYear = year !== undefined && scaleAt(plain, year.end, false) === undefined && !isNamedByNumber(plain, at);
	if (isYear && !countsThings(plain, at, year.end)) return { value: { kind: 'date', start: at, ...year }, end: year.end };
	return amountOf(plain, words, nextWord, { start: at, end: at + written.length, readings, isSpelled: false });
}

/** The year that '44' is in '1841-44'. */
function yearOfRange(plain: string, at: number): number | undefined {
	const [, century, first] = /(?<!\d)(1[5-9]|20)(\d\d)[-/]$/u.exec(plain.slice(Math.max(0, at - 6), at)) ?? [];
	const last = /^\d\d(?![\d-])/u.exec(plain.slice(at, at + 3))?.[0];
	if (century === undefined || last === undefined || Number(last) <= Number(first)) return undefined;
	// '2024-11' may be a month.
	return Number(last) <= 12 && plain.charAt(at - 1) === '-' ? undefined : Number(century + last);
}

const isGroupedByPoint = /^\d{1,3}\.\d{3}$/u;
/** What a number with a hyphen or a slash, or behind '#', is the number of, and no range: 'extension 4-417', 'invoice no. 2023/118', 'order #40721'. */
const numberedBefore =
	/\b(?:extension|ext\.?|dial|phone|tel\.?|fax|case|ticket|booking|claim|receipt|account|order|invoice|ref\.?|reference|model|part|serial|docket|permit|file|durchwahl|rechnung|bestellung|auftrag|vorgang|aktenzeichen|poste|commande|facture|dossier|factura|pedido|ordine|fattura|fatura) (?:no\.? |number |nr\.? |n\.?º )?#?$/iu;
/** '3割5分' is 35 %. */
const tenthsAndHundredths = /(\d)割(\d)分/uy;

const ratioBefore =
	/\b(?:ratio|dilut\p{L}*|scale|mix\p{L}*|proportion|verdünn\p{L}*|misch\p{L}*|verhältnis|maßstab|dilu\p{L}*|rapport|échelle|escala|proporción|proporção|rapporto|scala)\b[^.;!?]{0,40}$/iu;

/** 'Dilute 1:50', and no time of day. */
function isRatio(plain: string, at: number): boolean {
	return /^\d{1,3}:\d{1,4}(?![\d:])/u.test(plain.slice(at, at + 9)) && ratioBefore.test(plain.slice(Math.max(0, at - 48), at));
}

/** '24/7', '1/2', '50/50' and the season 2023/24 are no pairs of numbers; '148/95' and '1:200' are. */
function isPhraseOfTwo(written: string): boolean {
	const [, first = '', mark = '', second = ''] = /^(\d+)([/:])(\d+)$/u.exec(written) ?? [];
	if (mark === '') return false;
	const [a, b] = [Number(first), Number(second)];
	return (a === 24 && b === 7) || a === b || (mark === '/' && ((a < b && b <= 16) || isYearNumber(a)));
}

function isYearNumber(value: number): boolean {
	return value >= 1900 && value <= 2100;
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

const labels =
	/(?<!')\b(?:documents?|docs?|contexts?|passages?|sources?|fig(?:ure)?s?|tables?|steps?|eq(?:uation)?s?|examples?|options?|refs?|references?|notes?|footnotes?|sec(?:tion)?s?|chapters?|lines?|slides?|excerpts?|items?|ss?|arts?|article|paras?|paragraph|clauses?)\.? ?[#§(]?$|[§#]\s?$/iu;

/** Whether a number names a part of a text: 'document 2', 'Fig. 3'. */
function isLabel(plain: string, at: number): boolean {
	return labels.test(plain.slice(Math.max(0, at - 14), at));
}
