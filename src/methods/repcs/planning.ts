/**
 * Largest log-ratio `γ = max_t |ln P_rag(y_t) − ln P_para(y_t)|` over responses, nats: Lemma III.3 of the paper takes it for a constant of
 * the model. It is a measurement of these responses, and the next one may exceed it.
 * @param responses each `[T]` log-probabilities on both paths
 * @param clip largest value that is counted, nats: where one path excludes a token the ratio is infinite. A clipped `γ` must be shown as such.
 * @throws RangeError when the arrays of a response differ in length, or without any token.
 */
export function largestLogRatio(
	responses: readonly { readonly withContext: Float64Array; readonly withoutContext: Float64Array }[],
	clip = Infinity,
): number {
	let largest = -1;
	for (const { withContext, withoutContext } of responses) {
		if (withContext.length !== withoutContext.length)
			throw new RangeError(`${withContext.length} log-probabilities with context, ${withoutContext.length} without`);
		for (const [t, one] of withContext.entries()) {
			const other = withoutContext[t]!;
			// Impossible on both paths: no ratio.
			largest = Math.max(largest, one === other ? 0 : Math.min(clip, Math.abs(one - other)));
		}
	}
	if (largest < 0) throw new RangeError('there is no token to measure a log-ratio on');
	return largest;
}

/** What the paper's sample-size rule is a function of. */
export interface PaperPlan {
	/** `γ`, nats. */
	readonly logRatio: number;
	/** `T`. */
	readonly tokens: number;
	/** `Δ`: mean `Z` of clean less mean `Z` of memorised queries, nats. */
	readonly gap: number;
	/** `ε`: share of memorised queries that may be missed, and of calibrations that may fail. */
	readonly missed: number;
}

/**
 * The paper's planning figure for the number of clean calibration queries, `⌈8 γ² T Δ⁻² ln(2/ε)⌉` (Theorem III.4). Not a guarantee: its
 * proof takes `γ` for a constant and the DKW inequality for a bound of quantiles (docs/methods/repcs.md). To be shown as 'the paper's planning
 * figure' only; what holds is `conformalThreshold`, from `minConformalSample(α)` queries on.
 * @throws RangeError unless `γ >= 0`, `T >= 1`, `Δ > 0` and `0 < ε < 1`.
 */
export function paperSampleSize({ logRatio, tokens, gap, missed }: PaperPlan): number {
	if (!(logRatio >= 0 && tokens >= 1 && gap > 0 && missed > 0 && missed < 1))
		throw new RangeError(`no sample size for a log-ratio of ${logRatio}, ${tokens} tokens, a gap of ${gap} and a miss rate of ${missed}`);
	return Math.ceil((8 * logRatio ** 2 * tokens * Math.log(2 / missed)) / gap ** 2);
}
