import type { GivenIndex, GivenValue, IndexedText } from './given-index.ts';
import { alikeInSigns } from './likely-rival.ts';
import { quantitiesOf } from './quantities.ts';
import { isSaidBy, isSameValue, isSibling, mayBeMeant, type AnswerSentence } from './rivals.ts';
import type { Value } from './values.ts';

/*
 * What a value is the value of, by the words and the other values nearest to it: of '13 bottles of acetone, 30 of ethyl acetate' the first one is of
 * acetone. An answer that has the value of something else contradicts its context, although this has the value, too.
 */

/** What stands near a value: stems of words, and keys of other values, with how near each is, above 0 to 1. */
type Label = ReadonlyMap<string, number>;

const wordsOnEachSide = 12;
/** What lies between a value and a word takes away from how near they are. */
const perWord = 0.94;
const perComma = 0.6;
const perJoiner = 0.5;
const perColon = 0.7;
const perStop = 0.35;
const perValue = 0.45;
const joiners = new Set(
	'and while whereas or versus und oder aber während sowie et mais tandis y pero mientras e ma mentre mas enquanto'.split(' '),
);
const stop = /[;.!?。；！？\n"“”„«»「」]/u;
/** What stands behind these is compared with the value, and not of it. */
const wordsParted = 3;
const parting = new Set(
	'but than except unlike compared instead besides anders ausser sondern sauf sinon excepto salvo sino exceto tranne'.split(' '),
);
const comma = /[,、，()（）|/·]|\s-\s/u;
const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const leastNear = 0.08;

/** A value in its sentence, whose values are in order. */
interface Place extends Pick<AnswerSentence, 'plain' | 'words' | 'firstWord' | 'endWord' | 'values' | 'start' | 'end'> {
	readonly value: Value;
}

/** A word or a value beside a value. */
interface Item {
	readonly start: number;
	readonly end: number;
	readonly keys: readonly string[];
	readonly isJoiner: boolean;
	readonly isParting: boolean;
	readonly isRival: boolean;
}

function keysOf(value: Value): string[] {
	switch (value.kind) {
		case 'amount':
			return quantitiesOf(value)
				.slice(0, 2)
				.map(({ measure, value: size }) => `#${measure} ${size.toPrecision(4)}`);
		case 'time':
			return value.minutes.map((minutes) => `#t${minutes % 720}`);
		case 'date':
			return value.forms.flatMap(({ month, day, weekday, year }) => [
				...(month === undefined || day === undefined ? [] : [`#d${month}-${day}`]),
				...(weekday === undefined ? [] : [`#w${weekday}`]),
				...(year === undefined || month !== undefined ? [] : [`#y${year}`]),
			]);
		case 'identifier':
		case 'email':
		case 'url':
		case 'phone':
			return [`#${value.signs}`];
		case 'name':
		case 'quotation':
			return [];
	}
}

function itemsOf({ value, plain, words, firstWord, endWord, values }: Place): Item[] {
	const items: Item[] = [];
	const others = values.filter(
		(one) => one.kind !== 'name' && one.kind !== 'quotation' && (one.start >= value.end || one.end <= value.start),
	);
	for (const one of others)
		items.push({
			start: one.start,
			end: one.end,
			keys: keysOf(one),
			isJoiner: false,
			isParting: false,
			isRival: one.kind === value.kind && isLike(value, one) && !isOneRange(plain, value, one),
		});
	let parted = 0;
	for (let i = firstWord; i < endWord; i++) {
		const { start, end, stem, folded, isContent } = words[i]!;
		parted = parting.has(folded) ? wordsParted + 1 : Math.max(0, parted - 1);
		if (start < value.end && value.start < end) continue;
		if (others.some((one) => one.start < end && start < one.end)) continue;
		items.push({ start, end, keys: isContent ? [stem] : [], isJoiner: joiners.has(folded), isParting: parted > 0, isRival: false });
	}
	return items.toSorted((a, b) => a.start - b.start);
}

const range = /^ ?(?:-|~|to|and|bis|und|à|et|y|a|e|至|到|から|or|oder|ou|o) ?$/iu;

/** The other end of a range separates nothing: '7 a 10 días'. */
function isOneRange(plain: string, a: Value, b: Value): boolean {
	const [first, second] = a.start < b.start ? [a, b] : [b, a];
	return second.start - first.end <= 5 && range.test(plain.slice(first.end, second.start));
}

function isLike(a: Value, b: Value): boolean {
	if (a.kind !== 'amount' || b.kind !== 'amount') return true;
	if (a.units.length === 0 || b.units.length === 0) return a.units.length === b.units.length;
	return a.units.some(({ measure }) => b.units.some((other) => other.measure === measure));
}

function labelOf(place: Place): Label {
	const { value, plain } = place;
	const items = itemsOf(place);
	const label = new Map<string, number>();
	const put = (key: string, near: number): void => {
		if (near > (label.get(key) ?? 0)) label.set(key, near);
	};
	const walk = (side: readonly Item[], isBehind: boolean): void => {
		let near = 1;
		let at = isBehind ? value.end : value.start;
		for (const [i, item] of side.entries()) {
			if (i >= wordsOnEachSide * 2) break;
			const gap = isBehind ? plain.slice(at, item.start) : plain.slice(item.end, at);
			if (stop.test(gap)) near *= perStop;
			else if (/[:：]/u.test(gap)) near *= perColon;
			else if (comma.test(gap)) near *= perComma;
			if (item.isJoiner) near *= perJoiner;

			if (near < leastNear) break;
			for (const key of item.keys) put(key, near * sizeOf(key) * (item.isParting ? perStop : 1));
			if (item.isRival) near *= perValue;
			else if (item.keys.length > 0) near *= perWord;
			at = isBehind ? item.end : item.start;
		}
	};
	walk(
		items.filter(({ start }) => start >= value.end),
		true,
	);
	walk(items.filter(({ end }) => end <= value.start).toReversed(), false);
	return label;
}

/** How much a word or value says: short words of other languages are mostly function words, and two signs of Chinese are half a word. */
function sizeOf(key: string): number {
	if (key.startsWith('#')) return 1;
	if (cjk.test(key)) return 0.6;
	return key.length <= 3 ? 0.4 : 1;
}

const labels = new WeakMap<GivenValue, Label>();

function labelOfGiven(given: GivenValue, { texts, sentences, values, firstValues }: GivenIndex): Label {
	const known = labels.get(given);
	if (known !== undefined) return known;
	const { plain, words }: IndexedText = texts[given.text]!;
	const { firstWord, endWord, start, end } = sentences[given.sentence]!;
	const own = values.slice(firstValues[given.sentence], firstValues[given.sentence + 1]).map(({ value }) => value);
	const label = labelOf({ value: given.value, plain, words, firstWord, endWord, values: own, start, end });
	labels.set(given, label);
	return label;
}

/** How much more one given value fits what stands near a value of the answer than another one does, and how much less. */
function contrast(
	said: Label,
	rival: Label,
	own: Label,
	isName: (stem: string) => boolean,
): { readonly more: number; readonly less: number; readonly sure: number } {
	let [more, less, sure] = [0, 0, 0];
	for (const [key, near] of said) {
		// Squares: what is far from both tells them apart no better.
		const [a, b] = [(rival.get(key) ?? 0) ** 2, (own.get(key) ?? 0) ** 2];
		if (a > b) {
			more += near * (a - b);
			if (key.startsWith('#') || isName(key)) sure += near * (a - b);
		} else less += near * (b - a);
	}
	return { more, less, sure };
}

/** The best other value that an answer's value may have the place of. */
export interface Bound {
	readonly by: GivenValue;
	/** How much more and less it fits than the best place where the answer's value is given. */
	readonly more: number;
	readonly less: number;
	/** How much of that is by names and other values. */
	readonly sure: number;
	/** What stands near the answer's value and in no given text. */
	readonly unknown: number;
	/** Whether that place is in the same sentence. */
	readonly isBeside: boolean;
}

/** Returns the given value that fits best what stands near a value of the answer, with how well. `undefined` if none of its kind does. */
export function boundRival(
	value: Value,
	places: readonly GivenValue[],
	sentence: AnswerSentence,
	index: GivenIndex,
	isRival: (one: Value) => boolean,
): Bound | undefined {
	if (places.length === 0 || places.length > mostPlaces) return undefined;
	const said = labelOf({ ...sentence, value });
	let unknown = 0;
	for (const [key, near] of said) if (!key.startsWith('#') && !index.stems.has(key)) unknown += cjk.test(key) ? near / 2 : near;
	const isName = (stem: string): boolean => namesIn(index).has(stem);
	let best: Bound | undefined;
	const numbers = new Set([...sentence.touched, ...places.map((one) => one.sentence)]);
	for (const number of numbers)
		for (let i = index.firstValues[number]!; i < index.firstValues[number + 1]!; i++) {
			const given = index.values[i]!;
			if (index.texts[given.text]!.given.context === null || !isRival(given.value) || isSameValue(value, given.value)) continue;
			if (!isSibling(value, sentence, given, index) || !isOfSize(value, given.value)) continue;
			const label = labelOfGiven(given, index);
			let worst: Bound | undefined;
			for (const place of places) {
				const { more, less, sure } = contrast(said, label, labelOfGiven(place, index), isName);
				const isBeside = place.sentence === given.sentence;
				// 'Is given as 04:26 and 16:51': the words are of both.
				const isJoint = isBeside && !hasWordBetween(given.value, place.value, place, index);
				if (isJoint) {
					worst = undefined;
					break;
				}
				if (worst === undefined || more - less < worst.more - worst.less) worst = { by: given, more, less, sure, unknown, isBeside };
			}
			if (worst === undefined || worst.more <= 0 || (best !== undefined && worst.more - worst.less <= best.more - best.less)) continue;
			if (sentence.values.some((other) => other !== value && isSaidBy(other, given.value))) continue;
			if (isRestOf(value, given, index)) continue;
			best = worst;
		}
	return best;
}

/** One of several values of a sentence fits better than another one if what stands near it fits by so much more. */
const leastAhead = 0.5;
/** Names and other values say of what a value is more surely than words do. */
const nameWeight = 2;

/**
 * Returns which value of a given sentence an answer's value has the place of, by what stands nearest to each: of 'Ann earns $52,000, Bob $61,500', the second
 * one if the answer's value is Bob's. A value with nearly the same digits fits better, too. Returns `rival` unless another one fits clearly better.
 */
export function rivalInSentence(
	value: Value,
	sentence: AnswerSentence,
	index: GivenIndex,
	rival: GivenValue,
	isRival: (one: Value) => boolean,
): GivenValue {
	const others = index.values
		.slice(index.firstValues[rival.sentence], index.firstValues[rival.sentence + 1])
		.filter((given) => given !== rival && isRival(given.value) && mayBeMeant(value, sentence, given, index));
	if (others.length === 0) return rival;
	const said = labelOf({ ...sentence, value });
	const names = namesIn(index);
	const fit = (given: GivenValue): number => {
		let sum = 0;
		const label = labelOfGiven(given, index);
		for (const [key, near] of said) {
			const isName = names.has(key);
			// A short name is no function word: what takes away from those is undone, once in the answer and twice in the square.
			const whole = isName ? sizeOf(key) ** -3 : 1;
			sum += near * (label.get(key) ?? 0) ** 2 * whole * (isName || key.startsWith('#') ? nameWeight : 1);
		}
		return sum + alikeInSigns(value, given.value);
	};
	let [best, most] = [rival, fit(rival) + leastAhead];
	for (const given of others) {
		const sum = fit(given);
		if (sum > most) [best, most] = [given, sum];
	}
	return best;
}

/** An amount that is so many times another one answers another question. */
const mostTimes = 20;

function isOfSize(a: Value, b: Value): boolean {
	if (a.kind !== 'amount' || b.kind !== 'amount') return true;
	// 'Aged 84' is no 'eleven nights'.
	if (b.isSpelled && b.counted.length > 0 && !a.counted.some((stem) => b.counted.includes(stem))) return false;
	const [one, other] = [Math.abs(quantitiesOf(a)[0]?.value ?? 0), Math.abs(quantitiesOf(b)[0]?.value ?? 0)];
	return Math.max(one, other) <= mostTimes * Math.min(one, other) || Math.min(one, other) === 0;
}

const namesOfIndex = new WeakMap<GivenIndex, ReadonlySet<string>>();

/** Stems of words that have a capital within a sentence of the given texts, and never a small letter. */
function namesIn(index: GivenIndex): ReadonlySet<string> {
	const known = namesOfIndex.get(index);
	if (known !== undefined) return known;
	const [capitals, small] = [new Set<string>(), new Set<string>()];
	for (const { plain, words } of index.texts)
		for (const { start, stem } of words) {
			const first = plain.charAt(start);
			if (first === first.toLowerCase()) small.add(stem);
			else if (/[\p{L}\p{N},;:(] ?$/u.test(plain.slice(Math.max(0, start - 2), start))) capitals.add(stem);
		}
	for (const stem of small) capitals.delete(stem);
	namesOfIndex.set(index, capitals);
	return capitals;
}

/** Beyond so many places where a value is given, one of them fits. */
const mostPlaces = 6;

/** 'Eight away' of 19 goals of which eleven were at home. */
function isRestOf(value: Value, { value: rival, sentence }: GivenValue, { values, firstValues }: GivenIndex): boolean {
	if (value.kind !== 'amount' || rival.kind !== 'amount') return false;
	const [own, other] = [quantitiesOf(value)[0], quantitiesOf(rival)[0]];
	if (own === undefined || other === undefined) return false;
	return values.slice(firstValues[sentence], firstValues[sentence + 1]).some(({ value: whole }) => {
		const all = whole.kind === 'amount' && whole !== rival ? quantitiesOf(whole)[0] : undefined;
		return all?.measure === own.measure && Math.abs(Math.abs(all.value - other.value) - own.value) <= 1e-9 * Math.max(all.value, 1);
	});
}

function hasWordBetween(a: Value, b: Value, { sentence, text }: GivenValue, { texts, sentences }: GivenIndex): boolean {
	const [from, to] = a.start < b.start ? [a.end, b.start] : [b.end, a.start];
	const { words } = texts[text]!;
	const { firstWord, endWord } = sentences[sentence]!;
	for (let i = firstWord; i < endWord; i++) {
		const { start, end, isContent } = words[i]!;
		if (start >= from && end <= to && isContent) return true;
	}
	return false;
}

/** Whether what stands near an answer's value leaves no doubt that it has the place of another one. */
export function isBound({ more, less, sure, unknown, isBeside }: Bound): boolean {
	const share = more / (more + less + unknown / 2);
	if (isBeside && (sure >= 0.6 || (sure >= 0.4 && unknown <= 0.5)) && less <= 0.25 * more) return true;
	return isBeside ? more >= 0.5 && less <= 0.2 * more && share >= 0.6 : more >= 0.6 && less <= 0.2 * more && share >= 0.75;
}
