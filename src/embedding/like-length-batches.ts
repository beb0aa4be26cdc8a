/** How many texts may go together. */
export interface BatchLimits {
	/** Texts. */
	readonly texts: number;
	/** Tokens, with those that fill up short texts. */
	readonly tokens: number;
}

/**
 * Numbers of texts that go together, long ones first, each with texts of like length, so that little is computed for what fills up the short ones.
 * @param lengths tokens of each text.
 */
export function likeLengthBatches(lengths: readonly number[], limits: BatchLimits): number[][] {
	const order = lengths.map((_, i) => i).toSorted((a, b) => lengths[b]! - lengths[a]! || a - b);
	const batches: number[][] = [];
	for (const i of order) {
		const last = batches.at(-1);
		const fits = last !== undefined && last.length < limits.texts && (last.length + 1) * lengths[last[0]!]! <= limits.tokens;
		if (fits) last.push(i);
		else batches.push([i]);
	}
	return batches;
}
