import { languageOf } from '../../text/language.ts';
import type { TextRange } from '../../text/tagged-text.ts';
import { weekdayBeside, type DateForm } from './dates.ts';
import type { Name } from './names.ts';
import { withHeadedUnits } from './headed-units.ts';
import { joinedAmounts, sharedUnits } from './neighboring-amounts.ts';
import type { NumberReading } from './numbers.ts';
import type { PlainWord } from './plain-text.ts';
import type { Quotation } from './quotations.ts';
import type { Unit } from './units.ts';
import { valueAtDigit } from './values-at-digits.ts';
import { valueAtWord } from './values-at-words.ts';

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
	/** Whether its unit stands in the head of its list, so that texts may leave it out. */
	readonly isHeaded?: true;
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

/** Scripts of languages that write a decimal point. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const foreignLetter = /[äöüßñãõçéèêàùìòáíóú]/iu;

/** What is compared sign by sign: letters in capitals, digits, and nothing else. */
export interface Code extends TextRange {
	readonly kind: 'identifier' | 'email' | 'url' | 'phone';
	readonly signs: string;
}

export type Value = Amount | CalendarDate | ClockTime | Code | Name | Quotation;

const email = /[\p{L}\d][\p{L}\d._%+-]*@[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?(?:\.[\p{L}\d-]+)*\.\p{L}{2,}/gu;
const url = /(?:https?:\/\/|www\.)[^\s<>"')\]}|*`]+/giu;

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
	const digits = /\d+|[½¼¾⅓⅔⅛]/gu;
	let foreign: boolean | undefined;
	/** By how the text begins. A short text that shows no language may be English. */
	const isForeign = (): boolean => (foreign ??= foreignLetter.test(plain.slice(0, 2000)) || languageOf(plain.slice(0, 2000)) !== 'en');
	let groups: boolean | undefined;
	const hasPointGroups = (): boolean => (groups ??= languageOf(plain.slice(0, 2000)) !== 'en' && !unspaced.test(plain.slice(0, 2000)));
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
			const found = isDigit
				? valueAtDigit(plain, words, nextWord, at, consumed, isForeign, hasPointGroups)
				: valueAtWord(plain, words, nextWord, isForeign);
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
	let address = 0;
	const inOrder = values
		.toSorted((a, b) => a.start - b.start)
		.filter(({ kind, start, end }) => {
			while (address < taken.length && taken[address]!.end <= start) address++;
			return kind === 'email' || kind === 'url' || (taken[address]?.start ?? Infinity) >= end;
		});
	return joinedAmounts(plain, withHeadedUnits(plain, words, sharedUnits(plain, withWeekdays(plain, inOrder))));
}

/** Values where a day and the weekday beside it are one date. */
function withWeekdays(plain: string, values: readonly Value[]): Value[] {
	const joined: Value[] = [];
	let end = 0;
	for (const value of values) {
		if (value.start < end) continue;
		const isDay = value.kind === 'date' && value.forms.every(({ day, weekday }) => day !== undefined && weekday === undefined);
		const beside = isDay ? weekdayBeside(plain, value.start, value.end) : undefined;
		if (!isDay || beside === undefined) {
			joined.push(value);
			continue;
		}
		while (joined.length > 0 && joined.at(-1)!.end > beside.start) joined.pop();
		({ end } = beside);
		const forms = value.forms.map((form) => ({ ...form, weekday: beside.weekday }));
		joined.push({ ...value, start: beside.start, end, forms });
	}
	return joined;
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
