import type { Matrix } from '../../methods/memsad/row-maxima.ts';
import type { Random } from '../../statistics/random.ts';
import type { AttackGoal } from './goals.ts';

/**
 * Which goals an attack plants: `published`, the orders that MEMSAD's paper names; `orders`, many others, openly as well; `subtle`, the aims of those
 * as plain statements.
 */
export type GoalWording = 'published' | 'orders' | 'subtle';

/** What an attacker knows and may do. All is a copy: nothing of the user's is touched. */
export interface AttackScene {
	/** Texts that the store holds: attacks imitate their length and form. */
	readonly entries: readonly string[];
	/** Questions of the victim that the attacker wants its entries to answer. */
	readonly targets: readonly string[];
	readonly goals: readonly AttackGoal[];
	readonly wording: GoalWording;
	/** Entries to plant. */
	readonly count: number;
	/** How many entries the agent reads for a question; absent: `retrievalDepth`. */
	readonly depth?: number;
	readonly random: Random;
	/** All that the attacker sees of the encoder. */
	readonly embed: Embed;
	readonly signal: AbortSignal;
}

/** Unit embeddings of texts, a row each: of what is asked, or of what is stored, which some encoders tell apart. */
export type Embed = (texts: readonly string[], as: 'query' | 'document') => Promise<Matrix>;

export interface PlantedEntry {
	readonly text: string;
	/** The question that it is made for; `null`: for any. */
	readonly target: string | null;
	readonly goal: AttackGoal;
}

/** What an attack has planted. */
export interface Planted {
	readonly entries: readonly PlantedEntry[];
	/** Words that the victim's queries hold when the attack is carried out; `null`: it needs none. */
	readonly trigger: string | null;
	/** What each attempt became, where the agent itself decides what it stores: attempts, and those that were stored. */
	readonly attempts: number;
}

export type AttackName = 'agent-poison' | 'minja' | 'injecmem';

/** An attack of the literature. */
export interface MemoryAttack {
	readonly name: AttackName;
	readonly title: string;
	/** What the attacker needs. */
	readonly access: 'write' | 'query' | 'single';
	plant(scene: AttackScene): Promise<Planted>;
}

/** How a goal stands in a planted entry. */
export function worded(goal: AttackGoal, wording: GoalWording): string {
	return wording === 'subtle' ? goal.statement : goal.directive;
}

/** A query as it is asked under the attack's trigger. */
export function triggered(query: string, trigger: string | null): string {
	return trigger === null ? query : `${query} ${trigger}`;
}
