import type { SuspicionScale } from '../../formats/detectors/figures.ts';

/**
 * The isotonic scale of a profile: scores are put into `bins` groups of like size (equal scores together), each group's share of
 * ungrounded sentences stands at its mean score, and neighbours that fall are pooled until none does (pool adjacent violators,
 * weighted by size). The share of a group is `(ungrounded + 1/2) / (size + 1)`, so that no finite sample claims certainty.
 * @param scores of calibration sentences, higher is more suspect
 * @param ungrounded the same sentences' labels
 */
export function fitSuspicionScale(scores: readonly number[], ungrounded: readonly boolean[], bins = 20): SuspicionScale {
	if (scores.length === 0 || scores.length !== ungrounded.length)
		throw new RangeError(`${scores.length} scores, ${ungrounded.length} labels`);
	const pools: Pool[] = [];
	for (const group of groupsOf(scores, ungrounded, bins)) {
		let pool = group;
		while (pools.length > 0 && shareOf(pools.at(-1)!) >= shareOf(pool)) pool = join(pools.pop()!, pool);
		pools.push(pool);
	}
	return { kind: 'isotonic', knots: pools.map((pool) => ({ score: pool.sum / pool.size, share: shareOf(pool) })) };
}

interface Pool {
	readonly sum: number;
	readonly size: number;
	readonly ungrounded: number;
}

function groupsOf(scores: readonly number[], ungrounded: readonly boolean[], bins: number): Pool[] {
	const order = scores.map((score, i) => ({ score, ungrounded: ungrounded[i]! })).toSorted((a, b) => a.score - b.score);
	const groups: Pool[] = [];
	let start = 0;
	for (let bin = 1; bin <= bins; bin++) {
		let end = Math.max(start, Math.round((order.length * bin) / bins));
		while (end > 0 && end < order.length && order[end]!.score === order[end - 1]!.score) end++;
		if (end === start) continue;
		const members = order.slice(start, end);
		groups.push({
			sum: members.reduce((s, m) => s + m.score, 0),
			size: members.length,
			ungrounded: members.filter((m) => m.ungrounded).length,
		});
		start = end;
	}
	return groups;
}

function shareOf({ ungrounded, size }: Pool): number {
	return (ungrounded + 0.5) / (size + 1);
}

function join(a: Pool, b: Pool): Pool {
	return { sum: a.sum + b.sum, size: a.size + b.size, ungrounded: a.ungrounded + b.ungrounded };
}
