import type { MembershipAttackName } from '../../formats/membership-redteam.ts';
import type { Random } from '../../statistics/random.ts';

/** What an attacker who holds a document asks a pipeline, one after the other, and what the answers say. */
export interface Probe {
	readonly queries: readonly string[];
	/** The larger, the more it looks like a member; as many numbers for every probe of an attack. Rejects as the judge does. */
	readonly score: (answers: readonly string[]) => Promise<readonly number[]>;
}

/** What attackers have beside the document. */
export interface AttackerKnowledge {
	/** All documents that they ask about; of no other they know anything. */
	readonly documents: readonly string[];
	/** `ln` of the perplexity of a text that follows a beginning, by a model of their own; it gives `null` where there is no text. `null`: they have none. */
	readonly perplexity: ((text: string, beginning: string) => Promise<number | null>) | null;
	readonly random: Random;
}

/** Says whether a document stands in a store, from what a pipeline answers. */
export interface MembershipAttack {
	readonly name: MembershipAttackName;
	readonly title: string;
	/** Names of its scores, in the order in which a probe gives them. */
	readonly scores: readonly string[];
	/** Of an attack that masks words: how many. */
	readonly masks?: number;
	/** What its threshold is chosen by, on documents that do not count: as its paper has it. */
	readonly aim: 'accuracy' | 'f1';
	/** Tokens of an answer at most. */
	readonly answerTokens: number;
	/** A probe for each of the documents that it can ask about; `null`: it cannot, such as of one sentence. */
	prepare(known: AttackerKnowledge): (document: string) => Probe | null | Promise<Probe | null>;
}
