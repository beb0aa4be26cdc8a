import type { AnalysisToken } from './analysis-record.ts';

/** What a heatmap colours by: the confidence gap `CG`, or the token's surprise `−ln P`. Both in nats. */
export type HeatMeasure = 'cg' | 'surprise';

/**
 * Edges between the 20 colour steps, ascending, nats. Fixed, so that a colour means the same in every file;
 * fine around 0, where most tokens lie, coarse far out. CG has 0 in its middle: steps 0 to 9 are negative.
 */
export const heatEdges: Readonly<Record<HeatMeasure, readonly number[]>> = {
	cg: [-3.4, -2.4, -1.7, -1.2, -0.8, -0.5, -0.3, -0.15, -0.05, 0, 0.05, 0.15, 0.3, 0.5, 0.8, 1.2, 1.7, 2.4, 3.4],
	surprise: [0.01, 0.03, 0.06, 0.1, 0.15, 0.22, 0.3, 0.4, 0.55, 0.7, 0.9, 1.2, 1.5, 2, 2.5, 3.2, 4, 5, 7],
};

/** The token's value of `measure`, nats. Surprise is at least 0. */
export function heatValue(measure: HeatMeasure, token: Pick<AnalysisToken, 'cg' | 'logprob'>): number {
	return measure === 'cg' ? token.cg : Math.max(0, -token.logprob);
}

/** Colour step of a value, 0 to 19: the number of edges that it reaches. */
export function heatStep(measure: HeatMeasure, value: number): number {
	return heatEdges[measure].filter((edge) => edge <= value).length;
}

/**
 * How a step is coloured. Warm asks for a look (the context unsettled the model; the token surprised it), cool is the opposite.
 * Orange and blue stay apart for every common colour blindness. `strength` runs from 0 (no colour) to 1.
 */
export function heatTint(measure: HeatMeasure, step: number): { readonly hue: 'warm' | 'cool'; readonly strength: number } {
	if (measure === 'surprise') return { hue: 'warm', strength: step / 19 };
	return step < 10 ? { hue: 'warm', strength: (9 - step) / 9 } : { hue: 'cool', strength: (step - 10) / 9 };
}
