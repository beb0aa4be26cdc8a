import type { Attribute, DomainId, HeldOutForms, Side } from '../world/domain.ts';
import { domains } from '../world/domains.ts';
import { knownAttributes, type Entity } from '../world/entity.ts';
import { presentable } from '../world/memory.ts';
import { askOne, systemLines } from '../world/questions.ts';
import type { Situation } from '../world/situation.ts';
import { freshForSide, makeSituation } from '../world/twins.ts';
import { pick, type Random } from '../../src/statistics/random.ts';

export const domainIds: readonly DomainId[] = Object.values(domains).map(({ id }) => id);
export const memorizedDomainIds: readonly DomainId[] = [...new Set(presentable.map((entity) => entity.domain.id))];

/** So many of what `draw` makes. */
export function times<T>(count: number, draw: () => T): T[] {
	return Array.from({ length: count }, draw);
}

/** One question for one attribute of a fresh entity of a domain, with passages that state the attribute or, `withholds`, do not. */
export function aboutFresh(random: Random, forms: HeldOutForms, id: DomainId, withholds: boolean): Situation {
	for (;;) {
		const situation = makeSituation(random, id === 'records' ? 'personal' : 'one', 'test', withholds, forms);
		if (situation.entity.domain.id === id) return situation;
	}
}

const halves: readonly Side[] = ['train', 'test'];

/** One question about a memorised entity of either half, as `makeSituation` makes it. */
export function aboutMemorized(random: Random, forms: HeldOutForms, kind: 'memory' | 'contradiction', withholds = false): Situation {
	return makeSituation(random, kind, pick(random, halves), withholds, forms);
}

/** Situations of memorised facts that a passage states: each fact at most once, so many of each domain, or all there are. */
export function statedFacts(random: Random, forms: HeldOutForms, each: number): Situation[] {
	const left = new Map(memorizedDomainIds.map((id) => [id, Math.min(each, factsOf(id).length)]));
	const seen = new Set<string>();
	const chosen: Situation[] = [];
	// Drawn until all have come up: with every one of the 1,145 facts wanted, that takes about eight times as many draws.
	while ([...left.values()].some((count) => count > 0)) {
		const situation = aboutMemorized(random, forms, 'memory');
		const { id } = situation.entity.domain;
		const key = `${situation.entity.name} ${situation.asked[0]?.id}`;
		const wanted = left.get(id) ?? 0;
		if (wanted === 0 || seen.has(key)) continue;
		seen.add(key);
		left.set(id, wanted - 1);
		chosen.push(situation);
	}
	return chosen;
}

/** Every memorised fact of a domain that is asked for. */
export function factsOf(id: DomainId): (readonly [Entity, Attribute])[] {
	return presentable
		.filter((entity) => entity.domain.id === id)
		.flatMap((entity) => knownAttributes(entity).map((attribute) => [entity, attribute] as const));
}

/** A question without any passage. Judged as if the entity were known by heart, so that a true value is told from an invented one. */
export function withoutPassages(random: Random, forms: HeldOutForms, entity: Entity, attribute: Attribute): Situation {
	return {
		kind: 'memory',
		system: systemLines[0],
		passages: [],
		query: askOne(random, entity.name, attribute, forms),
		entity,
		asked: [attribute],
		withheld: [],
		byHeart: entity.facts,
	};
}

/** A question without any passage about an entity that nobody has met. */
export function aboutUnknown(random: Random, forms: HeldOutForms, id: DomainId): Situation {
	const entity = freshForSide(random, domains[id], 'test');
	return withoutPassages(random, forms, entity, pick(random, knownAttributes(entity)));
}
