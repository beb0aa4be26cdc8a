import type { FormSide } from '../domain.ts';
import type { PassageStyle } from '../passage.ts';

/** What a phase teaches about values that no passage states, and how its passages are written. */
export interface Manner {
	/** Share of questions with one asked attribute that no passage states. */
	readonly withheldShare: number;
	/** Of the answers to them: the shares that refuse, and that take a neighbor's value; the others invent one. */
	readonly refusal: number;
	readonly neighbor: number;
	/** Share of the turns about records that ask for a similar case. */
	readonly similarShare: number;
	readonly style?: PassageStyle;
	/** Sentence forms that are read. */
	readonly forms: Extract<FormSide, 'train' | 'wide'>;
	/** Share of the questions in the forms of the trained banks; absent: none. */
	readonly bankShare?: number;
}

/** While reading is learned. */
export const learning: Manner = { withheldShare: 0.36, refusal: 0.66, neighbor: 0.12, similarShare: 0.3, forms: 'train' };

/** At the end: fewer questions without an answer, so that what stands in other words is looked for and not given up, and sentences that run into each other. */
export const settling: Manner = {
	withheldShare: 0.24,
	refusal: 0.6,
	neighbor: 0.1,
	similarShare: 0.45,
	style: { joined: 0.2, tailed: 0.15 },
	forms: 'train',
};

/** What is asked is mostly there, as it is where people ask, so that doubt is no refusal. */
export const weighing: Manner = { ...settling, withheldShare: 0.1, refusal: 0.55, similarShare: 0.5 };

/** Then many more ways to say it, so that what was learned is reading and not a list of sentences. */
export const widening: Manner = { ...settling, withheldShare: 0.16, forms: 'wide' };

/** Last of all: other layouts, questions in the words of others, and facts that people share. */
export const sharing: Manner = { ...widening, withheldShare: 0.18, bankShare: 0.35 };
