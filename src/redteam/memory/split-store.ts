import { randomFor, shuffled } from '../../statistics/random.ts';

/** The fewest entries and queries that attacks and detectors can be divided among. */
export const minEntries = 20;
export const minQueries = 8;
/** Questions that are aimed at, at most: the paper's. */
const maxTargets = 100;

/** A copy of a store, divided for one run. */
export interface SplitStore {
	/** Benign entries that thresholds come from, and others, on which false positives are counted. */
	readonly calibration: readonly string[];
	readonly held: readonly string[];
	/** Queries that detectors know, and others that attacks aim at. */
	readonly history: readonly string[];
	readonly targets: readonly string[];
}

/** Halves of the entries and about two thirds and a third of the queries, drawn anew for each seed; no text is on two sides. */
export function dividedCopy(entries: readonly string[], queries: readonly string[], seed: number): SplitStore {
	const texts = shuffled(randomFor(seed, 'entries'), [...new Set(entries)]);
	const asked = shuffled(randomFor(seed, 'queries'), [...new Set(queries)]);
	const targets = Math.min(maxTargets, Math.ceil(asked.length / 3));
	const half = Math.ceil(texts.length / 2);
	return { calibration: texts.slice(0, half), held: texts.slice(half), history: asked.slice(targets), targets: asked.slice(0, targets) };
}
