import type { Attribute } from './domain.ts';
import type { Entity } from './entity.ts';
import type { Passage } from './passage.ts';

/** The kinds of questions of a labeled set. Each has a twin of the same form with asked attributes withheld, contradictions and similar cases aside. */
export type SituationKind = 'one' | 'two' | 'three' | 'dense' | 'personal' | 'memory' | 'memory-two' | 'contradiction' | 'similar';

/** A question to ask the model, and everything that is needed to judge its answer. */
export interface Situation {
	readonly kind: SituationKind;
	readonly system: string;
	readonly passages: readonly Passage[];
	readonly query: string;
	/** Whom the question is about, as the passages tell it. */
	readonly entity: Entity;
	/** In the order of the question; of a similar case none. */
	readonly asked: readonly Attribute[];
	/** The asked attributes that no passage states. */
	readonly withheld: readonly Attribute[];
	/** What the model knows by heart about the entity, whatever the passages say. */
	readonly byHeart: ReadonlyMap<string, string>;
}
