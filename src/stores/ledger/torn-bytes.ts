import type { LedgerRecord } from '../../formats/ledger-record.ts';
import { nothing, type Amount } from './amounts.ts';

/** Stands between the bytes of a record that was cut off and the record that marks them, in one line (as in RFC 7464): no record holds it, for JSON escapes it. */
export const tornSeparator = 0x1e;

const startOf = (kind: LedgerRecord['kind']): string => `{"kind":"${kind}"`;
const spending = startOf('spend');
const others = (['begin', 'budget', 'release', 'torn'] as const).map(startOf);
const marking = startOf('torn');
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

function countsOfOne(piece: string): Amount | null {
	const found = amounts.exec(piece);
	if (found !== null) return { microEpsilon: Number(found[1]), femtoDelta: Number(found[2]) };
	return !spending.startsWith(piece) && others.some((other) => isBeginningOf(other, piece)) ? nothing : null;
}

/** Whether a text begins so, or may go on so. */
function isBeginningOf(start: string, piece: string): boolean {
	return piece.startsWith(start) || start.startsWith(piece);
}
