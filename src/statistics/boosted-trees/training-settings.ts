/** How trees are grown; names and meanings are XGBoost's, and so are the defaults. */
export interface TrainingSettings {
	/** Trees to grow at most. */
	readonly rounds: number;
	/** Learning rate, `(0, 1]`. */
	readonly eta: number;
	/** Splits on the longest way through a tree, from 1 to 32. */
	readonly maxDepth: number;
	/** Least sum of second derivatives in a child. */
	readonly minChildWeight: number;
	/** L2 penalty of a leaf's output. */
	readonly lambda: number;
	/** L1 penalty of a leaf's output. */
	readonly alpha: number;
	/** Least gain of a split. */
	readonly gamma: number;
	/** Chance of each sample to be seen by a tree, `(0, 1]`. */
	readonly subsample: number;
	/** Share of the features that a tree is given, `(0, 1]`; at least one is. */
	readonly colsampleByTree: number;
	/** Bins of a feature's histogram at most, from 2 to 65,535. */
	readonly maxBin: number;
	/** Weight of a positive sample against 1 of a negative one. */
	readonly scalePosWeight: number;
}

export const defaultSettings: TrainingSettings = {
	rounds: 100,
	eta: 0.3,
	maxDepth: 6,
	minChildWeight: 1,
	lambda: 1,
	alpha: 0,
	gamma: 0,
	subsample: 1,
	colsampleByTree: 1,
	maxBin: 256,
	scalePosWeight: 1,
};

type Allowed = (value: number) => boolean;
const share: Allowed = (x) => x > 0 && x <= 1;
const positive: Allowed = (x) => x > 0 && x < Infinity;
const penalty: Allowed = (x) => x >= 0 && x < Infinity;
const whole =
	(min: number, max: number): Allowed =>
	(x) =>
		Number.isInteger(x) && x >= min && x <= max;

const ranges: readonly (readonly [keyof TrainingSettings, Allowed])[] = [
	['rounds', whole(1, 1e6)],
	['eta', share],
	['maxDepth', whole(1, 32)],
	['minChildWeight', penalty],
	['lambda', penalty],
	['alpha', penalty],
	['gamma', penalty],
	['subsample', share],
	['colsampleByTree', share],
	['maxBin', whole(2, 65_535)],
	['scalePosWeight', positive],
];

/**
 * The settings with defaults for what is left out, rounded to float32 as XGBoost holds them.
 * @throws RangeError for a value outside its range.
 */
export function completeSettings(given: Partial<TrainingSettings>): TrainingSettings {
	const settings = { ...defaultSettings, ...given };
	for (const [key, isAllowed] of ranges) {
		if (!isAllowed(settings[key])) throw new RangeError(`${key} cannot be ${settings[key]}`);
		settings[key] = Math.fround(settings[key]);
	}
	return settings;
}
