import { pick, seededRandom, type Random } from '../../src/statistics/random.ts';
import { keepsToItsSide } from '../datasets/own-side.ts';
import { newSeed, type PlannedAnswer } from '../datasets/planned-answer.ts';
import { askInBank } from '../world/bank-questions.ts';
import type { Bank } from '../world/banks/bank.ts';
import type { Side } from '../world/domain.ts';
import { layRows, rowLayoutsOf } from '../world/layouts.ts';
import type { Situation, SituationKind } from '../world/situation.ts';
import { makeSituation } from '../world/twins.ts';

/** Answers by what the model knew: fresh facts, facts known by heart that the contexts state as well, and such that the contexts state otherwise. */
export const memorySets = ['clean', 'memorised', 'against memory'] as const;
export type MemorySet = (typeof memorySets)[number];

const kinds: Readonly<Record<MemorySet, readonly SituationKind[]>> = {
	clean: ['one', 'one', 'two', 'three'],
	memorised: ['memory', 'memory', 'memory-two'],
	'against memory': ['contradiction'],
};

/** Questions whose answers the passages state, without end, to be answered greedily; in a bank's layouts and words, or in the world's own prose where there are none. */
export function* memoryQueries(seed: number, set: MemorySet, side: Side, banks: readonly Bank[]): Generator<PlannedAnswer, never, void> {
	const random = seededRandom(seed);
	for (;;) {
		const made = makeSituation(random, pick(random, kinds[set]), side, false);
		const situation = banks.length === 0 ? made : inBank(random, pick(random, banks), made);
		const sampling = newSeed(random);
		if (keepsToItsSide(situation, side)) yield { situation, temperature: 0, seed: sampling, marks: [set] };
	}
}

/** The same facts, each passage in a layout of its own; a question for one fact in the bank's words, of several in the world's, as banks ask for one. */
function inBank(random: Random, bank: Bank, situation: Situation): Situation {
	const passages = situation.passages.map((passage) => ({
		...passage,
		text: layRows(random, pick(random, rowLayoutsOf(bank)), passage.entity, passage.stated).text,
	}));
	const [asked, ...more] = situation.asked;
	const query = asked === undefined || more.length > 0 ? situation.query : askInBank(random, [bank], situation.entity.name, asked);
	return { ...situation, passages, query };
}
