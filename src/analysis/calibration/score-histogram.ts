/** Counts of scores by class; `edges` has one more than each list of counts. */
export interface ScoreHistogram {
	readonly edges: readonly number[];
	readonly negative: readonly number[];
	readonly positive: readonly number[];
}

const bins = 40;

/** Bins of one width from the least to the greatest score; scores of which nobody says what they are count with the negative ones. */
export function scoreHistogram(spans: readonly { readonly score: number; readonly positive: boolean | null }[]): ScoreHistogram {
	if (spans.length === 0) return { edges: [0, 1], negative: [0], positive: [0] };
	const least = spans.reduce((low, { score }) => Math.min(low, score), Infinity);
	const greatest = spans.reduce((high, { score }) => Math.max(high, score), -Infinity);
	const width = greatest > least ? (greatest - least) / bins : 1;
	const edges = Array.from({ length: bins + 1 }, (_, i) => (i === bins && greatest > least ? greatest : least + i * width));
	const none = Array.from({ length: bins }, () => 0);
	const counts = { negative: [...none], positive: [...none] };
	for (const { score, positive } of spans)
		counts[positive === true ? 'positive' : 'negative'][Math.min(bins - 1, Math.floor((score - least) / width))]!++;
	return { edges, ...counts };
}
