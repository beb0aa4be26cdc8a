import type { Interval } from '../../formats/detectors/figures.ts';
import type { SubjectKey, SubjectPlace } from '../../formats/subject.ts';
import { kolmogorovSmirnov, type KolmogorovSmirnov } from '../../statistics/kolmogorov-smirnov.ts';
import { precisionRecallCurve } from '../../statistics/precision-recall-curve.ts';
import { rocCurve } from '../../statistics/roc-curve.ts';
import { areaOf, baselineAreas } from './area.ts';
import type { ChoiceErrors } from './choice-errors.ts';
import type { Level } from './levels.ts';
import type { ReportedLearned } from './reported-learned.ts';
import { rounded } from './rounded.ts';
import { isFlagged, isLabeled, suspectHigh, type Direction, type LabeledSpan, type ScoredSpan } from './scored-span.ts';
import type { ThresholdNoise } from './threshold-noise.ts';
import { clusterNumbers, thresholdPoint, type ThresholdPoint, type TruthList } from './threshold-point.ts';
import { cutTo } from '../../wording/phrases.ts';

/** Points of a curve, three lists side by side. */
interface Curve {
	readonly x: readonly number[];
	readonly y: readonly number[];
	/** Score at each point; `null` where no finite one reaches it. */
	readonly threshold: readonly (number | null)[];
}

/** Points that a chart can show. */
const maxPoints = 200;

/** ROC (false- and true-positive rate) and precision–recall (recall and precision), thinned out to what a chart shows; `null` where a class is missing. */
function curvesOf(spans: readonly LabeledSpan[], direction: Direction): { roc: Curve; precisionRecall: Curve } | null {
	if (!spans.some(({ positive }) => positive) || spans.every(({ positive }) => positive)) return null;
	const scores = spans.map(({ score }) => suspectHigh(score, direction));
	const labels = spans.map(({ positive }) => Number(positive));
	const scoreAt = (threshold: number): number | null => (Number.isFinite(threshold) ? suspectHigh(threshold, direction) : null);
	const curve = <P extends { threshold: number }>(points: readonly P[], x: (point: P) => number, y: (point: P) => number): Curve => {
		const kept = thinned(points);
		return {
			x: kept.map((point) => rounded(x(point))),
			y: kept.map((point) => rounded(y(point))),
			threshold: kept.map(({ threshold }) => scoreAt(threshold)),
		};
	};
	return {
		roc: curve(
			rocCurve(scores, labels),
			(p) => p.falsePositiveRate,
			(p) => p.truePositiveRate,
		),
		precisionRecall: curve(
			precisionRecallCurve(scores, labels),
			(p) => p.recall,
			(p) => p.precision,
		),
	};
}

/** At most `maxPoints`, the first and the last among them. */
function thinned<T>(points: readonly T[]): T[] {
	if (points.length <= maxPoints) return [...points];
	return Array.from({ length: maxPoints }, (_, i) => points[Math.round((i * (points.length - 1)) / (maxPoints - 1))]!);
}

/** Counts of scores by class; `edges` has one more than each list of counts. */
interface ScoreHistogram {
	readonly edges: readonly number[];
	readonly negative: readonly number[];
	readonly positive: readonly number[];
}

const bins = 40;

/** Bins of one width from the least to the greatest score; scores of which nobody says what they are count with the negative ones. */
function scoreHistogram(spans: readonly { readonly score: number; readonly positive: boolean | null }[]): ScoreHistogram {
	if (spans.length === 0) return { edges: [0, 1], negative: [0], positive: [0] };
	const min = spans.reduce((low, { score }) => Math.min(low, score), Infinity);
	const greatest = spans.reduce((high, { score }) => Math.max(high, score), -Infinity);
	const width = greatest > min ? (greatest - min) / bins : 1;
	const edges = Array.from({ length: bins + 1 }, (_, i) => (i === bins && greatest > min ? greatest : min + i * width));
	const none = Array.from({ length: bins }, () => 0);
	const counts = { negative: [...none], positive: [...none] };
	for (const { score, positive } of spans)
		counts[positive === true ? 'positive' : 'negative'][Math.min(bins - 1, Math.floor((score - min) / width))]!++;
	return { edges, ...counts };
}

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
	/** Method of a detector that judges before this one. Absent: there is none. */
	readonly after?: 'starter';
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
type JudgedSpan<S extends ScoredSpan = ScoredSpan> = S & { readonly flagged?: boolean };

/** What figures of other thresholds are worth, where only verdicts of turns are free of what they judge. */
const inTurns =
	'These numbers come from thresholds that did not see the spans they judge, as in the profile. The numbers of a threshold that you pick here look slightly too good, because you saw them when you chose it.';

export interface ReportInput
	extends Pick<
		DetectorReport,
		'id' | 'method' | 'title' | 'unit' | 'direction' | 'classes' | 'threshold' | 'chosen' | 'measuredOn' | 'bandHalfHeight' | 'after'
	> {
	readonly level: Level;
	/** What the figures are measured on; a score without end is one that no threshold flags: it counts, and stands in no chart and no list. */
	readonly spans: readonly JudgedSpan[];
	readonly thresholdNoise: ReportedDetector['thresholdNoise'];
	/** Whether the negative spans chose the threshold (`TruthList`). */
	readonly negativesChose?: boolean;
	/** Whether spans of one cluster may depend on each other. By default, all spans are independent. */
	readonly inClusters?: boolean;
	/** Errors of the rates where these spans chose the threshold. */
	readonly errors?: ChoiceErrors | undefined;
	readonly learningCurve?: DetectorReport['learningCurve'];
	readonly learned?: ReportedLearned | null | undefined;
	readonly notes?: readonly string[];
}

/** Items of a list that a person reads through. */
const maxWrong = 50;
/** Characters of a text that show what it is. */
const longestText = 500;

/** At the calibrated threshold the figures are those of the profile's operating point: verdicts of turns, where spans carry them. */
export function reportDetector({
	level,
	spans,
	thresholdNoise,
	negativesChose,
	inClusters = false,
	errors,
	learningCurve = null,
	learned = null,
	notes = [],
	...named
}: ReportInput): ReportedDetector {
	const { direction, threshold, classes } = named;
	const labelled = spans.filter((span): span is JudgedSpan<LabeledSpan> => isLabeled(span));
	// JSON has no infinity.
	const finite = (score: number): number => Math.max(-Number.MAX_VALUE, Math.min(score, Number.MAX_VALUE));
	const truth: TruthList = {
		...(negativesChose === true ? { negativesChose } : {}),
		scores: spans.map(({ score }) => finite(score)),
		truths: spans.map(({ positive }) => (positive === null ? null : positive ? 1 : 0)),
		...(inClusters ? { clusters: clusterNumbers(spans.map(({ cluster }) => cluster)) } : {}),
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
			point: thresholdPoint(truth, threshold, direction, { verdicts: spans.map(({ flagged }) => flagged), errors }),
			baselines: baselineAreas(spans),
			wrong: wrongOnes(labelled, threshold, direction, classes),
			learningCurve,
			learned,
			notes,
		},
	};
}

/** Between the classes' scores; to six digits, so that the last bits of a machine's arithmetic do not show. */
function distanceOf(spans: readonly LabeledSpan[]): { kolmogorovSmirnov?: KolmogorovSmirnov } {
	const scoresOf = (wanted: boolean): number[] => spans.flatMap(({ score, positive }) => (positive === wanted ? [score] : []));
	const [positives, negatives] = [scoresOf(true), scoresOf(false)];
	if (positives.length === 0 || negatives.length === 0) return {};
	const { statistic, pValue } = kolmogorovSmirnov(positives, negatives);
	return { kolmogorovSmirnov: { statistic: rounded(statistic), pValue: Number(pValue.toPrecision(6)) } };
}

/** Those that are judged wrongly, the farthest from the threshold first. */
function wrongOnes(
	spans: readonly JudgedSpan<LabeledSpan>[],
	threshold: number,
	direction: Direction,
	classes: DetectorReport['classes'],
): DetectorReport['wrong'] {
	return spans
		.filter(({ score, positive, flagged }) => Number.isFinite(score) && (flagged ?? isFlagged(score, threshold, direction)) !== positive)
		.toSorted((a, b) => Math.abs(b.score - threshold) - Math.abs(a.score - threshold))
		.slice(0, maxWrong)
		.map(({ subject, place, text, score, positive }) => ({
			subject,
			place,
			text: cutTo(text, longestText),
			score: rounded(score),
			truth: positive ? classes.positive : classes.negative,
		}));
}
