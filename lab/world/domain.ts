import type { Random } from '../../src/statistics/random.ts';

/** Which side of the split an entity is on; nothing of the test side is trained on. */
export type Side = 'train' | 'test';

/** Sides of sentence forms that nothing is trained on: `dev` for choosing how to train, `test` for figures, which no choice may follow from. */
export type HeldOutForms = 'dev' | 'test';
/** `train` is read in every phase of the training; `wide` is that and `more`, read in the last one. */
export type FormSide = 'train' | 'wide' | HeldOutForms;

/** Sentence forms by side. No form stands on two. */
export interface Forms extends Readonly<Record<'train' | HeldOutForms, readonly string[]>> {
	/** Others to be trained on: many and various, once it is known how to read. */
	readonly more?: readonly string[];
}

export function formsOf(forms: Forms, side: FormSide): readonly string[] {
	return side === 'wide' ? [...forms.train, ...(forms.more ?? [])] : forms[side];
}

/** Whether a side's sentences may have before and behind them what only training has. */
export function isTrained(side: FormSide): boolean {
	return side === 'train' || side === 'wide';
}

export type DomainId = 'hospital' | 'bank' | 'network' | 'company' | 'records';

/**
 * Something that an entity has one value of.
 *
 * Placeholders: `{E}` the entity's name; in statements `{S}`, `{P}`, `{O}` the entity as subject, possessive and object
 * ('Maria Okafor' / 'she' / 'the patient'; 'Maria Okafor's' / 'her'; 'Maria Okafor' / 'her'); `{v}` the value.
 */
export interface Attribute {
	/** Unique in the world: 'hospital.ward'. */
	readonly id: string;
	/** What it is called; fits 'The … of Maria Okafor is Ward A.' Unique in the world. */
	readonly noun: string;
	readonly value: (random: Random, entityName: string) => string;
	/** Sentences of a passage. Those without `{S}`, `{P}` or `{O}` follow one that names the entity. */
	readonly statements: Forms;
	/** Questions of its own, besides those that the world asks of every noun. */
	readonly questions: Forms;
	/** Questions that name a value and ask for the entity: 'Which patient is allergic to {v}?' */
	readonly lookups?: Forms;
	/** In records: pieces of the list behind the head, 'phone {v}'. */
	readonly fragments?: Forms;
	/** Private to the person it belongs to. */
	readonly personal?: boolean;
}

/** A part of the world: one kind of entity, what is known of it, and how its documents are written. */
export interface Domain {
	readonly id: DomainId;
	readonly entityName: (random: Random) => string;
	/** How a passage may call the entity once it has been named: 'the patient'. */
	readonly noun: string;
	/** Put before the name now and then: 'site'. */
	readonly title?: string;
	/** Whether the entity is a person, 'she' or 'he'. */
	readonly person: boolean;
	readonly attributes: readonly Attribute[];
	/** Sentences that state no value, so that not every sentence of a passage is an answer. */
	readonly asides: Forms;
	/** In records: heads before the list of fragments, 'Client record of {E}'. */
	readonly heads?: Forms;
}
