import { trainModel, type FitOptions } from '../../methods/spad/fit-classifier.ts';
import { drawSettings, fewLabelsPlan } from '../../methods/spad/fit-plan.ts';
import { otherRows, samplesAt, type Samples } from '../../methods/spad/samples.ts';
import type { FeatureMatrix } from '../../statistics/boosted-trees/feature-matrix.ts';
import { predictProbabilities } from '../../statistics/boosted-trees/predict.ts';
import { stratifiedFolds } from '../../statistics/grouped-folds.ts';
import { z95 } from '../../statistics/normal.ts';
import { choleskyFactor } from '../../statistics/positive-definite.ts';
import { seededRandom, shuffled, type Random } from '../../statistics/random.ts';
import {
	areaGain,
	judgingVariance,
	learningVariance,
	repeatedArea,
	repeatedAreaInterval,
	type RepeatedArea,
} from '../../statistics/repeated-area.ts';
import { learningAdvice, roundedCount, tooFewLabels, worthwhile, type LabelCounts, type LearningCurve } from './learning-advice.ts';
import { powerLawGain } from './power-law.ts';
import type { Interval } from '../../formats/detectors/figures.ts';

/** Learns from samples of both classes, and gives what says of others, one a row, how suspect they are: higher is more. */
export type Learner = (taught: Samples, random: Random) => Promise<(judged: FeatureMatrix) => ArrayLike<number>>;

export interface LearningCurveOptions {
	readonly seed: number;
	/** Whose curve it is; `fewLabelsTrees` but for tests. */
	readonly learner: Learner;
	/** One a sample: a score that needs no labels, higher is more suspect, such as the mean entropy. */
	readonly fallback?: ArrayLike<number>;
	/** What that score is called in the advice. */
	readonly fallbackName?: string;
	/** Whether the labels have taught a classifier that is in a profile; by default they have not. */
	readonly isWritten?: boolean;
	/** Whether the samples are those of the train side alone; by default they are all. */
	readonly ofTrainSide?: boolean;
	/** Draws of folds and subsets; at least two, which show how much depends on them. */
	readonly repeats?: number;
	/** Trainings done, of all; waited for. */
	readonly onProgress?: (done: number, of: number) => unknown;
}

const folds = 5;
/** More labels than this make a training long and its point no clearer. */
const maxInPoint = 1000;
/** The least subset that a classifier is trained on. */
const minInPoint = 16;

/** Trees of the few-labels plan. They end with the signal's reason within one round. */
export function fewLabelsTrees({ featureNames, signal }: Pick<FitOptions, 'featureNames' | 'signal'>): Learner {
	return async (taught, random) => {
		const settings = drawSettings(random, fewLabelsPlan, taught.features.columns);
		const model = await trainModel(
			taught,
			settings,
			{ random, plan: fewLabelsPlan, featureNames, ...(signal === undefined ? {} : { signal }) },
			() => undefined,
		);
		return (judged) => predictProbabilities(model, judged);
	};
}

/**
 * The area under the curve against the number of labels: whole groups are drawn from the training part of each of five grouped,
 * stratified folds, up to a half, a quarter … of the labels; a classifier is trained on them and judges the fold that it has
 * not seen; scores are pooled over the folds, and areas averaged over the repeats. What more labels would bring is read off a power law
 * through the points (`powerLawGain`). All 95 % intervals count that other samples might have been labeled, and that they might have been cut otherwise, and would
 * have taught otherwise (`learningVariance`). The same samples and seed give the same curve.
 * @throws the learner's error.
 */
export async function learningCurve(samples: Samples, options: LearningCurveOptions): Promise<LearningCurve> {
	const { fallback, fallbackName = 'the score that needs no labels', isWritten = false, ofTrainSide = false, repeats = 5 } = options;
	const counts = countsOf(samples);
	const free = fallback === undefined ? null : areaOf(samples, [fallback]);
	const base = { counts, fallback: free === null ? null : { value: free.value, ...repeatedAreaInterval(free, judgingVariance(free)) } };
	const points = tooFewLabels(counts) ? [] : await pointsOf(samples, repeats, options);
	const last = points.at(-1);
	const gains = last === undefined ? null : gainsOf(points, counts.labels);
	const helpful = gains === null ? [] : gains.filter(({ step: { value, low } }) => low > 0 && value >= worthwhile);
	const result = {
		...base,
		points: points.map(({ labels, auc }) => ({ labels, auc })),
		better: last === undefined ? ('fallback' as const) : free === null ? ('classifier' as const) : betterOf(last, free),
		gain: gains === null ? null : (helpful.at(-1)?.gain ?? gains[0]!.gain),
		more:
			gains === null
				? null
				: gains[0]!.step.high < worthwhile
					? 0
					: helpful.length > 0
						? roundedCount(helpful.at(-1)!.gain.labels - counts.labels)
						: null,
	};
	return { ...result, advice: learningAdvice(result, { fallbackName, isWritten, ofTrainSide }) };
}

interface Point {
	readonly labels: number;
	readonly area: RepeatedArea;
	/** The part of all samples that teaches at this point. */
	readonly share: number;
	readonly auc: Interval;
}

async function pointsOf(samples: Samples, repeats: number, { seed, learner, onProgress }: LearningCurveOptions): Promise<Point[]> {
	const sizes = subsetSizes(samples.labels.length);
	const random = seededRandom(seed);
	const counted = progress(repeats * sizes.length * folds, onProgress);
	const scores: (Float64Array | null)[][] = [];
	for (let repeat = 0; repeat < repeats; repeat++) scores.push(await oneRepeat(samples, sizes, random, learner, counted));
	return sizes.flatMap((labels, i): Point[] => {
		const drawn = scores.flatMap((row) => row[i] ?? []);
		if (drawn.length < repeats) return [];
		const area = areaOf(samples, drawn)!;
		const share = labels / samples.labels.length;
		return [{ labels, area, share, auc: { value: area.value, ...repeatedAreaInterval(area, learningVariance(area, share)) } }];
	});
}

/** Which has the larger area, if that is more than chance. */
function betterOf({ area, share }: Point, free: RepeatedArea): LearningCurve['better'] {
	const gain = areaGain(area, free);
	const half = z95 * Math.sqrt(learningVariance(gain, share));
	return gain.value > half ? 'classifier' : gain.value < -half ? 'fallback' : null;
}

/** Of each of two doublings from `n` labels on: what it brings by itself, and all up to it. */
function gainsOf(
	points: readonly Point[],
	n: number,
): { readonly step: Interval; readonly gain: NonNullable<LearningCurve['gain']> }[] | null {
	if (points.length < 2) return null;
	const last = points.at(-1)!;
	const variances = points.map((a) =>
		points.map((b) => learningVariance(a === b ? a.area : areaGain(a.area, b.area), Math.max(a.share, b.share))),
	);
	const covariance = positiveDefinite(
		points.map((_, i) =>
			Float64Array.from(points, (__, j) => (i === j ? variances[i]![i]! : (variances[i]![i]! + variances[j]![j]! - variances[i]![j]!) / 2)),
		),
	);
	const curve = { x: points.map(({ labels }) => labels), y: points.map(({ area }) => area.value), covariance };
	// Nothing rises by more than it misses.
	const max = 1 - last.auc.low;
	const between = (from: number, to: number): Interval => {
		const { value, low, high } = powerLawGain(curve, from, to) ?? { value: 0, low: 0, high: max };
		return { value: Math.min(value, max), low: Math.min(low, max), high: Math.min(high, max) };
	};
	return [2, 4].map((times) => ({ step: between((n * times) / 2, n * times), gain: { labels: n * times, area: between(n, n * times) } }));
}

/**
 * Returns a covariance with as much more variance at each point as makes it positive definite. Variances of points and pairs that are each bounded from
 * above need not belong to one distribution. They seldom do where the last area is near 1, and then its own variance is found too small.
 */
function positiveDefinite(covariance: readonly Float64Array[]): readonly Float64Array[] {
	const most = covariance.reduce((max, row, i) => Math.max(max, row[i]!), 0);
	// No correlation is left that the variances do not bear once each is as large as the sum of all others.
	for (let added = 0; added <= covariance.length; added += 0.05) {
		const raised = covariance.map((row, i) => row.map((one, j) => (i === j ? one + added * most : one)));
		if (choleskyFactor(raised) !== undefined) return raised;
	}
	return covariance;
}

/** Ascending: four fifths of the labels (what a fold leaves), half of that, and so on. */
export function subsetSizes(labels: number): number[] {
	const sizes: number[] = [];
	for (
		let size = Math.min(maxInPoint, Math.floor((labels * (folds - 1)) / folds));
		size >= minInPoint && sizes.length < 6;
		size = Math.floor(size / 2)
	)
		sizes.unshift(size);
	return sizes;
}

/** For each size the pooled scores of the folds by classifiers that have not seen them; `null` where a subset of both classes was not found. */
async function oneRepeat(
	samples: Samples,
	sizes: readonly number[],
	random: Random,
	learner: Learner,
	counted: () => Promise<void>,
): Promise<(Float64Array | null)[]> {
	const parts = stratifiedFolds(random, samples, folds);
	const rows = samples.labels.length;
	const found: (Float64Array | null)[] = [];
	for (const size of sizes) {
		const scores = new Float64Array(rows);
		let isWhole = true;
		for (const fold of parts) {
			const subset = drawSubset(samples, otherRows(rows, fold), size, random);
			isWhole &&= subset !== null;
			if (subset !== null) {
				const judge = await learner(samplesAt(samples, subset), random);
				const judged = judge(samplesAt(samples, fold).features);
				for (const [i, row] of fold.entries()) scores[row] = judged[i]!;
			}
			await counted();
		}
		found.push(isWhole ? scores : null);
	}
	return found;
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

/** `null` where a class stands in fewer than two groups. @param repeats scores of all samples */
function areaOf({ labels, groups }: Samples, repeats: readonly ArrayLike<number>[]): RepeatedArea | null {
	const { groundedGroups, ungroundedGroups } = countsOf({ labels, groups });
	if (groundedGroups < 2 || ungroundedGroups < 2) return null;
	return repeatedArea(
		repeats.map((scores) => Array.from(labels, (label, i) => ({ score: scores[i]!, positive: label === 1, cluster: groups[i]! }))),
	);
}

function countsOf({ labels, groups }: Pick<Samples, 'labels' | 'groups'>): LabelCounts {
	const holding = (label: number): number => new Set(groups.filter((_, i) => labels[i] === label)).size;
	return {
		labels: labels.length,
		ungrounded: labels.reduce((sum, label) => sum + label, 0),
		groundedGroups: holding(0),
		ungroundedGroups: holding(1),
	};
}

/** Counts trainings; gives the event loop its turn after each. */
function progress(of: number, onProgress: LearningCurveOptions['onProgress']): () => Promise<void> {
	let done = 0;
	return async () => {
		await onProgress?.(++done, of);
	};
}
