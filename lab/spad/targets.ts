import { formatOnly, logit17, logit9, overlap, ragShare, redeep, spad, spadLogit17, spadPlus, spadPlusGap } from './detectors.ts';
import { atLeast, atMost, moreThan, type Target } from '../target.ts';

export const levels = ['response', 'sentence'] as const;
export type Level = (typeof levels)[number];

/** What is aimed at on answers by the twin recipe, by detector and figure. */
export const targets: Readonly<Record<Level, Readonly<Record<string, Target>>>> = {
	response: {
		[`${spad}, AUC`]: atLeast(0.8),
		[`${spadLogit17}, AUC`]: atLeast(0.88),
		[`${spadPlus}, AUC`]: atLeast(0.94),
		[`${formatOnly}, AUC`]: atMost(0.6),
	},
	sentence: {
		[`${spad}, AUC`]: atLeast(0.8),
		[`${spadLogit17}, AUC`]: atLeast(0.88),
		[`${spadPlus}, AUC`]: atLeast(0.95),
		[`${formatOnly}, AUC`]: atMost(0.6),
		[`${spad}, AUC on memory`]: atLeast(0.93),
	},
};

/** Two detectors to compare on the same spans. */
export interface Difference {
	readonly first: string;
	readonly second: string;
	readonly target: Target | null;
	/** For the lower end of the interval. */
	readonly lowTarget: Target | null;
}

export const differences: readonly Difference[] = [
	{ first: spadLogit17, second: logit17, target: null, lowTarget: moreThan(0) },
	{ first: spad, second: ragShare, target: atLeast(0.08), lowTarget: null },
	{ first: spad, second: redeep, target: atLeast(0.08), lowTarget: null },
	{ first: spad, second: logit9, target: null, lowTarget: null },
	{ first: spadPlus, second: spad, target: null, lowTarget: null },
	{ first: spadPlus, second: logit17, target: null, lowTarget: null },
	{ first: spadPlusGap, second: spadPlus, target: null, lowTarget: null },
	{ first: spadPlus, second: overlap, target: null, lowTarget: null },
	// Last, so that the resamples of those before stay what they were.
	{ first: spadPlus, second: spadLogit17, target: null, lowTarget: null },
];
