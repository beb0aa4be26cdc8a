import { randomFor } from '../../src/statistics/random.ts';
import type { Attribute } from '../world/domain.ts';
import type { SharedKind } from '../world/shared/kinds.ts';

/** A list that a person could write down. */
const fewest = 20;
const max = 50;
/** Each of fifty values is missed by so many draws with a chance of e^-100. */
const draws = 5000;

/** All values of an attribute in alphabetical order, where there are 20 to 50 of them; `null` for others: numbers, doses, people's names. */
export function publicValues(attribute: Attribute): string[] | null {
	const random = randomFor(0, attribute.id);
	const values = new Set(Array.from({ length: draws }, () => attribute.value(random, 'Ann Bell')));
	return values.size < fewest || values.size > max ? null : [...values].toSorted();
}

/** A public vocabulary of a kind of documents: all values of what its documents share that are from a list. */
export function publicVocabulary({ key, shared }: SharedKind): string[] {
	return [key, ...shared].flatMap((attribute) => publicValues(attribute) ?? []);
}
