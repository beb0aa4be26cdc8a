import { between, pickWeighted, seededRandom, type Random } from '../../src/statistics/random.ts';
import type { Side } from '../world/domain.ts';
import type { Situation } from '../world/situation.ts';
import { kindShares, makeSituation } from '../world/twins.ts';
import { keepsToItsSide } from './own-side.ts';

/** A question to put to the model, and how its answer is to be sampled. */
export interface PlannedAnswer {
	readonly situation: Situation;
	/** 0 is greedy. */
	readonly temperature: number;
	/** Of the sampling. */
	readonly seed: number;
	/** What a reader of the set may want to select by, besides domain and kind. */
	readonly marks: readonly string[];
}

/** Percent of the answers by temperature (prototypes.md, section C): at 0 and 0.5 a model is wrong with confidence. */
export const temperatureShares: Readonly<Record<string, number>> = { '0': 45, '0.5': 20, '0.8': 20, '1': 15 };

/**
 * Questions by the twin recipe, without end. The same seed and side give the same ones; none names an entity of the other side.
 * A mark says whether an asked attribute was withheld from the passages: `withheld`, or `stated`.
 */
export function* twinPlan(seed: number, side: Side): Generator<PlannedAnswer, never, void> {
	const random = seededRandom(seed);
	for (;;) {
		const kind = pickWeighted(random, kindShares);
		const temperature = Number(pickWeighted(random, temperatureShares));
		const situation = makeSituation(random, kind, side);
		const sampling = newSeed(random);
		if (keepsToItsSide(situation, side))
			yield { situation, temperature, seed: sampling, marks: [situation.withheld === null ? 'stated' : 'withheld'] };
	}
}

/** A seed for sampling one answer. */
export function newSeed(random: Random): number {
	return between(random, 0, 2 ** 31 - 1);
}
