import type { PatternMatch, PatternSeverity } from './pattern-match.ts';

/** How grave a match is: the graver goes first. */
export const severityWeight: Readonly<Record<PatternSeverity, number>> = { error: 2, warning: 1, info: 0 };

/**
 * Returns matches in order of the text; of overlapping matches of one rule the gravest, of equals the longest. Matches are compared only with those that they
 * may overlap, so that a text of many thousands takes no more than sorting them.
 */
export function distinctMatches<T extends Pick<PatternMatch, 'rule' | 'severity' | 'start' | 'end'>>(matches: readonly T[]): T[] {
	const byRule = new Map<PatternMatch['rule'], T[]>();
	for (const match of matches) {
		const some = byRule.get(match.rule);
		if (some === undefined) byRule.set(match.rule, [match]);
		else some.push(match);
	}
	return [...byRule.values()]
		.flatMap((some) => chainsOf(some).flatMap(withoutOverlaps))
		.toSorted((a, b) => a.start - b.start || a.end - b.end);
}

/** Matches in groups of which none overlaps a match of another. */
function chainsOf<T extends Pick<PatternMatch, 'start' | 'end'>>(matches: readonly T[]): T[][] {
	const chains: T[][] = [];
	let reached = -1;
	for (const match of matches.toSorted((a, b) => a.start - b.start)) {
		if (match.start < reached) chains.at(-1)!.push(match);
		else chains.push([match]);
		reached = Math.max(reached, match.end);
	}
	return chains;
}

function withoutOverlaps<T extends Pick<PatternMatch, 'severity' | 'start' | 'end'>>(matches: readonly T[]): T[] {
	if (matches.length === 1) return [...matches];
	const kept: T[] = [];
	for (const match of matches.toSorted(
		(a, b) => severityWeight[b.severity] - severityWeight[a.severity] || b.end - b.start - (a.end - a.start) || a.start - b.start,
	))
		if (!kept.some((other) => other.start < match.end && match.start < other.end)) kept.push(match);
	return kept;
}
