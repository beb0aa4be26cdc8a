import { tooFewLabels, type LabelCounts, type LearningCurve } from '../../src/analysis/calibration/learning-advice.ts';
import { fewLabelsTrees, learningCurve } from '../../src/analysis/calibration/learning-curve.ts';
import { standardPlan } from '../../src/methods/spad/fit-plan.ts';
import { pairsAmong } from '../../src/statistics/area-interval.ts';
import { areaUnderCurve } from '../../src/statistics/auc.ts';
import { aucOf, clusterUnits } from '../../src/statistics/bootstrap-statistics.ts';
import { bootstrapInterval } from '../../src/statistics/bootstrap.ts';
import { quantile } from '../../src/statistics/quantile.ts';
import { randomFor, shuffled, type Random } from '../../src/statistics/random.ts';
import type { Figure } from '../figure.ts';
import { logit9, spad, spadPlus, spadPlusGap, type Detector } from '../spad/detectors.ts';
import { tableColumns } from '../spad/feature-tables.ts';
import type { JudgedSpan } from '../spad/judged-span.ts';
import { samplesOf, scoreSpans } from '../spad/score-spans.ts';
import { choices, drawLabels, type Choice } from './draw-labels.ts';
import { atLeast, intervalHolds, within, type Target } from '../target.ts';

/** Those that learn from labels. */
type Learner = Extract<Detector, { kind: 'trees' }>;
const best: Learner = { name: spadPlusGap, kind: 'trees', table: 'spad+cg' };
/** What the product fits. */
const shipped: Learner = { name: spadPlus, kind: 'trees', table: 'spad+' };
const learners: readonly Learner[] = [
	best,
	shipped,
	{ name: spad, kind: 'trees', table: 'spad' },
	{ name: logit9, kind: 'trees', table: 'logit-9' },
];

const labelCounts = [40, 100, 300] as const;
/** What is aimed at for the best of them. */
const targets: Readonly<Partial<Record<number, Target>>> = { 100: atLeast(0.88), 300: atLeast(0.92) };
/** The score that needs no labels. */
export const labelFree = 'mean entropy';

export interface FewLabelsOptions {
	readonly seed: number;
	/** Draws of labels. */
	readonly draws: number;
	/** Settings that the search of the standard plan may try, with all labels. */
	readonly searchDraws: number;
	readonly resamples: number;
	readonly signal: AbortSignal;
	/** Progress, for people. */
	readonly log: (message: string) => void;
}

/**
 * Area under the curve of sentences against the number of labels, on a test side that has no part in anything: for each number the mean over draws
 * of labels, with the range that 95 % of the draws lie in; without labels and with all of them one value, with a bootstrap interval over groups.
 * Beside it labels shuffled on both sides, which must find nothing, and how far the learning curve can be trusted.
 * Figures are named 'SPAD+ with CG, stratified, 100 labels' and so on.
 */
export async function measureFewLabels(
	train: readonly JudgedSpan[],
	test: readonly JudgedSpan[],
	options: FewLabelsOptions,
): Promise<Figure[]> {
	const { seed, draws, searchDraws, resamples, signal, log } = options;
	const labels = test.map(({ positive }) => Number(positive));
	const units = clusterUnits(test.map(({ group }) => group));
	const bootstrapped = (name: string, scores: ArrayLike<number>, n: number): Figure => {
		const { value, low, high } = bootstrapInterval(units, aucOf(scores, labels), {
			random: randomFor(seed, name),
			resamples,
			unvaried: { cases: pairsAmong(units, labels) },
		});
		return { name, value, low, high, n, unit: '', target: null };
	};
	const free = bootstrapped(
		`${labelFree}, 0 labels`,
		test.map(({ scores }) => scores.entropy),
		0,
	);
	const figures: Figure[] = [free];
	for (const learner of learners)
		for (const choice of choices)
			for (const count of labelCounts.filter((n) => n < train.length)) {
				const areas: number[] = [];
				let fitted = 0;
				for (let draw = 0; draw < draws; draw++) {
					// The same sentences for each learner.
					const chosen = withBothClasses(train, count, choice, randomFor(seed, `${choice} ${draw}`));
					if (!tooFewLabels(labelCountsOf(chosen))) fitted++;
					areas.push(
						await areaAfter(chosen, test, learner, { ...options, random: randomFor(seed, `${learner.name} ${choice} ${count} ${draw}`) }),
					);
				}
				const name = `${learner.name}, ${choice}, ${count} labels`;
				const isBest = learner === best;
				figures.push(spread(name, areas, count, isBest ? (targets[count] ?? null) : null));
				if ((isBest || learner === shipped) && count >= 100)
					figures.push({
						name: `${name}, share of draws above ${labelFree}`,
						value: areas.filter((area) => area > free.value).length / draws,
						low: null,
						high: null,
						n: draws,
						unit: '',
						target: isBest ? atLeast(0.95) : null,
					});
				// The same draws for each learner.
				if (learner === shipped)
					figures.push({
						name: `${choice}, ${count} labels: share of draws from which the product fits a classifier`,
						value: fitted / draws,
						low: null,
						high: null,
						n: draws,
						unit: '',
						target: null,
					});
				log(`${name}: ${(areas.reduce((a, b) => a + b) / draws).toFixed(3)}`);
			}
	for (const learner of learners) {
		const { scores } = await scoreSpans(learner, train, test, {
			random: randomFor(seed, `all ${learner.name}`),
			plan: { ...standardPlan, draws: searchDraws },
			signal,
		});
		figures.push(bootstrapped(`${learner.name}, all labels`, scores, train.length));
		log(`${learner.name}, all labels: ${figures.at(-1)!.value.toFixed(3)}`);
	}
	figures.push(await shuffledLabels(train, test, options), ...(await curvesAgainstTruth(train, test, options)));
	return figures;
}

function labelCountsOf(chosen: readonly JudgedSpan[]): LabelCounts {
	const groups = (of: boolean): number => new Set(chosen.filter(({ positive }) => positive === of).map(({ group }) => group)).size;
	return {
		labels: chosen.length,
		ungrounded: chosen.filter(({ positive }) => positive).length,
		groundedGroups: groups(false),
		ungroundedGroups: groups(true),
	};
}

interface AfterOptions extends Pick<FewLabelsOptions, 'signal'> {
	readonly random: Random;
}

/** The test area of a classifier of the few-labels plan. */
async function areaAfter(
	chosen: readonly JudgedSpan[],
	test: readonly JudgedSpan[],
	{ table }: Learner,
	{ random, signal }: AfterOptions,
): Promise<number> {
	const judge = await fewLabelsTrees({ featureNames: tableColumns[table], signal })(samplesOf(chosen, table), random);
	const judged = samplesOf(test, table);
	return areaUnderCurve(judge(judged.features), judged.labels);
}

/** Labels as they are drawn; drawn anew where they hold one class only, of which nobody can learn. */
function withBothClasses(train: readonly JudgedSpan[], count: number, choice: Choice, random: Random): JudgedSpan[] {
	for (let attempt = 0; attempt < 100; attempt++) {
		const chosen = drawLabels(train, count, choice, random);
		if (new Set(chosen.map(({ positive }) => positive)).size === 2) return chosen;
	}
	throw new RangeError(`a hundred draws of ${count} labels held one class only`);
}

/** The mean over draws, with the range that 95 % of them lie in: what somebody who labels so many sentences can expect. */
function spread(name: string, values: readonly number[], n: number, target: Target | null): Figure {
	const sorted = Float64Array.from(values).toSorted();
	return {
		name,
		value: values.reduce((sum, one) => sum + one, 0) / values.length,
		low: quantile(sorted, 0.025),
		high: quantile(sorted, 0.975),
		n,
		unit: '',
		target,
	};
}

/** Labels shuffled among the spans of each side: what is found then has leaked. The interval is that of the mean. */
async function shuffledLabels(
	train: readonly JudgedSpan[],
	test: readonly JudgedSpan[],
	{ seed, draws, signal }: FewLabelsOptions,
): Promise<Figure> {
	const areas: number[] = [];
	const permute = (spans: readonly JudgedSpan[], random: Random): JudgedSpan[] => {
		const truths = shuffled(
			random,
			spans.map(({ positive }) => positive),
		);
		return spans.map((span, i) => ({ ...span, positive: truths[i]! }));
	};
	const count = Math.min(300, train.length);
	for (let draw = 0; draw < draws; draw++) {
		const random = randomFor(seed, `shuffled ${draw}`);
		areas.push(
			await areaAfter(permute(drawLabels(train, count, 'stratified', random), random), permute(test, random), best, { signal, random }),
		);
	}
	const mean = areas.reduce((sum, area) => sum + area, 0) / draws;
	const half = 1.96 * Math.sqrt(areas.reduce((sum, area) => sum + (area - mean) ** 2, 0) / (draws - 1) / draws);
	return {
		name: `${best.name}, ${count} shuffled labels`,
		value: mean,
		low: mean - half,
		high: mean + half,
		n: draws,
		unit: '',
		target: intervalHolds(0.5),
	};
}

/**
 * What learning curves of a hundred labels say against what so many labels give: the mean area on the test side over the draws. How often the
 * intervals hold it, how far off the gains are, and how often each thing is said.
 */
async function curvesAgainstTruth(
	train: readonly JudgedSpan[],
	test: readonly JudgedSpan[],
	{ seed, draws, signal, log }: FewLabelsOptions,
): Promise<Figure[]> {
	const curves: LearningCurve[] = [];
	const areas = new Map<number, number[]>();
	for (let draw = 0; draw < draws; draw++) {
		const max = drawLabels(train, 400, 'stratified', randomFor(seed, `curve ${draw}`));
		const samples = samplesOf(max.slice(0, 100), best.table);
		curves.push(
			await learningCurve(samples, { seed: seed + draw, learner: fewLabelsTrees({ featureNames: tableColumns[best.table], signal }) }),
		);
		for (const count of [80, 100, 200, 400].filter((n) => n <= max.length)) {
			const chosen = max.slice(0, count);
			if (new Set(chosen.map(({ positive }) => positive)).size < 2) continue;
			const found = areas.get(count) ?? [];
			areas.set(count, found);
			found.push(await areaAfter(chosen, test, best, { signal, random: randomFor(seed, `curve ${draw} ${count}`) }));
		}
	}
	const truth = (count: number): number | undefined => {
		const found = areas.get(count);
		return found === undefined ? undefined : found.reduce((sum, area) => sum + area, 0) / found.length;
	};
	const points = curves.flatMap(({ points: all }) => {
		const last = all.at(-1);
		const area = last === undefined ? undefined : truth(last.labels);
		return last === undefined || area === undefined ? [] : [holds(last.auc, area)];
	});
	const gains = curves.flatMap(({ gain }) => {
		const [now, then] = [truth(100), gain === null ? undefined : truth(gain.labels)];
		return gain === null || now === undefined || then === undefined
			? []
			: [{ miss: gain.area.value - (then - now), held: holds(gain.area, then - now) }];
	});
	const told = (is: (more: number | null) => boolean): number => curves.filter(({ more }) => is(more)).length / curves.length;
	const share = (name: string, value: number, n: number, target: Target | null = null): Figure => ({
		name: `learning curve of 100 labels, ${name}`,
		value,
		low: null,
		high: null,
		n,
		unit: '',
		target,
	});
	const shareOf = (name: string, held: readonly number[], target: Target | null): Figure[] =>
		held.length === 0 ? [] : [share(name, held.reduce((sum, one) => sum + one, 0) / held.length, held.length, target)];
	log(`of ${draws} learning curves of 100 labels ${gains.length} could be checked`);
	return [
		share(
			'share of draws that say more would help',
			told((more) => more !== null && more > 0),
			draws,
		),
		share(
			'share of draws that say more would change little',
			told((more) => more === 0),
			draws,
		),
		share(
			'share of draws that cannot tell',
			told((more) => more === null),
			draws,
		),
		...(gains.length < 2
			? []
			: [
					spread(
						'learning curve of 100 labels, the gain that it forecasts minus that on the test side',
						gains.map(({ miss }) => miss),
						gains.length,
						within(-0.02, 0.02),
					),
				]),
		...shareOf(
			'share whose interval of the gain holds that on the test side',
			gains.map(({ held }) => held),
			within(0.9, 0.98),
		),
		...shareOf('share whose interval of the area holds that on the test side', points, null),
	];
}

function holds({ low, high }: { readonly low: number; readonly high: number }, truth: number): number {
	return Number(low <= truth && truth <= high);
}
