import type { FitOptions } from '../../methods/spad/fit-classifier.ts';
import { trainModel } from '../../methods/spad/fit-classifier.ts';
import { drawSettings, fewLabelsPlan } from '../../methods/spad/fit-plan.ts';
import { otherRows, samplesAt, type Samples } from '../../methods/spad/samples.ts';
import { predictProbabilities } from '../../statistics/boosted-trees/predict.ts';
import { areaInterval } from '../../statistics/area-interval.ts';
import { clusteredAuc, type AreaUnderCurve } from '../../statistics/clustered-auc.ts';
import { stratifiedFolds } from '../../statistics/grouped-folds.ts';
import { seededRandom, shuffled, type Random } from '../../statistics/random.ts';
import { learningAdvice, tooFewLabels, type LabelCounts, type LearningCurve } from './learning-advice.ts';
import { fitPowerLaw } from './power-law.ts';
import type { Interval as Estimate } from '../../formats/detectors/figures.ts';

export interface LearningCurveOptions extends Pick<FitOptions, 'featureNames' | 'signal'> {
	readonly seed: number;
	/** One a sample: a score that needs no labels, higher is more suspect, such as the mean entropy. */
	readonly fallback?: ArrayLike<number>;
	/** What that score is called in the advice. */
	readonly fallbackName?: string;
	/** Draws of subsets. */
	readonly repeats?: number;
	/** Trainings done, of all; waited for. */
	readonly onProgress?: (done: number, of: number) => unknown;
}

const folds = 5;
/** More labels than this make a training long and its point no clearer. */
const mostInPoint = 1000;
/** The least subset that a classifier is trained on. */
const leastInPoint = 16;
/** A gain of area that a doubling of the labels must promise to be worth the reading. */
const worthwhile = 0.005;

/**
 * The area under the curve against the number of labels: whole groups are drawn from the training part of each of five grouped,
 * stratified folds, up to a half, a quarter … of the labels; a classifier of the few-labels plan is trained on them and judges the fold that it has
 * not seen; scores are pooled over the folds. The value of a point is the mean over the repeats; its 95 % interval takes the variance
 * of the sample (clustered, by group) and that between repeats together. What more labels would bring is read off `a − b · n^−c`
 * (Figueroa et al., BMC Medical Informatics 2012), fitted to the points of each repeat. The same samples and seed give the same curve.
 * @throws the signal's reason, within one round.
 */
export async function learningCurve(samples: Samples, options: LearningCurveOptions): Promise<LearningCurve> {
	const { seed, repeats = 5, fallback, fallbackName = 'the score that needs no labels' } = options;
	const counts = countsOf(samples);
	const area = fallback === undefined ? null : areaIn(samples, fallback);
	const base = { counts, fallback: area === null ? null : estimateOf([area]) };
	if (tooFewLabels(counts)) return { ...base, points: [], better: 'fallback', doubled: null, more: null, advice: learningAdvice({ ...base, points: [], better: 'fallback', doubled: null, more: null }, fallbackName) };

	const sizes = subsetSizes(samples.labels.length);
	const random = seededRandom(seed);
	const counted = progress(repeats * sizes.length * folds, options.onProgress);
	const found: (AreaUnderCurve | null)[][] = [];
	for (let repeat = 0; repeat < repeats; repeat++) found.push(await oneRepeat(samples, sizes, random, options, counted));
	const whole = (areas: readonly (AreaUnderCurve | null)[]): areas is readonly AreaUnderCurve[] => areas.length > 0 && !areas.includes(null);
	const points = sizes.flatMap((labels, i) => {
		const areas = found.map((row) => row[i] ?? null);
		return whole(areas) ? [{ labels, areas, auc: estimateOf(areas) }] : [];
	});
	const last = points.at(-1);
	const better = last !== undefined && (base.fallback === null || last.auc.value > base.fallback.value) ? 'classifier' : 'fallback';
	const forecasts = points.length < 3 ? [] : found.map((_, repeat) => fitPowerLaw(points.map(({ labels, areas }) => ({ x: labels, y: areas[repeat]!.value }))));
	const at = (n: number): number => forecasts.reduce((sum, curve) => sum + curve(n), 0) / forecasts.length;
	const n = counts.labels;
	const doubled = last === undefined || forecasts.length === 0 ? null : { labels: 2 * n, auc: spreadOf(forecasts.map((curve) => curve(2 * n)), last.areas) };
	const more = doubled === null ? null : moreWorthwhile(n, at);
	const result = { ...base, points: points.map(({ labels, auc }) => ({ labels, auc })), better, doubled, more } as const;
	return { ...result, advice: learningAdvice(result, fallbackName) };
}

/** Ascending: four fifths of the labels (what a fold leaves), half of that, and so on. */
export function subsetSizes(labels: number): number[] {
	const sizes: number[] = [];
	for (let size = Math.min(mostInPoint, Math.floor(labels * (folds - 1) / folds)); size >= leastInPoint && sizes.length < 6; size = Math.floor(size / 2)) sizes.unshift(size);
	return sizes;
}

/** For each size the area of the pooled out-of-fold scores; `null` where a subset of both classes was not found. */
async function oneRepeat(samples: Samples, sizes: readonly number[], random: Random, { featureNames, signal }: LearningCurveOptions, counted: () => Promise<void>): Promise<(AreaUnderCurve | null)[]> {
	const parts = stratifiedFolds(random, samples, folds);
	const rows = samples.labels.length;
	const settings = drawSettings(random, fewLabelsPlan, samples.features.columns);
	const areas: (AreaUnderCurve | null)[] = [];
	for (const size of sizes) {
		const scores = new Float64Array(rows);
		let isWhole = true;
		for (const fold of parts) {
			const subset = drawSubset(samples, otherRows(rows, fold), size, random);
			isWhole &&= subset !== null;
			if (subset !== null) {
				const model = await trainModel(samplesAt(samples, subset), settings, { random, plan: fewLabelsPlan, featureNames, ...(signal === undefined ? {} : { signal }) }, () => undefined);
				predictProbabilities(model, samplesAt(samples, fold).features).forEach((probability, i) => { scores[fold[i]!] = probability; });
			}
			await counted();
		}
		areas.push(isWhole ? areaIn(samples, scores) : null);
	}
	return areas;
}

/** Whole groups in random order until there are `size` rows, both classes among them; `null` where twenty orders give only one. */
function drawSubset({ labels, groups }: Samples, rows: readonly number[], size: number, random: Random): number[] | null {
	const members = new Map<string, number[]>();
	for (const row of rows) {
		const group = groups[row]!;
		const known = members.get(group);
		if (known === undefined) members.set(group, [row]);
		else known.push(row);
	}
	for (let attempt = 0; attempt < 20; attempt++) {
		const drawn: number[] = [];
		for (const group of shuffled(random, [...members.values()])) {
			if (drawn.length >= size) break;
			drawn.push(...group);
		}
		if (new Set(drawn.map((row) => labels[row]!)).size === 2) return drawn.toSorted((a, b) => a - b);
	}
	return null;
}

function areaIn({ labels, groups }: Samples, scores: ArrayLike<number>): AreaUnderCurve | null {
	const { groundedGroups, ungroundedGroups } = countsOf({ labels, groups });
	if (groundedGroups < 2 || ungroundedGroups < 2) return null;
	return clusteredAuc(Array.from(labels, (label, i) => ({ score: scores[i]!, positive: label === 1, cluster: groups[i]! })));
}

function countsOf({ labels, groups }: Pick<Samples, 'labels' | 'groups'>): LabelCounts {
	const holding = (label: number): number => new Set(groups.filter((_, i) => labels[i] === label)).size;
	return { labels: labels.length, ungrounded: labels.reduce((sum, label) => sum + label, 0), groundedGroups: holding(0), ungroundedGroups: holding(1) };
}

function estimateOf(areas: readonly AreaUnderCurve[]): Estimate {
	return spreadOf(areas.map(({ value }) => value), areas);
}

/** The mean of values that stand for areas of the same samples, with the variance between them added to the areas' own. */
function spreadOf(values: readonly number[], areas: readonly AreaUnderCurve[]): Estimate {
	const value = values.reduce((sum, one) => sum + one, 0) / values.length;
	const own = areas.reduce((sum, { standardError }) => sum + standardError ** 2, 0) / areas.length;
	const between = values.length < 2 ? 0 : values.reduce((sum, one) => sum + (one - value) ** 2, 0) / (values.length - 1);
	return { value, ...areaInterval(value, own + between, areas[0]!.pairs) };
}

/** Labels up to the doubling that is no longer worth while, at most fifteen times as many as there are. */
function moreWorthwhile(n: number, at: (labels: number) => number): number {
	let enough = n;
	while (enough < 16 * n && at(2 * enough) - at(enough) >= worthwhile) enough *= 2;
	return enough - n;
}

/** Counts trainings; gives the event loop its turn after each. */
function progress(of: number, onProgress: LearningCurveOptions['onProgress']): () => Promise<void> {
	let done = 0;
	return async () => { await onProgress?.(++done, of); };
}

