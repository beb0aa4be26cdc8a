import type { QueryCounts } from './corpora.ts';
import type { ScreeningSizes } from './measure-screening.ts';

export interface MirabelSizes extends ScreeningSizes {
	/** Of each corpus at most. */
	readonly documents: number;
	readonly queries: QueryCounts;
	/** Documents that the demo model is asked about; 0: IA, which takes longest, is left out. */
	readonly model: { readonly count: number; readonly interrogated: number };
	/** Documents that a private pipeline is asked about. */
	readonly askedPrivately: number;
	/** Benign questions that the demo model answers, with and without hiding; and queries of a kind that it judges as an agent. */
	readonly answered: number;
	readonly judged: number;
	readonly resamples: number;
}

export const fullMirabel: MirabelSizes = {
	documents: 600,
	queries: { calibration: 300, benign: 300, knownItem: 150, offTopic: 100, sessions: 100 },
	asked: 200,
	interrogated: 40,
	model: { count: 40, interrogated: 12 },
	askedPrivately: 40,
	answered: 100,
	judged: 60,
	resamples: 1000,
};

/** Ends within two minutes, with an encoder too. */
export const quickMirabel: MirabelSizes = {
	documents: 200,
	queries: { calibration: 60, benign: 60, knownItem: 20, offTopic: 20, sessions: 8 },
	asked: 40,
	interrogated: 8,
	model: { count: 12, interrogated: 0 },
	askedPrivately: 8,
	answered: 10,
	judged: 10,
	resamples: 200,
};
