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
	const min = oldest !== null && shapeOf(oldest) === shapeOf(a) ? numbersOf(oldest)[at] : undefined;
	const grow = isDated || (min !== undefined && min < Math.min(one, other));
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

/**
 * What a file beside a log is to the file that is followed:
 * - `known`: it lay there before, with the same content;
 * - `empty`: nothing is in it yet;
 * - `copy`: it begins with all that was read before the log was cut, and goes on where reading ended;
 * - `part`: what was read before that, or of the file that was replaced, begins with it;
 * - `present`: what the log holds now begins with it, as with a copy whose log is about to be cut;
 * - `other`: another content;
 * - `unreadable`.
 */
export type Relation = 'known' | 'empty' | 'copy' | 'part' | 'present' | 'other' | 'unreadable';

export interface Sibling {
	readonly name: string;
	readonly id: string;
	readonly changed: bigint;
	readonly relation: Relation;
	/** Why it is unreadable. */
	readonly reason?: string;
}

/** Why lines of a followed file may not have been read. */
export type MissedLines =
	/** It was cut, and no copy beside it holds what it had. */
	| { readonly why: 'cut' }
	/** Another file has the name, and the one before is gone: so may be others that had the name in between. */
	| { readonly why: 'gone' }
	/** These were compressed before they were read. */
	| { readonly why: 'compressed'; readonly files: readonly string[] }
	/** These are new, and their names are made of the log's, but not as rotation has made others: they are not read. */
	| { readonly why: 'unlike'; readonly files: readonly string[] }
	/** This one cannot be read. */
	| { readonly why: 'unreadable'; readonly file: string; readonly reason: string }
	/** The folder of the file cannot be listed. */
	| { readonly why: 'folder'; readonly reason: string };

export interface RotationFacts {
	/** `begin`: before the first line of a content is handed on; `cut`: the file is not what was read; `replaced`: another file has its name. */
	readonly when: 'begin' | 'cut' | 'replaced';
	/** The log's name. */
	readonly log: string;
	/** The file that is followed, how many bytes of it were handed on, and whether it still has the log's name. */
	readonly held: { readonly id: string; readonly read: number; readonly hasName: boolean };
	/** Names of compressed ones that were not there before. */
	readonly packed: readonly string[];
	/** How many that are not compressed lay there before, and no longer do. */
	readonly vanished: number;
	/** A name that rotation has given before; `null`: none is known yet. */
	readonly example: string | null;
	/** What was last written to before that, in nanoseconds since 1970, is older than the held file. */
	readonly since: bigint;
}

export interface RotationPlan<S extends Sibling> {
	/** Holds what was read, and what was not of the same content. */
	readonly copy: S | null;
	/** To be read as a whole, in this order: of `replaced` after the held file, otherwise before what that holds now. */
	readonly files: readonly S[];
	readonly missed: readonly MissedLines[];
	/** Is not looked at again. */
	readonly settled: readonly S[];
	readonly example: string | null;
}

/** Times of some file systems have whole or even seconds, and clocks of processors differ. */
const clockError = 2_000_000_000n;

/**
 * Chooses, of what lies beside a log, what has to be read, in which order, and tells what cannot be read any more.
 * @param beside all files that are not compressed; the held one among them, where it was renamed
 */
export function planRotation<S extends Sibling>(facts: RotationFacts, beside: readonly S[]): RotationPlan<S> {
	const { when, held } = facts;
	const found = beside.toSorted((a, b) => byAge(a, b, null));
	const renamed = found.find(({ id }) => id === held.id);
	const isSince = ({ changed }: Sibling, time: bigint): boolean => changed >= time - clockError;
	// The first one: where a log was cut twice, what it had the second time may begin with the same lines.
	const copy = when === 'cut' ? found.find((one) => one.relation === 'copy' && isSince(one, facts.since)) : undefined;
	const oldest = when === 'replaced' ? renamed : copy;
	const example = oldest?.name ?? facts.example;
	const byAgeHere = (a: Sibling, b: Sibling): number => byAge(a, b, oldest?.name ?? null);
	const siblings = found.toSorted(byAgeHere);
	/** What was put away since then has the lines that come behind the oldest. */
	const between = oldest?.changed ?? facts.since;
	const likeness = (one: Sibling): NameLikeness => nameLikeness(one.name, facts.log, example);
	const isRotated = (one: S): boolean => {
		if (one.id === held.id || !isSince(one, facts.since)) return false;
		return likeness(one) === 'alike' || (likeness(one) === 'akin' && isSince(one, between));
	};
	const hasLines = (one: S): boolean => {
		// Two files may begin alike. If a name is not that of a rotation for sure, the file is rather a copy that somebody made.
		if (one.relation === 'part') return when === 'replaced' && likeness(one) === 'alike';
		return one.relation === 'other' || one.relation === 'copy';
	};

	const unread = siblings.filter((one) => one !== copy && hasLines(one) && isRotated(one));
	const unlike = siblings.filter(
		(one) => one.id !== held.id && one.relation === 'other' && likeness(one) === 'unlike' && isSince(one, between),
	);
	// What the held file has now is to be read behind all of them, unless it was renamed afterwards, and others came after it.
	const isLater = (one: S): boolean => when !== 'replaced' && !held.hasName && renamed !== undefined && byAgeHere(one, renamed) > 0;
	const files = unread.filter((one) => !isLater(one));
	const settled = siblings.filter((one) => one.relation !== 'empty' && !(unread.includes(one) && isLater(one)));
	const unreadable = siblings.filter((one) => one.relation === 'unreadable' && isRotated(one));
	const missed: MissedLines[] = unreadable.map(({ name, reason = '' }) => ({ why: 'unreadable', file: name, reason }));

	const names = new Set(siblings.map(({ name }) => name));
	// A compressed file whose name is still there without its ending is being made of that.
	const packed = facts.packed.filter((name) => fitsPacked(name, facts.log, example) && !names.has(unpackedName(name)));
	let unexplained = packed.length - facts.vanished;
	if (when === 'cut' && copy === undefined) {
		if (missed.length === 0 && (held.read > 0 || files.length === 0)) missed.push({ why: 'cut' });
	} else {
		if (when === 'replaced' && renamed === undefined) {
			if (unexplained <= 0) missed.push({ why: 'gone' });
			unexplained--;
		}
		if (unexplained > 0) missed.push({ why: 'compressed', files: packed });
	}
	if (unlike.length > 0) missed.push({ why: 'unlike', files: unlike.map(({ name }) => name) });
	return { copy: copy ?? null, files, missed, settled, example };
}

function fitsPacked(name: string, log: string, example: string | null): boolean {
	if (!isPacked(name)) return false;
	const likeness = nameLikeness(unpackedName(name), log, example);
	return likeness === 'alike' || likeness === 'akin' || (likeness === 'unlike' && example !== null);
}

/**
 * The older one first: what was written last was rotated last, and what was written within one tick of the clock is told apart by its name,
 * as far as that tells.
 */
function byAge(a: Sibling, b: Sibling, oldest: string | null): number {
	if (a.changed !== b.changed) return a.changed < b.changed ? -1 : 1;
	return byRotatedName(a.name, b.name, oldest);
}
