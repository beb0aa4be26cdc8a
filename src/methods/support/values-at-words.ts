import { amountOf, foundAt, shareOf, timeInWords, type Found } from './amounts.ts';
import { holidayAt } from './calendar-phrases.ts';
import { cjkDateAt, cjkNumberAt, cjkTimeAt, eraDate, isCjkNumeral } from './cjk-numbers.ts';
import { beginsDate, dateAtWord } from './dates.ts';
import { beginsWordNumber, fractionAt, isJoined, wordNumberAt } from './numbers.ts';
import { beginsPartOfHour, partBehind, partOfHourAt } from './parts-of-hours.ts';
import { wordsOf, type PlainWord } from './plain-text.ts';
import { beginsMillion, beginsSpelledNumber, isOtherWord, spelledHalf, spelledNumberAt } from './spelled-numbers.ts';
import { spokenTimeAt } from './spoken-times.ts';
import { beginsShare, shareInWordsAt } from './shares-in-words.ts';
import { minutesBesideHourAt, timeAtWord } from './times-of-day.ts';
import { minute, percent, timeMeasure, unitsAt } from './units.ts';

/** Whether a value may begin at a word, by its folded form: most words are asked for more than once. */
const beginnings = new Map<string, boolean>();
const mostBeginnings = 20_000;
const otherBeginnings = new Set('noon midday midnight half quarter five ten twenty a an three'.split(' '));
const spokenBeginnings = new Set(
	'halb viertel dreiviertel zehn zwanzig funf eins une una uma mittag mitternacht midi minuit mediodia medianoche mezzogiorno mezzanotte meio meia'.split(
		' ',
	),
);
const cjkBeginnings = /^[半百千上早清凌中下傍晚夜午深朝夕令平昭大明民]/u;

/** Whether a time of day in another language than English may begin at a word. */
function beginsSpokenTime(folded: string): boolean {
	return spokenBeginnings.has(folded) || beginsSpelledNumber(folded);
}

function mayBegin(folded: string): boolean {
	const known = beginnings.get(folded);
	if (known !== undefined) return known;
	const begins =
		otherBeginnings.has(folded) ||
		spokenBeginnings.has(folded) ||
		beginsDate(folded) ||
		beginsWordNumber(folded) ||
		beginsSpelledNumber(folded) ||
		beginsPartOfHour(folded) ||
		beginsMillion(folded) ||
		beginsShare(folded) ||
		(folded.charCodeAt(0) > 0x2e7f && (isCjkNumeral(folded.charAt(0)) || cjkBeginnings.test(folded)));
	if (beginnings.size >= mostBeginnings) beginnings.clear();
	beginnings.set(folded, begins);
	return begins;
}

const minutesBehind = /^ (?:minute|mins?\b|minut)/iu;

/** A number in one word of any of the languages. */
function smallNumber(word: string): number | undefined {
	const words = wordsOf(word);
	return wordNumberAt(word, words, 0)?.reading.value ?? spelledNumberAt(words, 0, () => true)?.value;
}

/** Returns the value that begins at a word of a plain text. @param isForeign whether the text is in another language than English */
export function valueAtWord(plain: string, words: readonly PlainWord[], index: number, isForeign: () => boolean): Found | undefined {
	const { start, folded } = words[index]!;
	if (!mayBegin(folded)) return undefined;
	const share = beginsShare(folded) && (folded.charCodeAt(0) > 0x2e7f || isForeign()) ? shareInWordsAt(plain, start) : undefined;
	if (share !== undefined) return { value: shareOf(start, share.end, share.value), end: share.end };
	if (folded.charCodeAt(0) > 0x2e7f) return valueInCjk(plain, words, index);
	const time =
		minutesBehind.test(plain.slice(words[index]!.end, words[index]!.end + 10)) && (beginsWordNumber(folded) || beginsSpelledNumber(folded))
			? minutesBesideHourAt(plain, start, smallNumber)
			: timeAtWord(plain, start, folded);
	if (time !== undefined) return { value: { kind: 'time', start, ...time }, end: time.end };
	const spoken = beginsSpokenTime(folded) && isForeign() ? spokenTimeAt(plain, start, folded) : undefined;
	if (spoken !== undefined) return { value: { kind: 'time', start, ...spoken }, end: spoken.end };
	const date = dateAtWord(plain, start, folded);
	if (date !== undefined) return { value: { kind: 'date', start, ...date }, end: date.end };
	const million = beginsMillion(folded) && isForeign() ? spelledAmount(plain, words, index) : undefined;
	if (million !== undefined) return million;
	const part = partOfUnit(plain, start, folded) ?? foreignPart(plain, start, words[index]!);
	if (part !== undefined) return part;
	if (!beginsWordNumber(folded)) return isForeign() ? spelledAmount(plain, words, index) : undefined;
	const fraction = fractionAt(plain, words, index);
	if (fraction !== undefined) return { value: shareOf(start, fraction.end, fraction.value), end: fraction.end };
	const number = wordNumberAt(plain, words, index);
	if (number === undefined) return isForeign() ? spelledAmount(plain, words, index) : undefined;
	const { end } = words[index + number.words - 1]!;
	const ordinal = ordinalBehind.exec(plain.slice(end, end + 12));
	if (ordinal !== null) return { value: undefined, end: end + ordinal[0].length };
	// 'One of' counts nothing.
	if (number.reading.value <= 12 && /^ of\b/iu.test(plain.slice(end, end + 4))) return { value: undefined, end };
	return amountOf(plain, words, index + number.words, { start, end, readings: [number.reading], isSpelled: true });
}

/** 'Anderthalb Stunden', 'trois quarts d\'heure'. */
function foreignPart(plain: string, start: number, { end, folded }: PlainWord): Found | undefined {
	const half = spelledHalf(folded);
	const unit = half === undefined ? undefined : unitsAt(plain, end);
	if (half !== undefined && unit !== undefined) return foundAt(timeInWords(plain, start, unit.end, half, 0.5, unit.units));
	const one = half === undefined ? oneUnit(plain, start, end, folded) : undefined;
	if (one !== undefined) return one;
	const part = partOfHourAt(plain, start);
	return part === undefined ? undefined : foundAt(timeInWords(plain, start, part.end, part.minutes, part.minutes, [minute()]));
}

const article = new Set('ein eine einem einer einen un une una um uma'.split(' '));
const timeBefore =
	/\b(?:für|binnen|innerhalb|nach|pendant|pour|dans|après|sous|por|durante|en|dentro de|tras|após|em|per|entro|dopo|tra|fra|innerhalb von) $/iu;

/** 'Un an et demi', 'uma hora e meia', 'für ein Jahr': one unit of time, with its part. */
function oneUnit(plain: string, start: number, end: number, folded: string): Found | undefined {
	if (!article.has(folded)) return undefined;
	// 'An' is a year in French, and no unit elsewhere.
	const isYear = folded === 'un' && /^ an(?!\p{L})/u.test(plain.slice(end, end + 4));
	const unit = isYear ? { units: unitsAt(' ans', 0)?.units ?? [], end: end + 3 } : unitsAt(plain, end);
	if (unit?.units.some(({ measure }) => measure === timeMeasure) !== true) return undefined;
	const more = partBehind(plain, unit.end);
	if (more === undefined && !timeBefore.test(plain.slice(Math.max(0, start - 16), start))) return undefined;
	const value = 1 + (more?.part ?? 0);
	return foundAt(timeInWords(plain, start, unit.end + (more?.length ?? 0), value, more?.part ?? 1, unit.units));
}

/** A number in words of other languages than English. */
function spelledAmount(plain: string, words: readonly PlainWord[], index: number): Found | undefined {
	const number = spelledNumberAt(words, index, (one, next) => isJoined(plain, one, next));
	if (number === undefined) return undefined;
	const { start, folded } = words[index]!;
	const { end } = words[index + number.words - 1]!;
	// 'Louis Quatorze', 'dix-septième'
	const isName = plain.charAt(start) !== folded.charAt(0) && /[\p{L},] $/u.test(plain.slice(Math.max(0, start - 2), start));
	if (isName || /^-\p{L}/u.test(plain.slice(end, end + 2))) return undefined;
	const { value, step } = number;
	const found = amountOf(plain, words, index + number.words, { start, end, readings: [{ value, step, place: step }], isSpelled: true });
	const isSure =
		!isOtherWord(folded, plain.slice(Math.max(0, start - 400), start + 400)) ||
		number.words > 1 ||
		(found.value?.kind === 'amount' && found.value.units.length > 0);
	return isSure ? found : undefined;
}

const shareInCjk = /百分之(?:(\d+(?:\.\d+)?)|([一二三四五六七八九十]{1,3})(?:点([一二三四五六七八九]+))?)/uy;

/** A value in numerals of Chinese or Japanese, or a time of day with a word before it. */
function valueInCjk(plain: string, words: readonly PlainWord[], index: number): Found | undefined {
	const { start } = words[index]!;
	const time = cjkTimeAt(plain, start);
	if (time !== undefined) return { value: { kind: 'time', start, ...time }, end: time.end };
	const date = eraDate(plain, start) ?? cjkDateAt(plain, start);
	if (date !== undefined) return { value: { kind: 'date', start, ...date }, end: date.end };
	const holiday = holidayAt(plain, start);
	if (holiday !== undefined) return { value: { kind: 'date', start, end: holiday.end, forms: [holiday.form] }, end: holiday.end };
	shareInCjk.lastIndex = start;
	const share = shareInCjk.exec(plain);
	if (share !== null) {
		const [whole, written, numerals = '', behind = ''] = share;
		const digitsBehind = Array.from(behind, (sign) => cjkNumberAt(`${sign}个`, 0)?.reading.value ?? 0).join('');
		const value =
			written === undefined ? Number(`${cjkNumberAt(`${numerals}个`, 0)?.reading.value ?? 0}.${digitsBehind || '0'}`) : Number(written);
		return { value: { ...shareOf(start, start + whole.length, value), isFraction: false }, end: start + whole.length };
	}
	// '半分' is a half.
	if (plain.charAt(start) === '半' && plain.charAt(start + 1) !== '分') {
		const unit = unitsAt(plain, start + 1 + (/^[个個]/u.test(plain.charAt(start + 1)) ? 1 : 0));
		return unit?.units.some(({ measure }) => measure === timeMeasure) === true
			? foundAt(timeInWords(plain, start, unit.end, 0.5, 0.5, unit.units))
			: undefined;
	}
	const number = cjkNumberAt(plain, start);
	if (number === undefined) return undefined;
	return amountOf(plain, words, index, { start, end: number.end, readings: [number.reading], isSpelled: true });
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
			(/^ (?:later|after|before|earlier|ago|from|and (?:a half|a quarter|three))\b/iu.test(plain.slice(unit.end, unit.end + 12)) ||
				/\b(?:within|after|before|for|in|by|lasts|lasted|takes?|took) $/iu.test(plain.slice(Math.max(0, start - 8), start)))
		)
	)
		return undefined;
	const more = part === undefined ? partBehind(plain, unit.end) : undefined;
	const value = part === undefined ? 1 + (more?.part ?? 0) : /^half/iu.test(part) ? 0.5 : /^three/iu.test(part) ? 0.75 : 0.25;
	return foundAt(timeInWords(plain, start, unit.end + (more?.length ?? 0), value, value, unit.units));
}

/** 'Twenty-third' is no 20. */
const ordinalBehind = /^-(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)\b/iu;
