import { triggered, type AttackName, type Embed, type Planted } from '../../src/redteam/memory/attack.ts';
import { cutsOf, retrievalDepth, retrieved } from '../../src/redteam/memory/retrieval.ts';
import { asClause, sentenceCase } from '../../src/redteam/memory/camouflage.ts';
import type { Matrix } from '../../src/methods/memsad/row-maxima.ts';

/** Entries that the paper plants for its retrieval rates. */
export const paperCounts: Readonly<Record<AttackName, number>> = { 'agent-poison': 5, minja: 10, injecmem: 15 };

/** Which of a split's target questions retrieve something planted, one value a question. */
export interface Retrievals {
	/** As the attack is carried out: with its trigger, where it has one. */
	readonly attacked: readonly boolean[];
	/** Asked without the trigger. */
	readonly plain: readonly boolean[];
	/** Without what the default set flags. */
	readonly defended: readonly boolean[];
	/** The goals alone, planted without the attack's form: what the attack adds is the difference. */
	readonly goalsAlone: readonly boolean[];
}

/** Of the first so many entries that the attack has planted. */
export async function retrievals(
	{ entries, trigger }: Pick<Planted, 'entries' | 'trigger'>,
	{
		count,
		flags,
		store,
		targets,
		embed,
	}: {
		readonly count: number;
		/** Which of the planted entries the default set flags. */
		readonly flags: readonly boolean[];
		readonly store: Matrix;
		readonly targets: readonly string[];
		readonly embed: Embed;
	},
): Promise<Retrievals> {
	const [asked, plain] = [
		await embed(
			targets.map((target) => triggered(target, trigger)),
			'query',
		),
		await embed(targets, 'query'),
	];
	const [cuts, plainCuts] = [cutsOf(store, asked, retrievalDepth), cutsOf(store, plain, retrievalDepth)];
	const chosen = entries.slice(0, count);
	const texts = chosen.map(({ text }) => text);
	const left = texts.filter((_, i) => flags[i] !== true);
	const goals = chosen.map(({ goal }) => `${sentenceCase(asClause(goal.directive))}.`);
	return {
		attacked: retrieved(cuts, asked, await embed(texts, 'document')),
		plain: retrieved(plainCuts, plain, await embed(texts, 'document')),
		defended: retrieved(cuts, asked, await embed(left, 'document')),
		goalsAlone: retrieved(plainCuts, plain, await embed(goals, 'document')),
	};
}
