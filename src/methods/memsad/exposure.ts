/** Chance that a planted entry is retrieved at least once: `1 − (1 − ASR-R)^{Nq}`, in N sessions of q queries. */
export function compoundExposure(retrievalRate: number, sessions: number, queriesPerSession: number): number {
	return retrievalRate >= 1
		? Number(sessions * queriesPerSession > 0)
		: -Math.expm1(sessions * queriesPerSession * Math.log1p(-retrievalRate));
}

/** The fewest whole sessions after which that chance is at least `probability`; infinite where it never is. */
export function sessionsUntil(probability: number, retrievalRate: number, queriesPerSession: number): number {
	if (probability <= 0) return 0;
	if (retrievalRate >= 1) return queriesPerSession > 0 ? 1 : Infinity;
	const needed = Math.log1p(-probability) / (queriesPerSession * Math.log1p(-retrievalRate));
	// A whole number of sessions comes out just above itself.
	return Math.ceil(needed - 1e-9);
}
