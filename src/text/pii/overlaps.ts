import type { Candidate, Sureness } from './candidate.ts';

const order: Readonly<Record<Sureness, number>> = { checked: 0, cue: 1, shape: 2 };

/**
 * Candidates of which no two overlap, in order: of two that do, the one that is said or checked before a shape alone, then the longer,
 * then the surer, then the earlier.
 */
export function withoutOverlaps(candidates: readonly Candidate[]): Candidate[] {
	const byRank = candidates
		.filter(({ start, end }) => end > start)
		.toSorted(
			(a, b) =>
				Number(a.sureness === 'shape') - Number(b.sureness === 'shape') ||
				b.end - b.start - (a.end - a.start) ||
				order[a.sureness] - order[b.sureness] ||
				a.start - b.start,
		);
	// Ranges taken so far, by where they begin: no two overlap, so the neighbour on either side decides.
	const taken: Candidate[] = [];
	for (const each of byRank) {
		const at = firstFrom(taken, each.start);
		const [left, right] = [taken[at - 1], taken[at]];
		if ((left === undefined || left.end <= each.start) && (right === undefined || right.start >= each.end)) taken.splice(at, 0, each);
	}
	return taken;
}

/** Index of the first that begins at `start` or later. */
function firstFrom(ranges: readonly Candidate[], start: number): number {
	let [low, high] = [0, ranges.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (ranges[middle]!.start < start) low = middle + 1;
		else high = middle;
	}
	return low;
}
