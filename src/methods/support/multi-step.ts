import type { GivenIndex, GivenValue } from './given-index.ts';
import { operandsOf, quantitiesOf, type Quantity } from './quantities.ts';
import { percent, timeMeasure } from './units.ts';
import type { Amount } from './values.ts';

/** A number that was computed in several steps. */
export interface Computed {
	readonly measure: string;
	readonly value: number;
	readonly step: number;
	/** Of a sum, how many terms it has. */
	readonly count?: number;
}

/** Terms of one sum at most, and UTF-16 units between two of them. */
const mostTerms = 12;
const mostApart = 160;

interface Term {
	readonly quantity: Quantity;
	/** The number as it is written, without its unit. */
	readonly written: number;
	readonly start: number;
	readonly end: number;
}

/**
 * Computes what follows from lists of given amounts: the sum of three or more that follow each other, in a sentence, a list or a column; sums of
 * products ('three nights at \u20ac110, breakfast \u20ac12 for three days'); and what share of such a sum each term is. Numbers that stand
 * apart are not combined, so the results grow in proportion to the values.
 */
export function multiStepResults({ values, texts }: GivenIndex): Computed[] {
	const results: Computed[] = [];
	for (let first = 0; first < values.length; ) {
		let end = first;
		while (end < values.length && values[end]!.text === values[first]!.text) end++;
		const terms = termsOf(values.slice(first, end));
		const { plain } = texts[values[first]!.text]!;
		for (const list of listsOf(terms)) addSums(results, list);
		for (const column of columnsOf(terms, plain)) addSums(results, column);
		addSumsOfProducts(results, terms);
		first = end;
	}
	return results;
}

function termsOf(values: readonly GivenValue[]): Term[] {
	return values.flatMap(({ value }) => {
		if (value.kind !== 'amount') return [];
		return operandsOf(value).map((quantity) => ({ quantity, written: value.readings[0]!.value, start: value.start, end: value.end }));
	});
}

/** Runs of terms of each measure that stand near each other. */
function listsOf(terms: readonly Term[]): Term[][] {
	const open = new Map<string, Term[]>();
	const lists: Term[][] = [];
	for (const term of terms) {
		const list = open.get(term.quantity.measure);
		if (list !== undefined && term.start - list.at(-1)!.end <= mostApart) list.push(term);
		else {
			const begun = [term];
			open.set(term.quantity.measure, begun);
			lists.push(begun);
		}
	}
	return lists;
}

/** Of tables: the first, second and later amount of lines that follow each other and have as many. */
function columnsOf(terms: readonly Term[], plain: string): Term[][] {
	const lines: Term[][] = [];
	let end = -1;
	for (const term of terms) {
		if (term.start < end) lines.at(-1)!.push(term);
		else {
			lines.push([term]);
			const next = plain.indexOf('\n', term.start);
			end = next === -1 ? plain.length : next;
		}
	}
	const columns: Term[][] = [];
	for (let first = 0; first < lines.length; ) {
		let last = first;
		while (last < lines.length && lines[last]!.length === lines[first]!.length) last++;
		const width = lines[first]!.length;
		if (width > 1 && last - first > 1)
			for (let column = 0; column < width; column++) columns.push(lines.slice(first, last).map((line) => line[column]!));
		first = last;
	}
	return columns;
}

function addSums(results: Computed[], list: readonly Term[]): void {
	for (let first = 0; first < list.length; first++) {
		let [value, step] = [0, Infinity];
		for (let last = first; last < Math.min(list.length, first + mostTerms); last++) {
			const { quantity } = list[last]!;
			if (quantity.measure !== list[first]!.quantity.measure) break;
			value += quantity.value;
			step = Math.min(step, quantity.step);
			if (last > first + 1) results.push({ measure: quantity.measure, value, step, count: last - first + 1 });
		}
	}
	// Shares of the whole list.
	if (list.length < 3 || list.length > mostTerms || list[0]!.quantity.measure === percent.measure) return;
	const total = list.reduce((sum, { quantity }) => sum + quantity.value, 0);
	if (total > 0)
		for (const { quantity } of list) results.push({ measure: percent.measure, value: (100 * quantity.value) / total, step: 1e-9 });
}

/** Of four and six amounts in a row: the sum of the products of neighbors, and of the first half with the second. */
function addSumsOfProducts(results: Computed[], terms: readonly Term[]): void {
	for (const pairs of [2, 3])
		for (let first = 0; first + 2 * pairs <= terms.length; first++) {
			const row = terms.slice(first, first + 2 * pairs);
			if (row.at(-1)!.start - row[0]!.end > mostApart * pairs) continue;
			addProducts(
				results,
				row.slice(0, pairs).map((_, i) => [row[2 * i]!, row[2 * i + 1]!] as const),
			);
			addProducts(
				results,
				row.slice(0, pairs).map((one, i) => [one, row[pairs + i]!] as const),
			);
		}
}

function addProducts(results: Computed[], pairs: readonly (readonly [Term, Term])[]): void {
	let [value, step, measure] = [0, Infinity, ''];
	for (const [a, b] of pairs) {
		// A count, or a time that something is paid for.
		const isCount = ({ quantity }: Term): boolean => quantity.measure === '' || quantity.measure === timeMeasure;
		const [count, price] = isCount(a) ? [a, b] : [b, a];
		if (!isCount(count) || isCount(price) || !Number.isInteger(count.written)) return;
		if (measure !== '' && measure !== price.quantity.measure) return;
		({ measure } = price.quantity);
		value += count.written * price.quantity.value;
		step = Math.min(step, price.quantity.step);
	}
	results.push({ measure, value, step });
}

/** Returns the sums of three and more of some amounts that follow each other, as a sentence of the answer may show them: '12 + 30 + 7 = 49'. */
export function shownSums(amounts: readonly Amount[]): Computed[] {
	const results: Computed[] = [];
	const terms = amounts.flatMap((amount): Term[] => {
		const [quantity] = quantitiesOf(amount);
		return quantity === undefined ? [] : [{ quantity, written: amount.readings[0]!.value, start: amount.start, end: amount.end }];
	});
	for (const list of listsOf(terms)) addSums(results, list);
	return results;
}
