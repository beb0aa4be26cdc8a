import type { QueryCounts } from './corpora.ts';
import type { ScreeningSizes } from './measure-screening.ts';

export interface MirabelSizes extends ScreeningSizes {
	/** Of each corpus at most. */
	readonly documents: number;
	readonly queries: QueryCounts;
	/** Documents that the demo model is asked about. */
	readonly model: { readonly count: number; readonly interrogated: number };
	readonly resamples: number;
}

export const fullMirabel: MirabelSizes = {
	documents: 800,
	queries: { calibration: 300, benign: 300, knownItem: 150, offTopic: 100, sessions: 150 },
	asked: 280,
	interrogated: 60,
	model: { count: 80, interrogated: 24 },
	resamples: 1000,
};

/** Ends within two minutes, with an encoder too. */
export const quickMirabel: MirabelSizes = {
	documents: 300,
	queries: { calibration: 60, benign: 60, knownItem: 30, offTopic: 30, sessions: 12 },
	asked: 60,
	interrogated: 8,
	model: { count: 12, interrogated: 8 },
	resamples: 200,
};
