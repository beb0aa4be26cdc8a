import type { GivenIndex, GivenValue } from './given-index.ts';
import { quantitiesOf } from './quantities.ts';
import { isSameValue } from './rivals.ts';
import type { Value } from './values.ts';

/** Between the two values of a range, a ratio, a score, a reading or a size: '10–12', '1:200', '9 votes to 4', '148 over 95', '30 × 40'. */
const between =
	/^(?: \p{L}{2,14})? ?(?:-|:|\/|×|x|~|\bto\b|\band\b|\bby\b|\bover\b|\bagainst\b|\buntil\b|\bbis\b|\bund\b|\bzu\b|\bgegen\b|\bà\b|\bet\b|\bsur\b|\bcontre\b|\by\b|\ba\b|\bsobre\b|\bcontra\b|\bpor\b|\be\b|\bsu\b|\bcontro\b|至|到|比|から|対) ?(?:the |\p{L}{2,14} (?=$))?$/iu;

function isPair(plain: string, first: Value, second: Value): boolean {
	return first.kind === second.kind && second.start - first.end <= 24 && between.test(plain.slice(first.end, second.start));
}

/**
 * Returns the given value that a value of an answer has taken the place of in a pair: the other value of the pair is the same, and this one is not
 * ('148/85' where a context has '148/95'). `undefined` if the value is in no pair, or if no given pair has the other value in its place.
 * @param values values of the answer's sentence in order, among them `value`
 * @param placesOf returns given values that may be the same as another value of the answer
 */
export function pairedRival(
	value: Value,
	plain: string,
	values: readonly Value[],
	index: GivenIndex,
	placesOf: (other: Value) => readonly GivenValue[],
	isRival: (one: Value) => boolean,
): GivenValue | undefined {
	const at = values.indexOf(value);
	for (const step of [-1, 1] as const) {
		const other = values[at + step];
		if (other === undefined || !(step === 1 ? isPair(plain, value, other) : isPair(plain, other, value))) continue;
		for (const given of placesOf(other)) {
			if (!isSameValue(other, given.value)) continue;
			const rival = neighborOf(given, -step, index);
			const { given: text, plain: written } = index.texts[given.text]!;
			if (rival === undefined || text.context === null || !isRival(rival.value) || isSameValue(value, rival.value)) continue;
			if (step === 1 ? isPair(written, rival.value, given.value) : isPair(written, given.value, rival.value)) return rival;
		}
	}
	return undefined;
}

/** The given value right before or behind another one, in its sentence. */
function neighborOf(given: GivenValue, step: number, { values, firstValues }: GivenIndex): GivenValue | undefined {
	const [first, end] = [firstValues[given.sentence]!, firstValues[given.sentence + 1]!];
	for (let i = first; i < end; i++) if (values[i] === given) return i + step >= first && i + step < end ? values[i + step] : undefined;
	return undefined;
}

/** Between the two ends of a range, in the known languages. */
const rangeJoint =
	/^(?: ?(?:-|~|–|至|到|から) ?| (?:to|up to|and|bis|und|à|et|a|y|e|até|hasta|fino a) (?:(?:the|les?|los|las|os|as|i|gli|le|um) )?[$€£¥]?)$/iu;

/** 'Up to' joins the ends of a range, and is no hedge. */
function unqualified(value: Value): Value {
	return value.kind === 'amount' ? { ...value, hedge: null } : value;
}

interface Range {
	readonly low: GivenValue;
	readonly high: GivenValue;
}

/** The ranges among values of given texts. */
function endsOf(values: readonly GivenValue[], plainOf: (text: number) => string): Range[] {
	return values.flatMap((low, i) => {
		const high = values[i + 1];
		if (high === undefined || low.sentence !== high.sentence || low.value.kind !== high.value.kind) return [];
		return rangeJoint.test(plainOf(low.text).slice(low.value.end, high.value.start)) ? [{ low, high }] : [];
	});
}

const ofContexts = new WeakMap<GivenIndex, readonly Range[]>();

/** Returns the ranges of all contexts: 'from 7:00 to 18:30'. */
export function rangesOf(index: GivenIndex): readonly Range[] {
	const known = ofContexts.get(index);
	if (known !== undefined) return known;
	const ranges = endsOf(index.values, (text) => index.texts[text]!.plain).filter(
		({ low: { text } }) => index.texts[text]!.given.context !== null,
	);
	ofContexts.set(index, ranges);
	return ranges;
}

/** Whether the lowest and the highest of some ranges that are of one kind are the ends: '£26 to £34' and '£31 to £48' give '£26 to £48'. */
function isSpan(begin: readonly Range[], end: readonly Range[], ranges: readonly Range[]): boolean {
	return begin.some(({ low }) =>
		end.some(({ high }) => {
			const alike = ranges.filter((one) => areComparable(one.low.value, low.value) && one.low.text === low.text);
			return (
				alike.every((one) => sizeOf(one.low.value) >= sizeOf(low.value)) &&
				alike.every((one) => sizeOf(one.high.value) <= sizeOf(high.value))
			);
		}),
	);
}

function areComparable(a: Value, b: Value): boolean {
	if (a.kind !== 'amount' || b.kind !== 'amount') return a.kind === b.kind;
	return quantitiesOf(a)[0]?.measure === quantitiesOf(b)[0]?.measure;
}

function sizeOf(value: Value): number {
	if (value.kind === 'amount') return quantitiesOf(value)[0]?.value ?? 0;
	return value.kind === 'time' ? value.minutes[0]! : 0;
}

/**
 * Returns the given end of a range that an end of an answer's range has taken the place of: 'from 610 up to 880' where a context has '610 to 705' and
 * '880 to 1,020'. `undefined` if the answer's range is a given one, or may span several given ones.
 */
export function otherEnd(value: Value, plain: string, values: readonly Value[], index: GivenIndex): GivenValue | undefined {
	const at = values.indexOf(value);
	for (const step of [-1, 1] as const) {
		const other = values[at + step];
		if (other === undefined || other.kind !== value.kind) continue;
		const [low, high] = step === 1 ? [value, other] : [other, value];
		if (!rangeJoint.test(plain.slice(low.end, high.start))) continue;
		const ranges = rangesOf(index);
		const begin = ranges.filter((one) => isSameValue(unqualified(low), one.low.value));
		const end = ranges.filter((one) => isSameValue(unqualified(high), one.high.value));
		// The range itself, or one that begins with one and ends with another.
		if (begin.length > 0 && end.length > 0 && (begin.some((one) => end.includes(one)) || isSpan(begin, end, ranges))) continue;
		if (begin.length === 1 && end.length > 0 && step === -1) return begin[0]!.high;
		const meant = step === 1 ? end : begin;
		const isElsewhere = ranges.some((one) => isSameValue(unqualified(value), step === 1 ? one.high.value : one.low.value));
		if (meant.length === 1 && isElsewhere) return step === 1 ? meant[0]!.low : meant[0]!.high;
	}
	return undefined;
}
