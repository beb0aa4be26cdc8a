import type { Random } from '../../src/statistics/random.ts';
import { areaUnderCurve } from '../../src/statistics/auc.ts';
import { featureMatrix } from '../../src/statistics/boosted-trees/feature-matrix.ts';
import { clusterBootstrap } from '../cluster-bootstrap.ts';
import type { Figure } from '../figure.ts';
import { fitLogisticRegression, predictLogistic } from '../logistic-regression.ts';
import type { LabelScores } from './label-judge.ts';

/** A judged answer, with what is known of it. */
export interface JudgedRow {
	/** Answers to one question are kept together. */
	readonly question: string;
	readonly labels: LabelScores;
	/** Whether a shown claim is none of the documents'; `null`: unknown, or nothing is claimed. */
	readonly unsupported: boolean | null;
	/** Whether it is the right answer. */
	readonly right: boolean | null;
}

/** Calibrated probabilities of a judged answer; `null`: there is nothing to calibrate by. */
export interface CalibratedScores {
	readonly unsupported: number | null;
	readonly right: number | null;
}

/** What each score is to find. */
const aims = [
	{ score: 'hallu', title: 'HalluScore', truth: 'unsupported' },
	{ score: 'gold', title: 'GoldAlign', truth: 'right' },
] as const;
type Aim = (typeof aims)[number];

/** A little, so that two classes that a score tells apart wholly have a solution. */
const ridge = 0.01;

/**
 * Brings a judge's scores to probabilities by a logistic function (Platt), held out: the function for an answer is fitted to the answers of other questions, every other one
 * of them. In the order of the rows.
 */
export function calibratedScores(rows: readonly JudgedRow[]): CalibratedScores[] {
	const folds = foldsOf(rows);
	const byAim = aims.map((aim) =>
		[0, 1].map((fold) =>
			fitted(
				aim,
				rows.filter((row) => folds.get(row.question) !== fold),
			),
		),
	);
	return rows.map((row) => {
		const [unsupported, right] = aims.map(({ score }, a) => {
			const model = byAim[a]![folds.get(row.question)!];
			return model === null || model === undefined ? null : predictLogistic(model, [row.labels[score]]);
		});
		return { unsupported: unsupported ?? null, right: right ?? null };
	});
}

function foldsOf(rows: readonly JudgedRow[]): Map<string, number> {
	return new Map([...new Set(rows.map(({ question }) => question))].map((question, i) => [question, i % 2]));
}

/** `null`: a class is missing. */
function fitted({ score, truth }: Aim, rows: readonly JudgedRow[]): ReturnType<typeof fitLogisticRegression> | null {
	const known = rows.filter((row) => row[truth] !== null);
	const positives = known.filter((row) => row[truth] === true).length;
	if (positives === 0 || positives === known.length) return null;
	return fitLogisticRegression(
		featureMatrix(known.map(({ labels }) => [labels[score]])),
		known.map((row) => Number(row[truth])),
		ridge,
	);
}

/** What a judge is worth: `judge | HalluScore | AUC`, `… | Brier, held out`, and `… | Brier of the share alone`. None where the truth is not known. */
export function judgeFigures(
	rows: readonly JudgedRow[],
	calibrated: readonly CalibratedScores[],
	{ random, resamples }: { readonly random: Random; readonly resamples: number },
): Figure[] {
	const folds = foldsOf(rows);
	return aims.flatMap(({ score, title, truth }) => {
		const known = rows.flatMap((row, i) => {
			const [is, probability] = [row[truth], calibrated[i]![truth]];
			return is === null || probability === null ? [] : [{ question: row.question, score: row.labels[score], is: Number(is), probability }];
		});
		if (known.length === 0) return [];
		const share = [0, 1].map((fold) => mean(known.filter(({ question }) => folds.get(question) !== fold).map(({ is }) => is)));
		const questions = [...folds.keys()]
			.map((question) => known.filter((one) => one.question === question))
			.filter((some) => some.length > 0);
		const figure = (what: string, of: (some: typeof known) => number): Figure => ({
			name: `judge | ${title} | ${what}`,
			value: of(known),
			...clusterBootstrap(random, questions, (drawn) => of(drawn.flat()), resamples),
			n: known.length,
			unit: '',
			target: null,
		});
		const brier = (some: typeof known, of: (one: (typeof known)[number]) => number): number =>
			mean(some.map((one) => (of(one) - one.is) ** 2));
		return [
			figure('AUC', area),
			figure('Brier, held out', (some) => brier(some, ({ probability }) => probability)),
			figure('Brier of the share alone', (some) => brier(some, ({ question }) => share[folds.get(question)!]!)),
		];
	});
}

/** Of a resample that lacks a class, a half. */
function area(some: readonly { readonly score: number; readonly is: number }[]): number {
	const labels = some.map(({ is }) => is);
	if (new Set(labels).size < 2) return 0.5;
	return areaUnderCurve(
		some.map(({ score }) => score),
		labels,
	);
}

function mean(values: readonly number[]): number {
	return values.reduce((sum, value) => sum + value, 0) / values.length;
}
