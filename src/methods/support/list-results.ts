import type { GivenIndex, GivenValue } from './given-index.ts';
import { operandsOf, type Quantity } from './quantities.ts';
import { percent, timeMeasure } from './units.ts';

/** What follows from a list of amounts: a sum, the share of one of them in the whole list, or the average of the list. */
export interface ListResult {
	readonly is: 'sum' | 'share' | 'average';
	readonly measure: string;
	readonly value: number;
	/** What its last digit counts. A ratio has as many digits as anybody writes. */
	readonly step: number;
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
 * products ('three nights at \u20ac110, breakfast \u20ac12 for three days'); the average of a whole list, and what share of it each term is. Numbers that stand
 * apart are not combined, so the results grow in proportion to the values.
 */
export function listResults({ values, texts }: GivenIndex): ListResult[] {
	const results: ListResult[] = [];
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

function addSums(results: ListResult[], list: readonly Term[]): void {
	for (let first = 0; first < list.length; first++) {
		let [value, step] = [0, Infinity];
		for (let last = first; last < Math.min(list.length, first + mostTerms); last++) {
			const { quantity } = list[last]!;
			if (quantity.measure !== list[first]!.quantity.measure) break;
			value += quantity.value;
			step = Math.min(step, quantity.step);
			if (last > first + 1) results.push({ is: 'sum', measure: quantity.measure, value, step });
		}
	}
	if (list.length < 3 || list.length > mostTerms) return;
	const { measure } = list[0]!.quantity;
	const total = list.reduce((sum, { quantity }) => sum + quantity.value, 0);
	results.push({ is: 'average', measure, value: total / list.length, step: exactStep });
	if (measure === percent.measure || total <= 0) return;
	for (const { quantity } of list)
		results.push({ is: 'share', measure: percent.measure, value: (100 * quantity.value) / total, step: exactStep });
}

const exactStep = 1e-9;

/** Of four and six amounts in a row: the sum of the products of neighbors, and of the first half with the second. */
function addSumsOfProducts(results: ListResult[], terms: readonly Term[]): void {
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

function addProducts(results: ListResult[], pairs: readonly (readonly [Term, Term])[]): void {
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
	results.push({ is: 'sum', measure, value, step });
}
