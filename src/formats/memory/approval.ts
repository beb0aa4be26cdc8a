import type { MemoryEntry } from './memory-entry.ts';

/** A piece of an instruction file that somebody has approved. */
interface ApprovedEntry {
	/** SHA-256 of its text, line ends as `\n`. */
	readonly content: string;
	/** What it said, so that people can see what has changed. */
	readonly text: string;
	/** Section or key that it stood in. */
	readonly about: string | null;
	readonly who: string;
	/** ISO 8601 with an offset. */
	readonly when: string;
}

/** What was approved of a file, in the order in which it stood there; `approval-file.ts` has how it is written. */
export interface Approval {
	readonly entries: readonly ApprovedEntry[];
}

export const nothingApproved: Approval = { entries: [] };

/** What differs between what was approved and what stands there. */
export interface ApprovalDrift<E> {
	/** Nobody has approved it. */
	readonly added: readonly E[];
	/** It stands where another text was approved. */
	readonly changed: readonly { readonly before: ApprovedEntry; readonly after: E }[];
	/** Approved, and no longer there. */
	readonly gone: readonly ApprovedEntry[];
	/** Approved, and in another order than then. */
	readonly moved: readonly { readonly before: ApprovedEntry; readonly after: E }[];
	/** How many stand as they were approved. */
	readonly unchanged: number;
}

/** What is asked of an entry to compare it. */
export type Approvable = Pick<MemoryEntry, 'content' | 'text' | 'about'>;

/**
 * Compares a file with what was approved of it. The same text is the same entry (the second of two alike is the second one); of those, the most that
 * kept their order stay and the others have moved. Between two that stay, what is gone and what is new are pairs of a change: first those of one
 * section or key, then in their order; what is left over is gone, or added.
 */
export function approvalDrift<E extends Approvable>(approval: Approval, entries: readonly E[]): ApprovalDrift<E> {
	const before = approval.entries;
	/** For each entry, the index of the approved one that is the same text. */
	const matches = matched(before, entries);
	const stays = longestRising(matches);
	const taken = new Set(matches.filter((at) => at !== -1));
	const moved: { before: ApprovedEntry; after: E }[] = [];
	const changed: { before: ApprovedEntry; after: E }[] = [];
	const added: E[] = [];
	const gone: ApprovedEntry[] = [];
	matches.forEach((at, i) => {
		if (at !== -1 && !stays.has(i)) moved.push({ before: before[at]!, after: entries[i]! });
	});
	let [from, fromBefore] = [0, 0];
	const closeGap = (to: number, toBefore: number): void => {
		const news = entries.slice(from, to).filter((_, i) => matches[from + i] === -1);
		const olds = before.slice(fromBefore, toBefore).filter((_, i) => !taken.has(fromBefore + i));
		const pairs = pairsOf(olds, news);
		changed.push(...pairs.changed);
		added.push(...pairs.added);
		gone.push(...pairs.gone);
		[from, fromBefore] = [to + 1, toBefore + 1];
	};
	for (const i of [...stays].toSorted((a, b) => a - b)) closeGap(i, matches[i]!);
	closeGap(entries.length, before.length);
	return { added, changed, gone, moved, unchanged: stays.size };
}

/**
 * Approves entries of a file, `all` in their order: those in `approving` as they stand now, by `who`; what was approved before keeps who and when, and
 * what is gone goes. An entry that is neither stays unapproved.
 */
export function approve<E extends Approvable>(
	approval: Approval,
	{
		all,
		approving,
		who,
		when,
	}: { readonly all: readonly E[]; readonly approving: ReadonlySet<E>; readonly who: string; readonly when: string },
): Approval {
	const matches = matched(approval.entries, all);
	return {
		entries: all.flatMap((entry, i) => {
			const known = approval.entries[matches[i]!];
			const { content, text, about } = entry;
			if (known !== undefined) return [{ ...known, about }];
			return approving.has(entry) ? [{ content, text, about, who, when }] : [];
		}),
	};
}

/** The n-th entry of a text is the n-th approved one of it; -1: there are not as many. */
function matched(before: readonly ApprovedEntry[], entries: readonly Approvable[]): number[] {
	const places = new Map<string, number[]>();
	before.forEach(({ content }, at) => {
		const known = places.get(content);
		if (known === undefined) places.set(content, [at]);
		else known.push(at);
	});
	const used = new Map<string, number>();
	return entries.map(({ content }) => {
		const nth = used.get(content) ?? 0;
		used.set(content, nth + 1);
		return places.get(content)?.[nth] ?? -1;
	});
}

/** Indices of a longest rising run among the numbers that are not -1, by patience sorting. */
function longestRising(numbers: readonly number[]): Set<number> {
	/** Of each length, the index at which the run with the smallest end ends. */
	const ends: number[] = [];
	const previous = new Map<number, number>();
	numbers.forEach((number, i) => {
		if (number === -1) return;
		let [low, high] = [0, ends.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if (numbers[ends[middle]!]! < number) low = middle + 1;
			else high = middle;
		}
		if (low > 0) previous.set(i, ends[low - 1]!);
		ends[low] = i;
	});
	const rising = new Set<number>();
	for (let at = ends.at(-1); at !== undefined; at = previous.get(at)) rising.add(at);
	return rising;
}

function pairsOf<E extends Approvable>(
	olds: readonly ApprovedEntry[],
	news: readonly E[],
): { changed: { before: ApprovedEntry; after: E }[]; added: E[]; gone: ApprovedEntry[] } {
	const partners = new Map<E, ApprovedEntry>();
	const left = new Set(olds);
	const pair = (one: E, old: ApprovedEntry | undefined): void => {
		if (old === undefined) return;
		partners.set(one, old);
		left.delete(old);
	};
	const bySection = new Map<string | null, ApprovedEntry[]>();
	for (const old of olds) {
		const section = bySection.get(old.about);
		if (section === undefined) bySection.set(old.about, [old]);
		else section.push(old);
	}
	for (const one of news) pair(one, bySection.get(one.about)?.shift());
	const others = [...left].values();
	for (const one of news) if (!partners.has(one)) pair(one, others.next().value);
	return {
		changed: news.flatMap((after) => (partners.has(after) ? [{ before: partners.get(after)!, after }] : [])),
		added: news.filter((one) => !partners.has(one)),
		gone: [...left],
	};
}
