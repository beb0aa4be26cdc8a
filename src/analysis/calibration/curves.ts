import { precisionRecallCurve } from '../../statistics/precision-recall-curve.ts';
import { rocCurve } from '../../statistics/roc-curve.ts';
import { rounded } from './rounded.ts';
import { suspectHigh, type Direction, type LabelledSpan } from './scored-span.ts';

/** Points of a curve, three lists side by side. */
export interface Curve {
	readonly x: readonly number[];
	readonly y: readonly number[];
	/** Score at each point; `null` where no finite one reaches it. */
	readonly threshold: readonly (number | null)[];
}

/** Points that a chart can show. */
const mostPoints = 200;

/** ROC (false- and true-positive rate) and precision–recall (recall and precision), thinned out to what a chart shows; `null` where a class is missing. */
export function curvesOf(spans: readonly LabelledSpan[], direction: Direction): { roc: Curve; precisionRecall: Curve } | null {
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

/** At most `mostPoints`, the first and the last among them. */
function thinned<T>(points: readonly T[]): T[] {
	if (points.length <= mostPoints) return [...points];
	return Array.from({ length: mostPoints }, (_, i) => points[Math.round((i * (points.length - 1)) / (mostPoints - 1))]!);
}
