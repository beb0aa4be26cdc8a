import type { Interval } from '../../formats/detectors/figures.ts';
import { clusteredAuc } from '../../statistics/clustered-auc.ts';
import { isLabeled, suspectHigh, type Direction, type ScoredSpan } from './scored-span.ts';
import { rounded } from './rounded.ts';

/** Area under the ROC curve with its interval; `null` unless two clusters hold positives and two hold negatives. */
export function areaOf(
	spans: readonly Pick<ScoredSpan, 'score' | 'positive' | 'cluster'>[],
	direction: Direction = 'above',
): Interval | null {
	const labelled = spans.filter((span): span is typeof span & { positive: boolean } => span.positive !== null);
	const holding = (positive: boolean): number =>
		new Set(labelled.filter((span) => span.positive === positive).map(({ cluster }) => cluster)).size;
	if (holding(true) < 2 || holding(false) < 2) return null;
	const { value, low, high } = clusteredAuc(
		labelled.map(({ score, positive, cluster }) => ({ score: suspectHigh(score, direction), positive, cluster })),
	);
	return { value: rounded(value), low: rounded(low), high: rounded(high) };
}

/** Of the other scores that spans carry, each by its name; those of spans that carry all of them. */
export function baselineAreas(spans: readonly ScoredSpan[]): { name: string; auc: Interval | null }[] {
	const labelled = spans.filter(isLabeled);
	const names = [...new Set(labelled.flatMap(({ others }) => Object.keys(others)))];
	return names.map((name) => ({
		name,
		auc: areaOf(labelled.flatMap((span) => (span.others[name] === undefined ? [] : [{ ...span, score: span.others[name] }]))),
	}));
}
