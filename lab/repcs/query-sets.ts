import { randomFor, type Random } from '../../src/statistics/random.ts';
import type { PlannedAnswer } from '../datasets/planned-answer.ts';
import { cleanPlan, memorizedPlan } from '../datasets/query-plans.ts';
import type { Side } from '../world/domain.ts';
import { askOne } from '../world/questions.ts';

/** The paper's three kinds of queries (RePCS, section V-A): fresh facts, facts known by heart, and these in other words. */
export const querySets = ['clean', 'memorised', 'paraphrased'] as const;
export type QuerySet = (typeof querySets)[number];

/** Whether the model was trained on questions of this form. */
export type QuestionForm = 'trained' | 'held-out';

/** A question whose answer a passage states, to be answered greedily. */
export interface Query extends PlannedAnswer {
	readonly set: QuerySet;
	readonly form: QuestionForm;
}

/**
 * So many queries of each set, each fact at most once in a set. The memorised facts are asked for in forms that the model was trained on, the
 * paraphrased are the same facts over the same passages in held-out forms; of the clean queries every second one is asked in a
 * trained form, so that the form of a question tells little. Both sides of the world give half.
 * @throws RangeError when there are not so many memorised facts.
 */
export function makeQueries(seed: number, each: number): Query[] {
	const counts: Readonly<Record<Side, number>> = { train: Math.ceil(each / 2), test: Math.floor(each / 2) };
	return (['train', 'test'] as const).flatMap((side) => {
		const planSeed = Math.floor(randomFor(seed, `queries, ${side}`)() * 2 ** 31);
		const random = randomFor(seed, `question forms, ${side}`);
		const known = memorizedQueries(planSeed, side, counts[side]);
		return [...cleanQueries(planSeed, side, counts[side], random), ...known];
	});
}

function cleanQueries(seed: number, side: Side, count: number, random: Random): Query[] {
	const queries: Query[] = [];
	for (const planned of cleanPlan(seed, side)) {
		if (queries.length === count) break;
		const { situation } = planned;
		const form: QuestionForm = queries.length % 2 === 0 ? 'held-out' : 'trained';
		const [asked] = situation.asked;
		if (asked === undefined) throw new RangeError('a clean question asks for nothing');
		const query = form === 'trained' ? askOne(random, situation.entity.name, asked, 'train') : situation.query;
		queries.push({ ...planned, situation: { ...situation, query }, set: 'clean', form });
	}
	return queries;
}

function memorizedQueries(seed: number, side: Side, facts: number): Query[] {
	const queries: Query[] = [];
	for (const planned of memorizedPlan(seed, side)) {
		if (queries.length === 2 * facts) break;
		const paraphrased = planned.marks.includes('paraphrased');
		queries.push({ ...planned, set: paraphrased ? 'paraphrased' : 'memorised', form: paraphrased ? 'held-out' : 'trained' });
	}
	if (queries.length < 2 * facts)
		throw new RangeError(`${facts} memorised facts of a side were wanted, and there are ${queries.length / 2}`);
	return queries;
}
