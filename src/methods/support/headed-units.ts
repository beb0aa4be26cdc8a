import type { PlainWord } from './plain-text.ts';
import { unitsAt, type Unit } from './units.ts';
import type { Amount, Value } from './values.ts';

/*
 * Lists whose head has their unit: 'Kilometers walked: Monday 84, Tuesday 97', 'Rain (mm): June 41, July 29', 'Gewicht in kg: A 12, B 15'.
 */

/** UTF-16 units between a head and its numbers, and those of the head. */
const reach = 240;
const longestHead = 60;
const symbolInHead = /(?:\(|\[|\bin )([\p{L}°%€$£¥µ/²³]{1,6})[\])]?\s*$/u;

/** Returns values in which the numbers without a unit of such lists have that of their head. */
export function withHeadedUnits(plain: string, words: readonly PlainWord[], values: readonly Value[]): readonly Value[] {
	if (!plain.includes(':')) return values;
	const units = new Map<number, readonly Unit[]>();
	return values.map((value, i) => {
		if (value.kind !== 'amount' || value.units.length > 0 || value.isSpelled || value.counted.length > 0) return value;
		const colon = plain.lastIndexOf(':', value.start);
		if (colon === -1 || value.start - colon > reach || /[\n;!?。]|\. /u.test(plain.slice(colon, value.start))) return value;
		// A list has more numbers: one alone may be of anything.
		if (!isListed(plain, values, i, colon)) return value;
		const known = units.get(colon) ?? unitOfHead(plain, words, colon);
		units.set(colon, known);
		return known.length === 0 ? value : { ...value, units: known, isHeaded: true };
	});
}

function isListed(plain: string, values: readonly Value[], at: number, colon: number): boolean {
	const isBare = (value: Value | undefined): value is Amount => value?.kind === 'amount' && value.units.length === 0;
	// Days and names may stand between: 'Friday 62, Saturday 105'.
	const before = [values[at - 1], values[at - 2]].find(isBare);
	const behind = [values[at + 1], values[at + 2]].find(isBare);
	const joins = (from: number, to: number): boolean =>
		from >= colon && to - from <= 40 && /,|\band\b|\bund\b|\be\b|\by\b|\bet\b/u.test(plain.slice(from, to));
	return (
		(before !== undefined && joins(before.end, values[at]!.start)) ||
		(behind !== undefined && !plain.slice(values[at]!.end, behind.start).includes('\n') && joins(values[at]!.end, behind.start))
	);
}

function unitOfHead(plain: string, words: readonly PlainWord[], colon: number): readonly Unit[] {
	const lead = plain.slice(Math.max(0, colon - longestHead), colon);
	const start = colon - lead.length + Math.max(lead.lastIndexOf('\n'), lead.lastIndexOf('. '), lead.lastIndexOf(': ')) + 1;
	const head = plain.slice(start, colon);
	const symbol = symbolInHead.exec(head)?.[1];
	if (symbol !== undefined) return unitsAt(` ${symbol}`, 0)?.units ?? [];
	let low = 0;
	let high = words.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (words[middle]!.start < start) low = middle + 1;
		else high = middle;
	}
	for (let i = low; i < words.length && words[i]!.start < colon; i++) {
		const { start: from, end } = words[i]!;
		const found = end - from < 4 ? undefined : unitsAt(` ${plain.slice(from, end)}`, 0);
		if (found !== undefined && found.end === end - from + 1) return found.units;
	}
	return [];
}
