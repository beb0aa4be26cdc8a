import type { Interval } from '../../formats/detectors/figures.ts';
import type { SubjectKey, SubjectPlace } from '../../formats/subject.ts';
import { kolmogorovSmirnov, type KolmogorovSmirnov } from '../../statistics/kolmogorov-smirnov.ts';
import { areaOf, baselineAreas } from './area.ts';
import { curvesOf, type Curve } from './curves.ts';
import { scoreHistogram, type ScoreHistogram } from './score-histogram.ts';
import { isFlagged, isLabelled, type Direction, type LabelledSpan, type ScoredSpan } from './scored-span.ts';
import type { Level } from './levels.ts';
import { rounded } from './rounded.ts';
import type { ReportedLearned } from './reported-learned.ts';
import type { ThresholdNoise } from './threshold-noise.ts';
import { thresholdPoint, type ThresholdPoint, type TruthList } from './threshold-point.ts';

/** What a person should see of a threshold: the numbers of `detectorReport` in src/protocol/calibration.ts, which says what each is. */
export interface DetectorReport {
	readonly id: string;
	readonly method: string;
	readonly level: string;
	readonly levelNouns: Level['nouns'];
	readonly title: string;
	readonly unit: string;
	readonly direction: Direction;
	readonly classes: { readonly negative: string; readonly positive: string };
	readonly threshold: number;
	readonly chosen: string;
	readonly measuredOn: string;
	readonly n: number;
	readonly histogram: ScoreHistogram;
	readonly roc: Curve | null;
	readonly precisionRecall: Curve | null;
	readonly auc: Interval | null;
	readonly kolmogorovSmirnov?: KolmogorovSmirnov;
	readonly point: ThresholdPoint;
	readonly bandHalfHeight?: number;
	readonly baselines: readonly { readonly name: string; readonly auc: Interval | null }[];
	readonly wrong: readonly {
		readonly subject: SubjectKey;
		readonly place: SubjectPlace | null;
		readonly text: string;
		readonly score: number;
		readonly truth: string;
	}[];
	readonly learningCurve: {
		readonly points: readonly { readonly labels: number; readonly auc: Interval }[];
		readonly advice: string;
	} | null;
	readonly learned?: ReportedLearned | null;
	readonly notes: readonly string[];
}

/** A report with what is needed to try other thresholds, and to say whether another one is more than noise away. */
export interface ReportedDetector {
	readonly report: DetectorReport;
	/** Of the spans that `point` counts. */
	readonly truth: TruthList;
	/** Where the threshold lies when the data that chose it are drawn anew; `null` where that is not known. */
	readonly thresholdNoise: ThresholdNoise | null;
}

/** A span with the verdict of a threshold that was chosen without it; absent: the reported threshold is such a one. */
export type JudgedSpan<S extends ScoredSpan = ScoredSpan> = S & { readonly flagged?: boolean };

/** What figures of other thresholds are worth, where only verdicts of turns are free of what they judge. */
const inTurns =
	'These figures are of thresholds that had no part of what they judge, as in the profile. Those of another threshold flatter it a little: the same spans chose it.';

export interface ReportInput
	extends Pick<
		DetectorReport,
		'id' | 'method' | 'title' | 'unit' | 'direction' | 'classes' | 'threshold' | 'chosen' | 'measuredOn' | 'bandHalfHeight'
	> {
	readonly level: Level;
	/** What the figures are measured on; a score without end is one that no threshold flags: it counts, and stands in no chart and no list. */
	readonly spans: readonly JudgedSpan[];
	readonly thresholdNoise: ReportedDetector['thresholdNoise'];
	/** Whether the negative spans chose the threshold (`TruthList`). */
	readonly negativesChose?: boolean;
	readonly learningCurve?: DetectorReport['learningCurve'];
	readonly learned?: ReportedLearned | null | undefined;
	readonly notes?: readonly string[];
}

/** Items of a list that a person reads through. */
const mostWrong = 50;
/** Characters of a text that show what it is. */
const longestText = 500;

/** At the calibrated threshold the figures are those of the profile's operating point: verdicts of turns, where spans carry them. */
export function reportDetector({
	level,
	spans,
	thresholdNoise,
	negativesChose,
	learningCurve = null,
	learned = null,
	notes = [],
	...named
}: ReportInput): ReportedDetector {
	const { direction, threshold, classes } = named;
	const labelled = spans.filter((span): span is JudgedSpan<LabelledSpan> => isLabelled(span));
	// JSON has no infinity.
	const finite = (score: number): number => Math.max(-Number.MAX_VALUE, Math.min(score, Number.MAX_VALUE));
	const truth: TruthList = {
		...(negativesChose === true ? { negativesChose } : {}),
		scores: spans.map(({ score }) => finite(score)),
		truths: spans.map(({ positive }) => (positive === null ? null : positive ? 1 : 0)),
	};
	const curves = curvesOf(labelled, direction);
	return {
		truth,
		thresholdNoise,
		report: {
			...named,
			level: level.name,
			levelNouns: level.nouns,
			measuredOn: spans.some(({ flagged }) => flagged !== undefined) ? `${named.measuredOn} ${inTurns}` : named.measuredOn,
			n: spans.length,
			histogram: scoreHistogram(spans.filter(({ score }) => Number.isFinite(score))),
			roc: curves?.roc ?? null,
			precisionRecall: curves?.precisionRecall ?? null,
			auc: areaOf(spans, direction),
			...distanceOf(labelled),
			point: thresholdPoint(
				truth,
				threshold,
				direction,
				spans.map(({ flagged }) => flagged),
			),
			baselines: baselineAreas(spans),
			wrong: wrongOnes(labelled, threshold, direction, classes),
			learningCurve,
			learned,
			notes,
		},
	};
}

/** Between the classes' scores; to six digits, so that the last bits of a machine's arithmetic do not show. */
function distanceOf(spans: readonly LabelledSpan[]): { kolmogorovSmirnov?: KolmogorovSmirnov } {
	const scoresOf = (wanted: boolean): number[] => spans.flatMap(({ score, positive }) => (positive === wanted ? [score] : []));
	const [positives, negatives] = [scoresOf(true), scoresOf(false)];
	if (positives.length === 0 || negatives.length === 0) return {};
	const { statistic, pValue } = kolmogorovSmirnov(positives, negatives);
	return { kolmogorovSmirnov: { statistic: rounded(statistic), pValue: Number(pValue.toPrecision(6)) } };
}

/** Those that are judged wrongly, the farthest from the threshold first. */
function wrongOnes(
	spans: readonly JudgedSpan<LabelledSpan>[],
	threshold: number,
	direction: Direction,
	classes: DetectorReport['classes'],
): DetectorReport['wrong'] {
	return spans
		.filter(({ score, positive, flagged }) => Number.isFinite(score) && (flagged ?? isFlagged(score, threshold, direction)) !== positive)
		.toSorted((a, b) => Math.abs(b.score - threshold) - Math.abs(a.score - threshold))
		.slice(0, mostWrong)
		.map(({ subject, place, text, score, positive }) => ({
			subject,
			place,
			text: text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text,
			score: rounded(score),
			truth: positive ? classes.positive : classes.negative,
		}));
}
