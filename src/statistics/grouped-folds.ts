import { shuffled, type Random } from './random.ts';

/** Samples with what keeps them together: all of one group (an entity, a response) stand on the same side of every cut. */
export interface GroupedSamples {
	/** One a sample: 1 for positive, 0 for negative. */
	readonly labels: ArrayLike<number>;
	/** One a sample. */
	readonly groups: readonly string[];
}

/**
 * Cuts samples into folds of like size and like share of positives, groups kept whole (as scikit-learn's `StratifiedGroupKFold`): the
 * groups, shuffled, then by falling size, go one after another where their classes are fewest. With a group for each sample it is
 * plain stratification: fold sizes of a class differ by at most one.
 * @returns for each fold its samples' indices, ascending; no fold is empty.
 * @throws RangeError for fewer groups than folds, or sizes that differ.
 */
export function stratifiedFolds(random: Random, samples: GroupedSamples, count: number): number[][] {
	const groups = groupsOf(samples);
	if (!Number.isInteger(count) || count < 2 || groups.length < count) throw new RangeError(`${count} folds of ${groups.length} groups`);
	const totals = countsOf(groups);
	const folds = Array.from({ length: count }, () => ({ rows: [] as number[], counts: [0, 0] }));
	for (const group of shuffled(random, groups).toSorted((a, b) => b.rows.length - a.rows.length)) {
		const cost = ({ counts, rows }: (typeof folds)[number]): number[] => [crowding(counts, group.counts, totals), rows.length];
		// An empty fold is taken first, so that none stays empty.
		const fold = folds.reduce((best, other) => (isLess(cost(other), cost(best)) ? other : best));
		fold.rows.push(...group.rows);
		fold.counts = plus(fold.counts, group.counts);
	}
	return folds.map(({ rows }) => rows.toSorted((a, b) => a - b));
}

/**
 * A part of about `share` of the samples of either class, groups kept whole.
 * @returns indices of the part and of the rest, ascending; neither is empty.
 * @throws RangeError for fewer than two groups.
 */
export function stratifiedPart(random: Random, samples: GroupedSamples, share: number): { part: number[]; rest: number[] } {
	const groups = groupsOf(samples);
	if (groups.length < 2) throw new RangeError(`nothing can be held out of ${groups.length} groups`);
	const totals = countsOf(groups);
	const distance = (counts: readonly number[]): number =>
		counts.reduce((sum, n, c) => sum + (totals[c]! > 0 ? (n / totals[c]! - share) ** 2 : 0), 0);
	const part: Group[] = [];
	let counts: readonly number[] = [0, 0];
	for (const group of shuffled(random, groups)) {
		const more = plus(counts, group.counts);
		if (distance(more) >= distance(counts) || part.length === groups.length - 1) continue;
		part.push(group);
		counts = more;
	}
	// Where every group is too large, the one that misses the share least.
	if (part.length === 0) part.push(groups.reduce((best, group) => (distance(group.counts) < distance(best.counts) ? group : best)));
	const held = new Set(part);
	const rows = (of: readonly Group[]): number[] => of.flatMap((group) => group.rows).toSorted((a, b) => a - b);
	return { part: rows(part), rest: rows(groups.filter((group) => !held.has(group))) };
}

/** One fold a group, in the order in which the groups appear. */
export function leaveOneGroupOut(samples: GroupedSamples): number[][] {
	return groupsOf(samples).map((group) => group.rows);
}

interface Group {
	readonly rows: readonly number[];
	/** Negatives and positives. */
	readonly counts: readonly number[];
}

function groupsOf({ labels, groups }: GroupedSamples): { rows: number[]; counts: number[] }[] {
	if (labels.length !== groups.length) throw new RangeError(`${labels.length} labels for ${groups.length} groups`);
	const found = new Map<string, { rows: number[]; counts: number[] }>();
	for (const [row, name] of groups.entries()) {
		let group = found.get(name);
		if (group === undefined) found.set(name, (group = { rows: [], counts: [0, 0] }));
		group.rows.push(row);
		group.counts[labels[row] === 1 ? 1 : 0]!++;
	}
	return [...found.values()];
}

function countsOf(groups: readonly Group[]): number[] {
	return [0, 1].map((c) => groups.reduce((sum, group) => sum + group.counts[c]!, 0));
}

function plus(a: readonly number[], b: readonly number[]): number[] {
	return a.map((n, c) => n + b[c]!);
}

/** How much more uneven the folds become by `added`: half the growth of the sum of squared class shares, less what is the same for every fold. */
function crowding(counts: readonly number[], added: readonly number[], totals: readonly number[]): number {
	return counts.reduce((sum, n, c) => sum + (totals[c]! > 0 ? (n * added[c]!) / totals[c]! ** 2 : 0), 0);
}

function isLess(a: readonly number[], b: readonly number[]): boolean {
	return a[0]! < b[0]! || (a[0] === b[0] && a[1]! < b[1]!);
}
