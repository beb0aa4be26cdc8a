import { extname } from 'node:path';

const packedEnd = /\.(?:gz|bz2|xz|zst|lz4|lzma|br|z|zip|7z)$/i;
/** What tells files of a rotation apart, between separators: a number, a date, a time, or a word for an older version. */
const mark = /^(?:\d[\dtz]*|old|bak|backup|prev|previous|last)$/i;

/** A year and a month, or seconds since 1970. */
const date = /(?<!\d)(?:(?:19|20)\d\d[-._]?[01]\d|\d{10,})/;

/** Tells whether a name says that the file is compressed. */
export function isPacked(name: string): boolean {
	return packedEnd.test(name);
}

/** The name that a compressed file had before, by that of now. */
export function unpackedName(name: string): string {
	return name.replace(packedEnd, '');
}

/** A name without its ending, which names of files that a log is rotated to begin with: `queries` of `queries.jsonl`. */
export function stemOf(log: string): string {
	const stem = log.slice(0, log.length - extname(log).length);
	return stem === '' ? log : stem;
}

/**
 * Tells whether a name is the log's with a number, a date or a word such as `old` behind it: `queries.jsonl.1`, `queries.jsonl-20260131`, `queries.jsonl~`.
 * Not so `queries-2.jsonl`, which may be the log of another program.
 */
export function isRotatedName(name: string, log: string): boolean {
	if (!name.startsWith(log) || name === log) return false;
	const rest = name.slice(log.length);
	if (!/^[-._@+~ ]/.test(rest)) return false;
	return rest.split(/[-._@+~: ]+/).every((part) => part === '' || mark.test(part));
}

/** What names of one rotation have in common: their numbers are left out. */
export function shapeOf(name: string): string {
	return name.replace(/\d+/g, '#');
}

/**
 * Orders names of one shape, the older file first. Without a date the larger number is older (`log.2`, `log.1`), as programs count that rename all of them.
 * With a date all numbers grow (`log-20260131.9`, `log-20260131.10`).
 */
export function byRotatedName(a: string, b: string): number {
	const isDated = date.test(a) && date.test(b);
	const [numbersA, numbersB] = [numbersOf(a), numbersOf(b)];
	const at = numbersA.findIndex((number, index) => number !== numbersB[index]);
	const [one, other] = [numbersA[at], numbersB[at]];
	if (one !== undefined && other !== undefined) return isDated ? one - other : other - one;
	return a < b ? -1 : a > b ? 1 : 0;
}

function numbersOf(name: string): number[] {
	return (name.match(/\d+/g) ?? []).map(Number);
}
