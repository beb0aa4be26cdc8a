import { isCjkNumeral } from './cjk-numbers.ts';
import { scaleAt, scaled, type NumberReading } from './numbers.ts';
import { ordinalUnitAt } from './ordinals-in-cjk.ts';
import { partBehind } from './parts-of-hours.ts';
import type { PlainWord } from './plain-text.ts';
import { currencyBefore, percent, unitsAt, unitsPerTimeBefore, type Unit } from './units.ts';
import type { Amount, Hedge, Value } from './values.ts';

/** What was read at a place: a value, or something that is none and is passed over. */
export interface Found {
	readonly value: Value | undefined;
	readonly end: number;
}

const about =
	'grosso modo|più o meno|plus ou moins|más o menos|in etwa|so um|upwards of about|getting on for|something like|give or take|about|around|roughly|approximately|approx\\.?|circa|ca\\.?|some|nearly|almost|close to|or so|in the region of|in the order of|~|≈|' +
	'etwa|rund|ungefähr|fast|zirka|nahezu|beinahe|annähernd|an die|' +
	'environ|près de|presque|quelque|autour de|à peu près|aux alentours de|unos|unas|cerca de|casi|alrededor de|aproximadamente|en torno a|' +
	"quase|por volta de|em torno de|perto de|mais ou menos|uns|umas|quasi|intorno ai?|pressappoco|suppergiù|all'incirca";
const over =
	'over|more than|just past|past|north of|topping|topped|in excess of|a shade over|slightly over|a touch over|a bit over|a little more than|at least|exceeding|exceeds|above|upwards of|beyond|just over|a little over|etwas über|knapp über|gut|über|mehr als|mindestens|plus de|un peu plus de|más de|mais de|' +
	'pouco mais de|oltre|più di|poco più di';
const under =
	'just short of|a shade under|slightly under|slightly less than|a little under|a little less than|not quite|under|less than|fewer than|at most|up to|below|just under|shy of|etwas unter|knapp unter|knapp|nicht ganz|à peine|un poco menos de|algo menos de|unter|weniger als|bis zu|moins de|un peu moins de|menos de|pouco menos de|meno di|poco meno di';
const hedged = new RegExp(
	`(?:(?:(${about})|(${over})|(${under})) (?:between |zwischen |entre |fra |tra )?(?:the |a |an |les |los |las |i |gli |le |os |as )?|(约|約|大约|大約|近|将近|接近|およそ|ほぼ)|(超过|超過|多达)|(不到|不足))[*_]{0,2}(?:US|CA|AU?)?[$€£¥]?$`,
	'iu',
);

/** A share in words, in percent. */
export function shareOf(start: number, end: number, value: number): Amount {
	const readings = [{ value, step: 1e-9, place: 1e-9 }];
	const unqualified = { counted: [], hedge: null, scales: [], isNegative: false } as const;
	return { kind: 'amount', start, end, readings, units: [percent], isSpelled: true, isFraction: true, ...unqualified };
}

export function timeInWords(plain: string, start: number, end: number, value: number, step: number, units: readonly Unit[]): Amount {
	const unqualified = { counted: [], isNegative: false, isFraction: false, scales: [] } as const;
	return {
		kind: 'amount',
		start,
		end,
		readings: [{ value, step, place: step }],
		units,
		hedge: hedgeBefore(plain, start),
		isSpelled: true,
		...unqualified,
	};
}

export function foundAt(value: Value): Found {
	return { value, end: value.end };
}

interface Written {
	readonly start: number;
	readonly end: number;
	readonly readings: readonly NumberReading[];
	readonly isSpelled: boolean;
}

/** An amount with its currency, scale and unit. @param nextWord index of the first word behind the number */
export function amountOf(
	plain: string,
	words: readonly PlainWord[],
	nextWord: number,
	{ start, end, readings, isSpelled }: Written,
): Found {
	const currency = isSpelled ? undefined : currencyBefore(plain, start);
	// 'Two and a half million', 'two and three-quarter hours', '一个半小时'
	const counter = /^[个個]半/u.test(plain.slice(end, end + 2)) ? 1 : 0;
	const partBefore = partBehind(plain, end + counter);
	const beforeScale = end + (partBefore === undefined ? 0 : counter + partBefore.length);
	const scale =
		isSpelled && partBefore === undefined && !isCjkNumeral(plain.charAt(start))
			? spelledScale(plain, end)
			: scaleAt(plain, beforeScale, currency !== undefined || isMoneyBehind(plain, beforeScale));
	const behind = scale?.end ?? beforeScale;
	// 'Milliard d'euros', 'millones de euros'
	const isLarge = scale !== undefined || (isSpelled && readings[0]!.step >= 1e5);
	const of = !isLarge ? 0 : (/^ (?:d'|de |di )/u.exec(plain.slice(behind, behind + 4))?.[0].length ?? 0);
	const at = of === 0 ? behind : behind + of - (plain.charAt(behind + of - 1) === ' ' ? 1 : 0);
	const unit = unitsAt(plain, at) ?? (/^[个個かカヶヵ箇]/u.test(plain.charAt(at)) ? unitsAt(plain, at + 1) : undefined);
	const ordinal = ordinalUnitAt(plain, start, end);
	if (ordinal !== undefined) return ordinalAmount({ start: start - 1, end: ordinal.end, readings, isSpelled }, ordinal.unit);
	const named =
		unit === undefined ? (isSpelled ? [] : unitsOfKey(plain, start)) : (unitsPerTimeBefore(plain, start, unit.units) ?? unit.units);
	const units = currency === undefined ? named : currency.units;
	const written = withPart(readings, partBefore?.part ?? 0);
	const unitEnd = currency === undefined ? (unit?.end ?? behind) : behind;
	const more = partBehind(plain, unitEnd);
	const last = unitEnd + (more?.length ?? 0);
	let next = nextWord;
	while (next < words.length && words[next]!.start < last) next++;
	const value: Amount = {
		kind: 'amount',
		start: currency?.start ?? start,
		end: last,
		readings: withPart(scale === undefined ? written : scaled(written, scale.scales), more?.part ?? 0),
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

/** '350m yen', '2.5b dollars': the letter scales an amount of money. */
function isMoneyBehind(plain: string, at: number): boolean {
	const letter = /^ ?[mMbB](?= \p{L}| ?[$€£¥])/u.exec(plain.slice(at, at + 4))?.[0].length;
	return letter !== undefined && (unitsAt(plain, at + letter)?.units.every(({ measure }) => measure.startsWith('money')) ?? false);
}

function ordinalAmount(written: Written, unit: Unit): Found {
	return foundAt({ kind: 'amount', ...written, units: [unit], counted: [], hedge: null, scales: [], isNegative: false, isFraction: false });
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
function withPart(readings: readonly NumberReading[], part: number): readonly NumberReading[] {
	return part === 0 ? readings : readings.map(({ value }) => ({ value: value + part, step: part, place: part }));
}

/** 'Deux millions', 'zwei Millionen': English number words have their scale with them. */
function spelledScale(plain: string, end: number): ReturnType<typeof scaleAt> {
	const scale = scaleAt(plain, end, false);
	return scale?.scales.some((one) => one < 1e6 || one > 1e12) === true ? undefined : scale;
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

export function hedgeBefore(plain: string, at: number): Hedge {
	const match = hedged.exec(plain.slice(Math.max(0, at - 24), at));
	if (match === null) return null;
	const [, near, more, , nearInCjk, moreInCjk] = match;
	return (near ?? nearInCjk) !== undefined ? 'about' : (more ?? moreInCjk) !== undefined ? 'over' : 'under';
}
