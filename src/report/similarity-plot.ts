import { screeningRules, type QueryScreenRecord, type ScreeningRule } from '../formats/query-screen-record.ts';

interface PlotPoint {
	readonly x: number;
	readonly y: number;
}

/** A query's similarities on one axis; heights go from 0 to 1 and mean nothing beside the curve. */
export interface SimilarityPlot {
	readonly from: number;
	readonly to: number;
	/** A normal distribution with the mean and deviation of the others; empty where they are all alike. */
	readonly curve: readonly PlotPoint[];
	/** Thresholds that lie in the picture. */
	readonly thresholds: readonly { readonly rule: ScreeningRule; readonly at: number; readonly decides: boolean }[];
	/** Documents that retrieval returned beside the nearest. */
	readonly others: readonly number[];
	readonly mean: number;
	readonly max: number;
}

/** Deviations that are drawn on both sides of the mean, and points of the curve a deviation. */
const [wide, fine] = [4, 10];
/** A cosine is no larger: a threshold further out is said in the table alone. */
const furthest = 1.1;

/** The picture of a record: the distribution of the other documents' similarities, the thresholds, and what was returned. */
export function similarityPlot({ mean, std, max, thresholds, rule, retrieved }: QueryScreenRecord): SimilarityPlot {
	const shown = screeningRules.flatMap((one) => {
		const at = thresholds[one];
		return at === null || at > furthest ? [] : [{ rule: one, at, decides: one === rule }];
	});
	const others = retrieved.slice(1).map(({ similarity }) => similarity);
	const low = Math.min(mean - wide * std, ...others, max);
	const high = Math.max(mean + wide * std, max, ...shown.map(({ at }) => at));
	const margin = Math.max(high - low, 0.01) * 0.04;
	const steps = Array.from({ length: 2 * wide * fine + 1 }, (_, i) => i / fine - wide);
	return {
		from: low - margin,
		to: high + margin,
		curve: std === 0 ? [] : steps.map((u) => ({ x: mean + u * std, y: Math.exp((-u * u) / 2) })),
		thresholds: shown,
		others,
		mean,
		max,
	};
}
