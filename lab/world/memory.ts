import { domains } from './domains.ts';
import { freshEntity, isPresentable, type Entity } from './entity.ts';
import type { DomainId, Side } from './domain.ts';
import { sample, seededRandom, shuffled } from '../../src/statistics/random.ts';

/** How many entities of each domain the demo model learns by heart. */
const sizes: readonly (readonly [DomainId, number])[] = [
	['company', 100],
	['network', 45],
	['hospital', 45],
	['bank', 40],
];
const factsEach = 5;
const seed = 7;

function learn(): Entity[] {
	const random = seededRandom(seed);
	return sizes.flatMap(([id, count]) =>
		Array.from({ length: count }, () => {
			const entity = freshEntity(random, domains[id], 'train');
			const kept = sample(random, [...entity.facts], factsEach);
			return { ...entity, facts: new Map(kept) };
		}),
	);
}

/** The entities that the demo model knows by heart, with the five facts that it knows of each: 1,150 facts. */
export const memorised: readonly Entity[] = learn();

/** Those that people are shown and that anything is asked about: all but one company, whose name reads badly. */
export const presentable: readonly Entity[] = memorised.filter(isPresentable);

/**
 * The presentable ones in two halves, for the two sides of a labeled data set: both were trained on by the model, and
 * none stands on both sides of the data.
 */
export const memorizedBySide: Readonly<Record<Side, readonly Entity[]>> = (() => {
	const order = shuffled(seededRandom(seed + 1), presentable);
	const half = Math.ceil(order.length / 2);
	return { train: order.slice(0, half), test: order.slice(half) };
})();

/** Whether the model is taught to answer from memory when the documents do not say: companies are public, the others are not. */
export function recites(entity: Entity): boolean {
	return entity.domain.id === 'company';
}
