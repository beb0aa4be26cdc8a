import type { LedgerRecord } from '../../formats/ledger-record.ts';
import { larger, nothing, plus, type Amount } from './amounts.ts';

/** Stands between the bytes of a record that was cut off and the record that marks them, in one line (as in RFC 7464): no record holds it, for JSON escapes it. */
export const tornSeparator = 0x1e;

const startOf = (kind: LedgerRecord['kind']): string => `{"kind":"${kind}"`;
const spending = startOf('spend');
const others = (['begin', 'budget', 'release', 'torn'] as const).map(startOf);
const marking = startOf('torn');
const budgeting = startOf('budget');
/** The numbers of spends, by their names or by what follows them, if the name was changed. */
const epsilons = /(?:"microEpsilon":|(?<!\d)(?=\d{1,15},"femtoDelta":))(\d{1,15})/g;
const deltas = /(?:"femtoDelta":|(?<!\d)(?=\d{1,15},"release":))(\d{1,15})/g;
const amounts = /^\{"kind":"spend","microEpsilon":(\d{1,15}),"femtoDelta":(\d{1,15}),/;

/**
 * What the bytes of a record that was cut off count for: a `spend` by its amounts where both stand there to their last digit,
 * other kinds nothing. `null`: it may have been a `spend` of any amount.
 */
export function countsOf(bytes: Buffer): Amount | null {
	const [first = '', ...markings] = bytes.toString('latin1').split(String.fromCharCode(tornSeparator));
	// Behind a separator stands what marks what is before it, perhaps cut off itself.
	return markings.every((piece) => isBeginningOf(marking, piece)) ? countsOfOne(first) : null;
}

/**
 * Returns what bytes that are no sound record have spent at least: the sum of all amounts in them, except those of a budget. Of a number of which a digit was changed,
 * the digits before it count. The bytes may hold several records, if the line feed between two was changed.
 */
export function leastOf(bytes: Buffer): Amount {
	let least = nothing;
	const parts = bytes.toString('latin1').split(String.fromCharCode(tornSeparator));
	for (const piece of parts.flatMap((part) => part.split(/(?=\{"kind":)/))) {
		// What marks a record that was cut off repeats the amounts of that record.
		const add = piece.startsWith(marking) ? larger : plus;
		if (!isOfBudget(piece)) least = add(least, { microEpsilon: sumOf(epsilons, piece), femtoDelta: sumOf(deltas, piece) });
	}
	return least;
}

/** In doubt it is a spend's. */
function isOfBudget(piece: string): boolean {
	return (piece.startsWith(budgeting) || piece.includes('"renewal":')) && !piece.includes('"release":');
}

function sumOf(numbers: RegExp, piece: string): number {
	let sum = 0;
	for (const [, digits = ''] of piece.matchAll(numbers)) sum += Number(digits);
	return Math.min(sum, Number.MAX_SAFE_INTEGER);
}

function countsOfOne(piece: string): Amount | null {
	const found = amounts.exec(piece);
	if (found !== null) return { microEpsilon: Number(found[1]), femtoDelta: Number(found[2]) };
	return !spending.startsWith(piece) && others.some((other) => isBeginningOf(other, piece)) ? nothing : null;
}

/** Whether a text begins so, or may go on so. */
function isBeginningOf(start: string, piece: string): boolean {
	return piece.startsWith(start) || start.startsWith(piece);
}
