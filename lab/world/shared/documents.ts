import type { Attribute, Side } from '../domain.ts';
import { freshEntity, isPresentable, valueOf, type Entity } from '../entity.ts';
import { freshForSide } from '../twins.ts';
import { between, sample, type Random } from '../../../src/statistics/random.ts';
import type { SharedKind } from './kinds.ts';

/** A key's value and what everybody who has it shares. */
export interface SharedWorld {
	readonly kind: SharedKind;
	readonly key: string;
	/** Attribute id to the shared value. */
	readonly truth: ReadonlyMap<string, string>;
}

/** A person (or site) of a world, and what is to be told of them. */
export interface Member {
	readonly entity: Entity;
	/** The key first. */
	readonly told: readonly Attribute[];
	readonly world: SharedWorld;
}

export function makeWorld(random: Random, kind: SharedKind): SharedWorld {
	for (;;) {
		const entity = freshEntity(random, kind.domain, 'train');
		if (!isPresentable(entity)) continue;
		return { kind, key: valueOf(entity, kind.key), truth: new Map(kind.shared.map((a) => [a.id, valueOf(entity, a)])) };
	}
}

export interface MemberOptions {
	/** Whether the person's name was never trained on. */
	readonly side: Side;
	/** Shared attributes that are told; the others are with the chance `aside`. */
	readonly asked: readonly Attribute[];
	readonly aside: number;
	/** Chance that an asked attribute is left out, and that a person has another value than the key's. */
	readonly omit: number;
	readonly deviate: number;
	/** How many attributes are told that belong to the person alone: at least and at most. */
	readonly personal: readonly [number, number];
}

export function makeMember(random: Random, world: SharedWorld, options: MemberOptions): Member {
	const { kind, key, truth } = world;
	const base = options.side === 'test' ? freshForSide(random, kind.domain, 'test') : freshEntity(random, kind.domain, 'train');
	const facts = new Map([...base.facts, [kind.key.id, key] as const]);
	const told = [kind.key];
	for (const attribute of kind.shared) {
		if (random() >= options.deviate) facts.set(attribute.id, truth.get(attribute.id)!);
		if (options.asked.includes(attribute) ? random() >= options.omit : random() < options.aside) told.push(attribute);
	}
	const own = [...sample(random, kind.personal, between(random, ...options.personal)), ...sample(random, kind.own, between(random, 0, 1))];
	return { entity: { domain: kind.domain, name: base.name, facts }, told: [...told, ...own], world };
}

/** The value that most of the members who tell of it have; of equally many the one that stands first. */
export function mostCommon(members: readonly Member[], attribute: Attribute): string | undefined {
	const counts = new Map<string, number>();
	for (const { entity, told } of members) {
		const value = entity.facts.get(attribute.id);
		if (told.includes(attribute) && value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
	}
	const max = Math.max(0, ...counts.values());
	return [...counts].find(([, count]) => count === max)?.[0];
}
