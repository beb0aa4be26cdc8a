import type { TableName } from './feature-tables.ts';
import type { ScoreName } from './judged-span.ts';

/** A way to score spans. */
export type Detector =
	/** Boosted trees over a table of features. */
	| { readonly name: string; readonly kind: 'trees'; readonly table: TableName }
	/** Logistic regression of a table of few features. */
	| { readonly name: string; readonly kind: 'regression'; readonly table: TableName }
	/** A number of the span itself; only its threshold is learned. */
	| { readonly name: string; readonly kind: 'score'; readonly score: ScoreName };

export const spad = 'SPAD (126)';
export const spadPlus = 'SPAD+';
export const spadPlusGap = 'SPAD+ with CG';
export const spadLogit17 = 'SPAD + logit-17';
export const logit9 = 'logit-9';
export const logit17 = 'logit-17';
export const ragShare = 'RAG share alone';
export const redeep = 'ReDeEP-style regression';
export const overlap = 'string overlap, best passage';
export const formatOnly = 'format only';

/** The detectors of docs/methods/spad.md, as they are reported. */
export const detectors: readonly Detector[] = [
	{ name: spad, kind: 'trees', table: 'spad' },
	{ name: spadPlus, kind: 'trees', table: 'spad+' },
	{ name: spadPlusGap, kind: 'trees', table: 'spad+cg' },
	{ name: spadLogit17, kind: 'trees', table: 'spad+logit-17' },
	{ name: logit9, kind: 'trees', table: 'logit-9' },
	{ name: logit17, kind: 'trees', table: 'logit-17' },
	{ name: 'perplexity', kind: 'score', score: 'perplexity' },
	{ name: 'length-normalised entropy', kind: 'score', score: 'entropy' },
	{ name: 'energy', kind: 'score', score: 'energy' },
	{ name: 'confidence gap (−CG)', kind: 'score', score: 'confidenceGap' },
	{ name: 'top-1 margin', kind: 'score', score: 'margin' },
	{ name: ragShare, kind: 'score', score: 'ragShare' },
	{ name: redeep, kind: 'regression', table: 'redeep' },
	{ name: overlap, kind: 'score', score: 'overlap' },
	{ name: formatOnly, kind: 'trees', table: 'format' },
];
