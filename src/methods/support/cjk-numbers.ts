/*
 * Numbers, times of day and days in Chinese and Japanese: digits with scale signs between them ('1万6千'), and numerals ('一万六千').
 */
import { countedDayBehind, eraDateAt } from './calendar-phrases.ts';
import type { DateForm } from './dates.ts';
import { readingsOf, type NumberReading } from './numbers.ts';
import { ordinalUnitAt } from './ordinals-in-cjk.ts';

const numerals: ReadonlyMap<string, number> = new Map([
	['〇', 0],
	['零', 0],
	...Array.from('一二三四五六七八九', (sign, i) => [sign, i + 1] as const),
	['两', 2],
	['兩', 2],
]);
const smallScales: ReadonlyMap<string, number> = new Map([
	['十', 10],
	['百', 100],
	['千', 1000],
]);
const largeScales: ReadonlyMap<string, number> = new Map([
	['万', 1e4],
	['萬', 1e4],
	['亿', 1e8],
	['億', 1e8],
	['兆', 1e12],
]);
const digits = /\d[\d,]*(?:\.\d+)?/uy;
/** '百二十万' and '千五百' begin without a one in Japanese. */
const leadsNumber = /^[百千][一二三四五六七八九]/u;
/** Behind a scale sign, these make a unit of it: kilometer, kilogram, kilowatt. */
const unitsOfThousand = /^千[米克瓦卡赫帕]/u;
/** What counts a numeral that stands alone, or a unit: 'three persons', 'two hours', 'five yuan'. */
const counters =
	/^(?:[割折]|成(?![本立为為功员員果熟长長人年分都型品就绩績])|[个個箇名人位本枚台匹头頭冊册家次回件杯倍度歳岁才元円圆块塊天周週年分秒]|小时|时间|時間|分钟|日間|星期|公里|公斤|千[米克瓦]|[米克吨升])/u;

/** A number that was read, and where it ends. */
export interface CjkNumber {
	readonly reading: NumberReading;
	readonly end: number;
}

/**
 * Returns the number that begins at an offset of a plain text, if signs for scales stand in it, or if it is a numeral before something that is counted.
 * `undefined` for digits alone, and for numerals within words ('万一', '一般').
 */
export function cjkNumberAt(plain: string, at: number): CjkNumber | undefined {
	let [total, section, place] = [0, 0, 1];
	let current: { value: number; step: number; isNumeral: boolean } | undefined;
	let lastScale = 0;
	let [scales, end] = [0, at];
	for (;;) {
		const sign = plain.charAt(end);
		const numeral = numerals.get(sign);
		const small = unitsOfThousand.test(plain.slice(end, end + 2)) ? undefined : smallScales.get(sign);
		const large = largeScales.get(sign);
		digits.lastIndex = end;
		const written =
			numeral === undefined && small === undefined && large === undefined ? digits.exec(plain)?.[0].replace(/,$/u, '') : undefined;
		if (written !== undefined && current === undefined) {
			const [reading] = readingsOf(written);
			if (reading === undefined) return undefined;
			current = { value: reading.value, step: reading.step, isNumeral: false };
			end += written.length;
		} else if (numeral !== undefined && (current === undefined || current.isNumeral)) {
			current = { value: (current?.value ?? 0) * 10 + numeral, step: 1, isNumeral: true };
			end++;
		} else if (
			small !== undefined &&
			(current !== undefined || ((small === 10 || leadsNumber.test(plain.slice(end, end + 2))) && (end === at || lastScale > 10)))
		) {
			section += (current?.value ?? 1) * small;
			place = small * (current?.step ?? 1);
			[current, lastScale] = [undefined, small];
			scales++;
			end++;
		} else if (large !== undefined && (current !== undefined || section > 0)) {
			total += (section + (current?.value ?? 0)) * large;
			place = large * (current?.step ?? place);
			[section, current, lastScale] = [0, undefined, large];
			scales++;
			end++;
		} else break;
	}
	if (end === at) return undefined;
	// '三千五' is 3,500 in Chinese, unless a zero says otherwise.
	const isShort =
		current?.isNumeral === true &&
		lastScale >= 100 &&
		current.value < 10 &&
		!/[〇零]/u.test(plain.charAt(end - 2)) &&
		!counters.test(plain.slice(end));
	if (current !== undefined) {
		section += isShort ? (current.value * lastScale) / 10 : current.value;
		place = isShort ? lastScale / 10 : current.step;
	}
	const isCounted = current?.isNumeral === true && (counters.test(plain.slice(end)) || ordinalUnitAt(plain, at, end) !== undefined);
	if (scales === 0 && !isCounted) return undefined;
	const value = Number((total + section).toPrecision(15));
	return { reading: { value, step: place, place: Math.min(place, value) }, end };
}

/** '千万' and '十分' begin words of other meanings, and so do numerals that nothing is counted by. */
const numberLead = /[〇零一二三四五六七八九十两兩]/u;

/** Returns whether a sign may begin a number in numerals. */
export function isCjkNumeral(sign: string): boolean {
	return numberLead.test(sign);
}

const number = String.raw`(?:\d{1,2}|[零〇一二三四五六七八九十两]{1,3})`;
const dayparts = '上午|早上|早晨|清晨|凌晨|中午|下午|傍晚|晚上|夜里|夜晚|午前|午後|深夜|朝|夕方|夜|晚';
const time = new RegExp(
	`(?:(?<part>${dayparts})の? ?)?(?<hour>${number}) ?(?<sign>[点點时時])(?!间|間|代|期|尚|名|评)(?: ?(?:(?<half>半)|(?<quarters>[一1三3])刻|(?<minutes>${number})(?<minuteSign>分(?!之|の|钟|間|间))?))?(?<end>钟|ごろ|頃)?`,
	'uy',
);
/** What stands before or behind a time of day in numerals: '三点' alone is also 'three points'. */
const timeBefore = /(?:[在于於从從到至自自每～~]|-) ?$/u;
const timeBehind = /^(?:に|から|まで|[开開关關至到前后後出起结始闭閉～~-])/u;

/** Returns the time of day that begins at an offset of a plain text, in minutes since midnight: '下午六点半', '午後3時20分'. */
export function cjkTimeAt(plain: string, at: number): { readonly end: number; readonly minutes: readonly number[] } | undefined {
	time.lastIndex = at;
	const match = time.exec(plain);
	if (match === null) return undefined;
	const { part, hour = '', half, quarters, minutes, minuteSign, end: closing } = match.groups ?? {};
	let end = at + match[0].length;
	let minute = half !== undefined ? 30 : quarters !== undefined ? (/[一1]/u.test(quarters) ? 15 : 45) : 0;
	if (minutes !== undefined) {
		const read = smallNumber(minutes);
		// 'Three point five kilometers'
		if (minuteSign === undefined && !(read >= 10 && /[十\d]/u.test(minutes))) return undefined;
		minute = read;
	}
	const written = smallNumber(hour);
	if (written > 24 || minute > 59) return undefined;
	const isDigit = /\d/u.test(hour);
	const isSure =
		part !== undefined || half !== undefined || quarters !== undefined || minutes !== undefined || closing !== undefined || isDigit;
	if (!isSure && !timeBefore.test(plain.slice(Math.max(0, at - 3), at)) && !timeBehind.test(plain.slice(end, end + 2))) return undefined;
	if (part === undefined && isDigit && half === undefined && quarters === undefined) return undefined;
	while (plain.charAt(end - 1) === ' ') end--;
	return { end, minutes: minutesOf(written, minute, part) };
}

function minutesOf(hour: number, minute: number, part: string | undefined): number[] {
	const plainMinutes = (hour % 24) * 60 + minute;
	const later = (plainMinutes + 720) % 1440;
	if (part === undefined) return hour > 12 || hour === 0 ? [plainMinutes] : [plainMinutes, later];
	if (hour > 12) return [plainMinutes];
	const isEarly =
		/^(?:上午|早|清晨|凌晨|午前|朝)/u.test(part) ||
		(/^(?:夜|深夜|晚)/u.test(part) && (hour < 5 || hour === 12)) ||
		(part === '中午' && hour >= 10);
	if (isEarly) return [part === '中午' ? plainMinutes : (hour % 12) * 60 + minute];
	return [(hour % 12) * 60 + minute + 720];
}

const date = new RegExp(
	`(?:([〇零一二三四五六七八九]{4})年)?(?:([一二三四五六七八九十]{1,2})月(?:([一二三四五六七八九十]{1,3})[日号號])?)?`,
	'uy',
);

/** Returns the day in numerals that begins at an offset of a plain text: '三月二十一日'. */
export function cjkDateAt(plain: string, at: number): { readonly end: number; readonly forms: readonly DateForm[] } | undefined {
	date.lastIndex = at;
	const match = date.exec(plain);
	if (match === null) return undefined;
	const [whole, year, month, day] = match;
	const digitsOfYear = year === undefined ? undefined : Number(Array.from(year, (sign) => numerals.get(sign) ?? 0).join(''));
	if (month === undefined) return digitsOfYear === undefined ? undefined : { end: at + whole.length, forms: [{ year: digitsOfYear }] };
	// '三月' alone is also 'three months' in classical use, and '十二月' a month: both are months of the year here.
	const read = { month: smallNumber(month), ...(day === undefined ? {} : { day: smallNumber(day) }) };
	if (read.month < 1 || read.month > 12 || (read.day ?? 1) > 31) return undefined;
	const counted = day === undefined ? countedDayBehind(plain, at + whole.length, digitsOfYear, read.month) : undefined;
	if (counted !== undefined) return { end: counted.end, forms: [counted.form] };
	return { end: at + whole.length, forms: [digitsOfYear === undefined ? read : { year: digitsOfYear, ...read }] };
}

/** Returns the date in years of an era that begins at an offset of a plain text: '令和六年', '平成元年3月'. */
export function eraDate(plain: string, at: number): { readonly end: number; readonly forms: readonly DateForm[] } | undefined {
	const found = eraDateAt(plain, at, smallNumber);
	return found === undefined ? undefined : { end: found.end, forms: [found.form] };
}

/** A number below 100 in digits or numerals. */
function smallNumber(written: string): number {
	if (/^\d+$/u.test(written)) return Number(written);
	let [total, current] = [0, 0];
	for (const sign of written) {
		if (sign === '十') [total, current] = [total + Math.max(current, 1) * 10, 0];
		else current = current * 10 + (numerals.get(sign) ?? 0);
	}
	return total + current;
}
