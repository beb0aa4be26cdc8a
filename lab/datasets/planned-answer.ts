import { between, pick, pickWeighted, seededRandom, type Random } from '../../src/statistics/random.ts';
import type { Bank } from '../world/banks/bank.ts';
import type { Side } from '../world/domain.ts';
import { makeLaidOutOfKind, type LaidOutKind } from '../world/laid-out-situation.ts';
import type { Situation, SituationKind } from '../world/situation.ts';
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
 * How often all that is asked is withheld, by the number of questions. One value would make the number of sentences tell how likely a response
 * is ungrounded (two chances to invent are more than one), and withholding one of several would make it tell that of a sentence: these lie between
 * the two, so that it tells next to nothing of either (`format only` of the bench spad-detection).
 */
export const withheldShares: Readonly<Record<1 | 2 | 3, number>> = { 1: 0.48, 2: 0.4, 3: 0.42 };

/** What is asked of a plan besides its seed; without any of it, the plan of the sets that ship: prose, of half of the questions one value is withheld. */
export interface PlanOptions {
	/** In whose layouts and questions the situations are written. */
	readonly banks?: readonly Bank[];
	/** Withholds all that is asked or nothing (`withheldShares`), so that the number of sentences tells next to nothing. */
	readonly evenByLength?: boolean;
}

/**
 * Questions by the twin recipe, without end. The same seed, side and options give the same ones; none names an entity of the other side.
 * Marks say whether what is asked was withheld from the passages (`withheld`, or `stated`) and in which layout they stand (`layout-bullets`).
 */
export function* twinPlan(seed: number, side: Side, options: PlanOptions = {}): Generator<PlannedAnswer, never, void> {
	const random = seededRandom(seed);
	for (;;) {
		const kind = pickWeighted(random, kindShares);
		const temperature = Number(pickWeighted(random, temperatureShares));
		const { situation, marks } = laidOutOrNot(random, kind, side, options);
		const sampling = newSeed(random);
		if (keepsToItsSide(situation, side))
			yield { situation, temperature, seed: sampling, marks: [situation.withheld.length === 0 ? 'stated' : 'withheld', ...marks] };
	}
}

function laidOutOrNot(
	random: Random,
	kind: SituationKind,
	side: Side,
	{ banks = [], evenByLength = false }: PlanOptions,
): { situation: Situation; marks: readonly string[] } {
	const withholds = evenByLength ? random() < withheldShares[questionsOf(kind)] && 'all' : random() < 0.5;
	if (banks.length === 0) return { situation: makeSituation(random, kind, side, withholds), marks: [] };
	const situation = makeLaidOutOfKind(random, pick(random, banks), side, inLayouts(kind), { withholds });
	return { situation, marks: [`layout-${situation.layout}`] };
}

/** Kinds that are about the world's way of writing passages become a single question. */
function inLayouts(kind: SituationKind): LaidOutKind {
	return kind === 'dense' || kind === 'personal' || kind === 'similar' ? 'one' : kind;
}

function questionsOf(kind: SituationKind): 1 | 2 | 3 {
	return kind === 'three' ? 3 : kind === 'two' || kind === 'memory-two' ? 2 : 1;
}

/** A seed for sampling one answer. */
export function newSeed(random: Random): number {
	return between(random, 0, 2 ** 31 - 1);
}
