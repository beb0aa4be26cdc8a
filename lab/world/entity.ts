import type { Attribute, Domain, Side } from './domain.ts';
import { readsBadly } from './reads-badly.ts';
import type { Random } from '../../src/statistics/random.ts';

/** Someone or something of the world, with the true value of each attribute that is known of it. */
export interface Entity {
	readonly domain: Domain;
	readonly name: string;
	/** Attribute id to value. */
	readonly facts: ReadonlyMap<string, string>;
}

/** One name in sixteen belongs to the test side, decided by the name alone, so that no draw can move it. */
export function sideOf(name: string): Side {
	let hash = 0x811c9dc5;
	for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
	hash ^= hash >>> 15;
	return (hash >>> 0) % 16 === 0 ? 'test' : 'train';
}

function newName(random: Random, domain: Domain, side: Side): string {
	for (;;) {
		const name = domain.entityName(random);
		if (sideOf(name) === side) return name;
	}
}

/** An entity that nobody has met, with a value for every attribute of its domain. */
export function freshEntity(random: Random, domain: Domain, side: Side): Entity {
	const name = newName(random, domain, side);
	return { domain, name, facts: new Map(domain.attributes.map((a) => [a.id, a.value(random, name)])) };
}

/** Whether people may be shown it: neither its name nor one among its values reads badly. Training text is written without this question. */
export function isPresentable({ name, facts }: Entity): boolean {
	return ![name, ...facts.values()].some(readsBadly);
}

export function knownAttributes(entity: Entity): Attribute[] {
	return entity.domain.attributes.filter((a) => entity.facts.has(a.id));
}

/** @throws RangeError when nothing is known: whoever asks must have looked. */
export function valueOf(entity: Entity, attribute: Attribute): string {
	const value = entity.facts.get(attribute.id);
	if (value === undefined) throw new RangeError(`nothing is known of ${entity.name}'s ${attribute.noun}`);
	return value;
}

/** A value that the attribute could have and the entity does not. */
export function otherValue(random: Random, entity: Entity, attribute: Attribute): string {
	for (;;) {
		const value = attribute.value(random, entity.name);
		if (value !== entity.facts.get(attribute.id)) return value;
	}
}

export function withFact(entity: Entity, attribute: Attribute, value: string): Entity {
	return { ...entity, facts: new Map([...entity.facts, [attribute.id, value]]) };
}
