import { boundRival, isBound } from './bound-values.ts';
import type { GivenIndex, GivenValue } from './given-index.ts';
import { movedRival, type AnswerSentence, type Rival } from './rivals.ts';
import type { Value } from './values.ts';

/** What the given texts say about a value of an answer. */
export type LookUp =
	/** A given text says it, in this or another form. */
	| { readonly state: 'given' }
	/** It follows from given values. */
	| { readonly state: 'derived' }
	/** Beside the same words, a given text has this other value of the same kind. */
	| { readonly state: 'contradicted'; readonly by: GivenValue }
	/** No given text says it. `nearest`: the given value that it most likely stands for; absent if several may be meant. */
	| { readonly state: 'not-given'; readonly nearest?: GivenValue }
	/** Nobody can tell: texts say such values freely. */
	| { readonly state: 'undecided' };
/** Returns `given`, or `contradicted` if the value is given of something else (`movedRival`). @param places where it is given */
export function givenOrMoved(
	value: Value,
	places: readonly GivenValue[],
	sentence: AnswerSentence,
	index: GivenIndex,
	isRival: (one: Value) => boolean,
	isFree = false,
): LookUp {
	const bound = isFree ? undefined : boundRival(value, places, sentence, index, isRival);
	const by = movedRival(value, places, sentence, index, isRival) ?? (bound !== undefined && isBound(bound) ? bound.by : undefined);
	return by === undefined ? { state: 'given' } : { state: 'contradicted', by };
}
/** Returns `contradicted` by a rival, and `not-given` without one. */
export function contradictedOrNot(rival: Rival | undefined): LookUp {
	return rival === undefined ? { state: 'not-given' } : { state: 'contradicted', by: rival.given };
}
