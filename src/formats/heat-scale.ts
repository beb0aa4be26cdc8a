import type { AnalysisToken } from './analysis-record.ts';
import { isTokenSource, tokenSources } from './token-sources.ts';

/**
 * What a heatmap colors by: the confidence gap `CG`, the divergence `KL` of the paths and the token's surprise `−ln P`, all in nats; the
 * classifier's suspicion, 0 to 1; or one of the seven sources of the token's probability, −1 to 1.
 */
export const heatMeasures = ['cg', 'kl', 'surprise', 'suspicion', ...tokenSources] as const;
export type HeatMeasure = (typeof heatMeasures)[number];

/** Whether a measure runs from nothing up (`rising`), or to both sides of nothing (`diverging`): measures of one kind share their colors. */
export function heatKind(measure: HeatMeasure): 'rising' | 'diverging' {
	return measure === 'kl' || measure === 'surprise' || measure === 'suspicion' ? 'rising' : 'diverging';
}

/** Whether every scored token has a value of the measure: others need sources, or a classifier. */
export function isAlwaysKnown(measure: HeatMeasure): boolean {
	return measure === 'cg' || measure === 'kl' || measure === 'surprise';
}

const partEdges = [-0.8, -0.6, -0.45, -0.3, -0.2, -0.12, -0.06, -0.02, -0.005, 0, 0.005, 0.02, 0.06, 0.12, 0.2, 0.3, 0.45, 0.6, 0.8];

/**
 * Edges between the 20 color steps, ascending, in the measure's unit. Fixed, so that a color means the same in every file;
 * fine around 0, where most tokens lie, coarse far out. Diverging measures have 0 in their middle: steps 0 to 9 are negative.
 */
export const heatEdges: Readonly<Record<HeatMeasure, readonly number[]>> = {
	cg: [-3.4, -2.4, -1.7, -1.2, -0.8, -0.5, -0.3, -0.15, -0.05, 0, 0.05, 0.15, 0.3, 0.5, 0.8, 1.2, 1.7, 2.4, 3.4],
	kl: [0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.25, 0.4, 0.6, 0.9, 1.2, 1.6, 2.1, 2.7, 3.4, 4.2, 5.2, 6.5, 8],
	surprise: [0.01, 0.03, 0.06, 0.1, 0.15, 0.22, 0.3, 0.4, 0.55, 0.7, 0.9, 1.2, 1.5, 2, 2.5, 3.2, 4, 5, 7],
	suspicion: Array.from({ length: 19 }, (_, i) => (i + 1) / 20),
	query: partEdges,
	rag: partEdges,
	past: partEdges,
	self: partEdges,
	ffn: partEdges,
	ln: partEdges,
	initial: partEdges,
};

/** What a token is colored by. */
export type HeatToken = Pick<AnalysisToken, 'cg' | 'kl' | 'logprob' | 'sources' | 'suspicion'>;

/** The token's value of `measure`; divergence and surprise are at least 0. `null` where it was not computed. */
export function heatValue(measure: HeatMeasure, token: HeatToken): number | null {
	if (isTokenSource(measure)) return token.sources?.[tokenSources.indexOf(measure)] ?? null;
	switch (measure) {
		case 'cg':
			return token.cg;
		// Rounding leaves a little below 0 where the paths agree.
		case 'kl':
			return Math.max(0, token.kl);
		case 'surprise':
			return Math.max(0, -token.logprob);
		case 'suspicion':
			return token.suspicion;
	}
}

/** Color step of a value, 0 to 19: the number of edges that it reaches. */
export function heatStep(measure: HeatMeasure, value: number): number {
	return heatEdges[measure].filter((edge) => edge <= value).length;
}

/**
 * How a step is colored. Warm asks for a look (the context unsettled the model, or moved it; the token surprised it; the source took
 * from the token's probability), cool is the opposite. Orange and blue stay apart for every common color blindness. `strength` runs from 0
 * (no color) to 1.
 */
export function heatTint(measure: HeatMeasure, step: number): { readonly hue: 'warm' | 'cool'; readonly strength: number } {
	if (heatKind(measure) === 'rising') return { hue: 'warm', strength: step / 19 };
	return step < 10 ? { hue: 'warm', strength: (9 - step) / 9 } : { hue: 'cool', strength: (step - 10) / 9 };
}
