import { extname } from 'node:path';

const packedEnd = /\.(?:gz|bz2|xz|zst|lz4|lzma|br|z|zip|7z)$/i;
/** What tells files of a rotation apart, between separators: a number, a date or a time. */
const numberMark = /^\d[\dtz]*$/i;
/** The same: a word for an older version. */
const ageMark = /^(?:old|older|oldest|bak|backup|prev|previous|last)$/i;
/** The same: a day of the week or a month. */
const calendarMark =
	/^(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/i;
const marks = [numberMark, ageMark, calendarMark];
/** Between separators. */
const separators = /[-._@+~: ]+/;
const uuid = /^[-._@+~ ][\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

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
 * Tells whether a name is the log's with a number, a date, an id or a word such as `old` behind it: `queries.jsonl.1`, `queries.jsonl-20260131`, `queries.jsonl~`.
 * Not so `queries-2.jsonl`, which may be the log of another program.
 */
export function isRotatedName(name: string, log: string): boolean {
	const framed = framedName(name, log);
	if (framed === null || framed.frame !== log) return false;
	return uuid.test(framed.mark) || partsOf(framed.mark).every((part) => marks.some((kind) => kind.test(part)));
}

/**
 * What the name of a file beside a log is to the names that rotation has given:
 * - `alike`: it differs from them in its numbers alone;
 * - `akin`: it differs from the log's name where they do, by what is of the same kind: a number, an id, or a word for a time or an age;
 * - `unlike`: it differs from the log's name where they do, and may be of the rotation as well;
 * - `other`.
 */
export type NameLikeness = 'alike' | 'akin' | 'unlike' | 'other';

/** Compares a name with one that rotation has given. @param example `null`: none is known yet; what `isRotatedName` takes for one is `alike` then */
export function nameLikeness(name: string, log: string, example: string | null): NameLikeness {
	if (example === null ? isRotatedName(name, log) : shapeOf(name) === shapeOf(example)) return 'alike';
	const framed = framedName(name, log);
	const given = example === null ? { frame: log, mark: '.x' } : framedName(example, log);
	if (framed === null || given === null || framed.frame !== given.frame) return 'other';
	if (areAkin(framed.mark, given.mark)) return 'akin';
	// Where rotation gives words of its own, every name of as many parts may be one. Numbers, ages and days are a program's whole choice.
	const isFree = kindOf(given.mark) === null && partsOf(framed.mark).length === partsOf(given.mark).length;
	return isFree || kindOf(framed.mark) !== null ? 'unlike' : 'other';
}

function areAkin(one: string, other: string): boolean {
	const isId = /\d/.test(one) && /\d/.test(other) && idShape(one) === idShape(other);
	const [kind, otherKind] = [kindOf(one), kindOf(other)];
	return isId || (kind !== null && kind === otherKind);
}

/** Ids of one kind are as long, and have their signs at the same places. */
function idShape(mark: string): string {
	return mark.replace(/[\p{L}\p{N}]/gu, 'x');
}

/** The rarest kind among the parts of a mark; `null`: it has another one. */
function kindOf(mark: string): RegExp | null {
	const kinds = partsOf(mark).map((part) => marks.findIndex((kind) => kind.test(part)));
	return kinds.includes(-1) ? null : (marks[Math.max(...kinds)] ?? null);
}

function partsOf(mark: string): string[] {
	return mark.split(separators).filter((part) => part !== '');
}

/** Cuts a name into what it has of the log's and what was put in: behind the whole name, or between that and its ending. `null`: it is not made of the log's. */
function framedName(name: string, log: string): { readonly frame: string; readonly mark: string } | null {
	const isBehind = name.startsWith(log);
	const base = isBehind ? log : stemOf(log);
	const ending = log.slice(base.length);
	const end = !isBehind && name.endsWith(ending) ? ending : '';
	if (!name.startsWith(base) || name.length <= base.length + end.length) return null;
	const mark = name.slice(base.length, name.length - end.length);
	return /^[-._@+~ ]/.test(mark) ? { frame: isBehind ? log : `${base}*${end}`, mark } : null;
}

/** What names of one rotation have in common: their numbers are left out. */
export function shapeOf(name: string): string {
	return name.replace(/\d+/g, '#');
}

/**
 * Orders names of one shape, the older file first. With a date all numbers grow (`log-20260131.9`, `log-20260131.10`).
 * Otherwise they fall where programs rename all of them (`log.2`, `log.1`) and grow where a file keeps its name (`log-0`, `log-1`).
 * Which it is, the name of the oldest file tells. Without it they fall, which may be wrong.
 * `older` is before `old`. Of ids and other words the order is that of their letters, which may be wrong as well.
 * @param oldest the name of a file that is older than both; `null`: none is known
 */
export function byRotatedName(a: string, b: string, oldest: string | null = null): number {
	const isDated = date.test(a) && date.test(b);
	const [numbersA, numbersB] = [numbersOf(a), numbersOf(b)];
	const at = numbersA.findIndex((number, index) => number !== numbersB[index]);
	const [one, other] = [numbersA[at], numbersB[at]];
	if (one === undefined || other === undefined) return ageOf(a) - ageOf(b) || (a < b ? -1 : a > b ? 1 : 0);
	const least = oldest !== null && shapeOf(oldest) === shapeOf(a) ? numbersOf(oldest)[at] : undefined;
	const grow = isDated || (least !== undefined && least < Math.min(one, other));
	return grow ? one - other : other - one;
}

/** The lower, the older. */
function ageOf(name: string): number {
	const parts = partsOf(name.toLowerCase());
	return parts.includes('oldest') ? 0 : parts.includes('older') ? 1 : 2;
}

function numbersOf(name: string): number[] {
	return (name.match(/\d+/g) ?? []).map(Number);
}
