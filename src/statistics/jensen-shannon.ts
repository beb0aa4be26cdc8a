/** How often each thing was counted. */
export type Counts = ReadonlyMap<string, number>;

/**
 * Jensen–Shannon divergence of two counted distributions, nats, in `[0, ln 2]`; `totals` are the sums of the counts. What the first lacks adds
 * `½ q ln 2` each, so that only the first's members are gone through: the second may be far larger.
 * @returns `NaN` when one of them has no count
 */
export function jensenShannon(first: Counts, second: Counts, totals: { readonly first: number; readonly second: number }): number {
	let sum = 0;
	let shared = 0;
	for (const [member, count] of first) {
		const p = count / totals.first;
		const q = (second.get(member) ?? 0) / totals.second;
		sum += p * Math.log((2 * p) / (p + q));
		if (q > 0) sum += q * Math.log((2 * q) / (p + q));
		shared += q;
	}
	// Rounding alone may take it out of its range.
	return Math.min(Math.LN2, Math.max(0, (sum + (1 - shared) * Math.LN2) / 2));
}
