import { byRotatedName, isPacked, nameLikeness, unpackedName, type NameLikeness } from './rotated-names.ts';

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
