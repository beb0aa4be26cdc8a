import type { Feature } from '../../src/methods/spad/feature.ts';
import { featureSets } from '../../src/methods/spad/feature-sets.ts';
import { featureValues, groupTokens } from '../../src/methods/spad/feature-values.ts';
import { formatControl, formatControlNames } from './format-control.ts';
import type { Span } from '../../src/methods/spad/span.ts';

/** Lists of features that detectors are trained on. */
export type TableName = keyof typeof featureSets | 'spad+cg' | 'format';

const gapGroups = ['all', 'new'] as const;
const gapNames = gapGroups.flatMap((group) => ['MEAN', 'MIN', 'MAX'].map((statistic) => `CG${group === 'new' ? '_NEW' : ''}_${statistic}`));

/** What the columns are called. */
export const tableColumns: Readonly<Record<TableName, readonly string[]>> = {
	...eachSet((features) => features.map(({ name }) => name)),
	'spad+cg': [...featureSets['spad+'].map(({ name }) => name), ...gapNames],
	format: formatControlNames,
};

/** What features are taken of, besides the span. */
export interface SpanSurroundings {
	/** `[T]` of the whole response, nats. */
	readonly confidenceGap: Float64Array;
	/** Of the response. */
	readonly sentences: number;
	readonly query: string;
}

/** A row of each table. */
export function tableRows(span: Span, { confidenceGap, sentences, query }: SpanSurroundings): Record<TableName, Float64Array> {
	const own = eachSet((features) => featureValues(features, span));
	const gaps = gapGroups.flatMap((group) => {
		const values = groupTokens(span, group).map((token) => confidenceGap[token]!);
		return [values.reduce((sum, x) => sum + x, 0) / values.length, Math.min(...values), Math.max(...values)];
	});
	return {
		...own,
		'spad+cg': Float64Array.from([...own['spad+'], ...gaps]),
		format: Float64Array.from(formatControl(sentences, span.tokens.length, query)),
	};
}

/** The same of each feature set. */
function eachSet<T>(of: (features: readonly Feature[]) => T): Record<keyof typeof featureSets, T> {
	const { spad, 'spad+': plus, 'logit-9': logit9, 'logit-17': logit17, 'spad+logit-17': both, redeep } = featureSets;
	return {
		spad: of(spad),
		'spad+': of(plus),
		'logit-9': of(logit9),
		'logit-17': of(logit17),
		'spad+logit-17': of(both),
		redeep: of(redeep),
	};
}
