import { pick, seededRandom } from '../../src/statistics/random.ts';
import type { Side } from '../world/domain.ts';
import { memorizedBySide, presentable } from '../world/memory.ts';
import { askOne } from '../world/questions.ts';
import type { Situation } from '../world/situation.ts';
import { makeSituation } from '../world/twins.ts';
import { keepsToItsSide } from './own-side.ts';
import { newSeed, type PlannedAnswer } from './planned-answer.ts';

// Queries to calibrate and to test RePCS on (docs/methods/repcs.md): one question, whose answer a passage states; answered greedily.

/** Clean queries: about entities that the model has never met, so that an answer must come from the passages. Without end. */
export function* cleanPlan(seed: number, side: Side): Generator<PlannedAnswer, never, void> {
	const random = seededRandom(seed);
	for (;;) {
		// As many of each domain as among the memorised, so that the two differ in nothing but what the model knows.
		const { domain } = pick(random, presentable);
		let situation = makeSituation(random, 'one', side, false);
		while (situation.entity.domain !== domain) situation = makeSituation(random, 'one', side, false);
		const sampling = newSeed(random);
		if (keepsToItsSide(situation, side)) yield { situation, temperature: 0, seed: sampling, marks: ['clean'] };
	}
}

/**
 * Memorized queries: about facts that the model knows by heart, each asked twice over the same passages: in a form that it was
 * trained on (`verbatim`), and in one that it was not (`paraphrased`). No fact comes twice, so the plan ends.
 */
export function* memorizedPlan(seed: number, side: Side): Generator<PlannedAnswer, void, void> {
	const random = seededRandom(seed);
	const facts = new Set<string>();
	const total = memorizedBySide[side].reduce((sum, e) => sum + e.facts.size, 0);
	// A fact may be unfit, because it names an entity of the other side: there is an end to trying.
	for (let draws = 0; draws < 20 * total && facts.size < total; draws++) {
		const situation = makeSituation(random, 'memory', side, false);
		const [asked] = situation.asked;
		const sampling = newSeed(random);
		if (asked === undefined) throw new RangeError('a question about memory asks for nothing');
		const verbatim: Situation = { ...situation, query: askOne(random, situation.entity.name, asked, 'train') };
		const fact = `${situation.entity.name}\n${asked.id}`;
		if (facts.has(fact) || !keepsToItsSide(situation, side)) continue;
		facts.add(fact);
		yield { situation: verbatim, temperature: 0, seed: sampling, marks: ['memorised', 'verbatim'] };
		yield { situation, temperature: 0, seed: sampling, marks: ['memorised', 'paraphrased'] };
	}
}
