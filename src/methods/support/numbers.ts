import { toCardinal as inChinese } from 'n2words/zh-Hans-CN';
import { toCardinal as inEnglish, toOrdinal as ordinalInEnglish } from 'n2words/en-US';
import { toCardinal as inFrench } from 'n2words/fr-FR';
import { toCardinal as inGerman } from 'n2words/de-DE';
import { toCardinal as inItalian } from 'n2words/it-IT';
import { toCardinal as inJapanese } from 'n2words/ja-JP';
import { toCardinal as inPortuguese } from 'n2words/pt-PT';
import { toCardinal as inSpanish } from 'n2words/es-ES';
import { foldedWord, type PlainWord } from './plain-text.ts';

/** One way to read a written number. '16.181' has two: with a decimal point, and with groups of thousands. */
export interface NumberReading {
	readonly value: number;
	/** What the last written digit counts that is not a trailing zero: 100 for 16,100 and 0.1 for 4.5. */
	readonly step: number;
	/** What the last written digit counts: 1 for 16,100 and 0.01 for 4.50. */
	readonly place: number;
}

const digits = /\d{1,3}(?:([,.' \u00a0])\d{3})(?:\1\d{3})*(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)*/uy;

/** Returns the end of the number that begins at an offset of a plain text, with its separators. */
export function numberEnd(plain: string, at: number): number {
	digits.lastIndex = at;
	const match = digits.exec(plain);
	return match === null ? at : at + match[0].length;
}

/**
 * Returns the readings of a written number, the likelier first. None: it is no number, such as '10.0.19041'.
 * @param hasPointGroups whether 1.234 is rather 1234
 */
export function readingsOf(written: string, hasPointGroups = false): NumberReading[] {
	const plain = written.replace(/[' \u00a0]/gu, '');
	const [commas, points] = [plain.split(',').length - 1, plain.split('.').length - 1];
	if (commas + points === 0) return [integer(plain)];
	if (commas > 0 && points > 0) {
		const decimal = plain.lastIndexOf(',') > plain.lastIndexOf('.') ? ',' : '.';
		const [whole = '', part = '', ...more] = plain.split(decimal);
		return more.length > 0 || !isGrouped(whole) ? [] : [decimals(whole.replace(/[.,]/gu, ''), part)];
	}
	const sign = commas > 0 ? ',' : '.';
	if (commas + points > 1) return isGrouped(plain) ? [integer(plain.replaceAll(sign, ''))] : [];
	const [whole = '', part = ''] = plain.split(sign);
	const asDecimal = decimals(whole, part);
	if (part.length !== 3 || whole.length > 3 || whole.startsWith('0')) return [asDecimal];
	const grouped = integer(whole + part);
	// The less likely reading is no round number: it renders nothing but itself.
	const exactly = (reading: NumberReading): NumberReading => ({ ...reading, step: reading.place });
	return sign === ',' || hasPointGroups ? [grouped, exactly(asDecimal)] : [asDecimal, exactly(grouped)];
}

function isGrouped(written: string): boolean {
	return /^\d{1,3}(?:[.,]\d{3})*$/u.test(written) || /^\d+$/u.test(written) || /^\d{1,2}(?:,\d{2})*,\d{3}$/u.test(written);
}

function integer(written: string): NumberReading {
	const zeros = /0*$/u.exec(written)?.[0].length ?? 0;
	const value = Number(written);
	return { value, step: value === 0 ? 1 : 10 ** zeros, place: 1 };
}

function decimals(whole: string, part: string): NumberReading {
	const kept = part.replace(/0+$/u, '');
	return {
		value: Number(`${whole}.${part}`),
		step: kept === '' ? integer(whole).step : 10 ** -kept.length,
		place: 10 ** -part.length,
	};
}

const vulgar: ReadonlyMap<string, number> = new Map([
	['½', 1 / 2],
	['¼', 1 / 4],
	['¾', 3 / 4],
	['⅓', 1 / 3],
	['⅔', 2 / 3],
	['⅛', 1 / 8],
]);
const fraction = /(?:(\d{1,3}) ?)?([½¼¾⅓⅔⅛])|(?:(\d{1,3}) )?(\d)\/([2-8])(?![\d/]|[.,]\d)/uy;

/**
 * Returns the number with a fraction that begins at an offset: '1½', '1 1/2', '3/4'. `isSure`: it can be nothing else. `undefined` for other numbers, and
 * for fractions of one and more ('7/2').
 */
export function writtenFractionAt(
	plain: string,
	at: number,
): { readonly reading: NumberReading; readonly end: number; readonly isSure: boolean } | undefined {
	fraction.lastIndex = at;
	const match = fraction.exec(plain);
	if (match === null) return undefined;
	const [whole, before, sign, mixed, above, below] = match;
	const part = sign === undefined ? Number(above) / Number(below) : vulgar.get(sign)!;
	if (part <= 0 || part >= 1) return undefined;
	const value = Number(before ?? mixed ?? 0) + part;
	return { reading: { value, step: part, place: part }, end: at + whole.length, isSure: sign !== undefined || mixed !== undefined };
}

/** Scale words of the known languages by their folded form. 'Billion' is a thousand millions in English and a million in German. */
const scales: ReadonlyMap<string, readonly number[]> = new Map([
	['hundred', [1e2]],
	['thousand', [1e3]],
	['tausend', [1e3]],
	['tsd', [1e3]],
	['mille', [1e3]],
	['mil', [1e3]],
	['mila', [1e3]],
	['k', [1e3]],
	['million', [1e6]],
	['millions', [1e6]],
	['millionen', [1e6]],
	['millon', [1e6]],
	['millones', [1e6]],
	['milhao', [1e6]],
	['milhoes', [1e6]],
	['milione', [1e6]],
	['milioni', [1e6]],
	['mio', [1e6]],
	['mln', [1e6]],
	['mn', [1e6]],
	['m', [1e6]],
	['billion', [1e9, 1e12]],
	['billions', [1e9, 1e12]],
	['bn', [1e9]],
	['b', [1e9]],
	['milliard', [1e9]],
	['milliards', [1e9]],
	['milliarde', [1e9]],
	['milliarden', [1e9]],
	['miliardo', [1e9]],
	['miliardi', [1e9]],
	['bilhao', [1e9]],
	['bilhoes', [1e9]],
	['mrd', [1e9]],
	['md', [1e9]],
	['mld', [1e9]],
	['trillion', [1e12]],
	['trillions', [1e12]],
	['billionen', [1e12]],
	['tn', [1e12]],
	['lakh', [1e5]],
	['crore', [1e7]],
	['dozen', [12]],
	['dutzend', [12]],
	['douzaines', [12]],
	['docenas', [12]],
	['duzias', [12]],
	['dozzine', [12]],
]);
/** Letters that scale an amount of money ('$2M') and nothing else but 'K', which also scales numbers. */
const moneyScales = new Set(['m', 'b']);
const cjkScales: readonly (readonly [string, number])[] = [
	['万亿', 1e12],
	['兆', 1e12],
	['亿', 1e8],
	['億', 1e8],
	['万', 1e4],
	['萬', 1e4],
	['千', 1e3],
	['ダース', 12],
];
const scaleWord = /[ \u00a0-]?(\p{L}+)\.?/uy;

/** Returns the scale that stands at an offset behind a number, such as ' million' or 'K', and where it ends. */
export function scaleAt(
	plain: string,
	at: number,
	isMoney: boolean,
): { readonly scales: readonly number[]; readonly end: number } | undefined {
	scaleWord.lastIndex = at;
	const match = scaleWord.exec(plain);
	if (match === null) return undefined;
	const word = match[1]!;
	const folded = foldedWord(word);
	const known = scales.get(folded);
	const end = at + match[0].length - (match[0].endsWith('.') ? 1 : 0);
	if (known !== undefined) {
		const isLetter = folded.length === 1;
		const hasSign = /[$€£¥]/u.test(plain.charAt(end));
		// '$5 m' is five million, and '5 m' five meters.
		if (isLetter && plain.charAt(at) !== word.charAt(0) && !hasSign && !(isMoney && moneyScales.has(folded))) return undefined;
		if (moneyScales.has(folded) && !isMoney && !hasSign) return undefined;
		return { scales: known, end };
	}
	const cjk = cjkScales.find(([sign]) => plain.startsWith(sign, at));
	return cjk === undefined ? undefined : { scales: [cjk[1]], end: at + cjk[0].length };
}

/** Returns readings times a scale. */
export function scaled(readings: readonly NumberReading[], by: readonly number[]): NumberReading[] {
	return by.flatMap((scale) =>
		readings.map(({ value, step, place }) => ({
			// Without the error of a binary product: 1.2 · 1,000,000.
			value: Number((value * scale).toPrecision(15)),
			step: Number((step * scale).toPrecision(15)),
			place: Number((place * scale).toPrecision(15)),
		})),
	);
}

const units =
	'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen';
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety';
const smallWords: ReadonlyMap<string, number> = new Map([
	...units.split(' ').map((word, i) => [word, i] as const),
	...tens.split(' ').map((word, i) => [word, 20 + i * 10] as const),
	['fourty', 40],
]);
const largeWords: ReadonlyMap<string, number> = new Map([
	['hundred', 1e2],
	['thousand', 1e3],
	['million', 1e6],
	['billion', 1e9],
	['trillion', 1e12],
]);

/** A number in English words: where it ends, and how many words it has. */
export interface WordNumber {
	readonly reading: NumberReading;
	readonly words: number;
}

/** Returns whether a folded word may begin a number in words. */
export function beginsWordNumber(folded: string): boolean {
	return smallWords.has(folded) || folded === 'a' || folded === 'half' || folded === 'dozen';
}

/**
 * Returns the number in English words that begins at a word: 'sixteen thousand one hundred and eighty-one', 'a hundred', 'half a million', 'two
 * dozen'. 'One of', 'two-thirds' and the like are not distinguished here.
 * @param words words of a plain text, and `plain` that text: words of a number stand beside each other
 */
export function wordNumberAt(plain: string, words: readonly PlainWord[], first: number): WordNumber | undefined {
	const start = words[first]?.folded;
	if (start === undefined) return undefined;
	if (start === 'half') {
		const large = words[first + 1]?.folded === 'a' ? largeWords.get(words[first + 2]?.folded ?? '') : undefined;
		if (large !== undefined) return { reading: { value: large / 2, step: large / 2, place: large / 2 }, words: 3 };
		return words[first + 1]?.folded === 'a' && words[first + 2]?.folded === 'dozen'
			? { reading: { value: 6, step: 1, place: 1 }, words: 3 }
			: undefined;
	}
	const part = /^(?:a|three)$/u.test(start) ? partOfLarge(plain, words, first) : undefined;
	if (part !== undefined) return part;
	let total = 0;
	let group = 0;
	let step = 1;
	let at = first;
	let last: 'none' | 'unit' | 'ten' | 'large' = 'none';
	for (; at < words.length; at++) {
		if (at > first && !isJoined(plain, words[at - 1]!, words[at]!)) break;
		const { folded } = words[at]!;
		const small = smallWords.get(folded);
		const large = largeWords.get(folded);
		if (small !== undefined) {
			if (last === 'unit' || (last === 'ten' && small >= 10)) break;
			group += small;
			step = small >= 20 ? 10 : 1;
			last = small >= 20 ? 'ten' : 'unit';
		} else if (large !== undefined && (last !== 'none' || at > first)) {
			if (large === 1e2) group = Math.max(group, 1) * 1e2;
			else {
				total += Math.max(group, 1) * large;
				group = 0;
			}
			step = large;
			last = 'large';
		} else if (folded === 'dozen' && last !== 'large') {
			return { reading: { value: Math.max(group, 1) * 12, step: 12, place: 12 }, words: at - first + 1 };
		} else if (folded === 'a' && at === first) {
			if (!largeWords.has(words[at + 1]?.folded ?? '') && words[at + 1]?.folded !== 'dozen') return undefined;
		} else if (folded === 'and' && last === 'large' && smallWords.has(words[at + 1]?.folded ?? '')) {
			continue;
		} else break;
	}
	if (at === first || last === 'none') return undefined;
	const value = total + group;
	// 'Two hundred thousand' is as round as 200,000.
	return { reading: { value, step: Math.max(step, integer(String(value)).step), place: last === 'large' ? step : 1 }, words: at - first };
}

/** 'A quarter of a million', 'three quarters of a billion'. */
function partOfLarge(plain: string, words: readonly PlainWord[], first: number): WordNumber | undefined {
	const [, second, third, fourth, fifth] = words.slice(first, first + 5).map(({ folded }) => folded);
	const large = largeWords.get(fifth ?? '');
	if (large === undefined || !/^quarters?$/u.test(second ?? '') || third !== 'of' || fourth !== 'a') return undefined;
	const part = words[first]!.folded === 'a' ? 0.25 : 0.75;
	return plain.slice(words[first]!.end, words[first + 4]!.start).includes('\n')
		? undefined
		: { reading: { value: part * large, step: large / 4, place: large / 4 }, words: 5 };
}

/** Returns whether two words stand beside each other with a blank or a hyphen between them. */
export function isJoined(plain: string, { end }: PlainWord, { start }: PlainWord): boolean {
	return start - end === 1 && (plain.charAt(end) === ' ' || plain.charAt(end) === '-');
}

const parts: ReadonlyMap<string, number> = new Map(
	['half', 'third', 'quarter', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'].flatMap((word, i) => [
		[word, i + 2],
		[word === 'half' ? 'halves' : `${word}s`, i + 2],
	]),
);

/** Behind a share: 'a third of them', 'three quarters have left'. */
const shared = /^ (?:of|the|are|is|were|was|have|has|had)\b/iu;

/**
 * Returns the share in English words that begins at a word, in percent: 'half', 'two thirds', 'a fifth', 'one in four', 'nine out of ten'.
 * `undefined` for 'half a million' and 'half past'.
 */
export function fractionAt(
	plain: string,
	words: readonly PlainWord[],
	first: number,
): { readonly value: number; readonly end: number } | undefined {
	const [head, second, third, fourth] = [words[first], words[first + 1], words[first + 2], words[first + 3]];
	if (head === undefined) return undefined;
	const next = second !== undefined && isJoined(plain, head, second) ? second : undefined;
	if (head.folded === 'half')
		return next !== undefined && /^(?:a|past|an|dozen)$/u.test(next.folded) ? undefined : { value: 50, end: head.end };
	const count = head.folded === 'a' ? 1 : smallWords.get(head.folded);
	if (count === undefined || next === undefined) return undefined;
	const whole = parts.get(next.folded);
	// 'a second', 'a quarter' of a year and 'a third time' are other things.
	if (whole === 4 && /^ of an? (?:million|billion|trillion)\b/iu.test(plain.slice(next.end, next.end + 16))) return undefined;
	if (whole !== undefined)
		return count >= whole || !(count > 1 && whole !== 4 ? true : shared.test(plain.slice(next.end, next.end + 6)))
			? undefined
			: { value: (100 * count) / whole, end: next.end };
	const of = next.folded === 'in' ? third : next.folded === 'out' && third?.folded === 'of' ? fourth : undefined;
	const total = of === undefined ? undefined : smallWords.get(of.folded);
	return head.folded === 'a' || of === undefined || total === undefined || total <= count
		? undefined
		: { value: (100 * count) / total, end: of.end };
}

/** Returns how the ordinal number of a whole number from 1 to 10,000 is written in English words, folded; none for others. */
export function ordinalSpelling(value: number): string[] {
	if (!Number.isInteger(value) || value < 1 || value > largestSpelled) return [];
	return [foldedWord(ordinalInEnglish(value)).replaceAll('-', ' ')];
}

const spellers = [inGerman, inFrench, inSpanish, inPortuguese, inItalian, inChinese, inJapanese];
/** Larger numbers are written in digits. */
const largestSpelled = 10_000;

/** Returns how a whole number from 2 to 10,000 is written in words in the known languages, each folded, if wanted also in English. */
export function spellings(value: number, withEnglish: boolean): string[] {
	if (!Number.isInteger(value) || value < 2 || value > largestSpelled) return [];
	return [...(withEnglish ? [inEnglish] : []), ...spellers].map((speller) => foldedWord(speller(value)).replaceAll('-', ' '));
}
