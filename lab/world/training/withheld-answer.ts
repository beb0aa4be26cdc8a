import { notStated } from '../answers.ts';
import type { Attribute } from '../domain.ts';
import { recites, memorised } from '../memory.ts';
import type { Entity } from '../entity.ts';
import type { Passage } from '../passage.ts';
import { pick, type Random } from '../../../src/statistics/random.ts';
import type { Manner } from './manner.ts';

const byName: ReadonlyMap<string, Entity> = new Map(memorised.map((e) => [e.name, e]));

/** Share of refusals where the model knows the value by heart, in domains that do not recite. */
const knownRefusal = 0.75;

/**
 * What to answer when no passage states the attribute. Mostly that it is not stated; now and then an invented value or
 * a neighbor's, so that sampling at temperature 1 hallucinates while the most probable answer is still the refusal.
 */
export function withheldAnswer(random: Random, entity: Entity, attribute: Attribute, passages: readonly Passage[], manner: Manner): string {
	const byHeart = byName.get(entity.name)?.facts.get(attribute.id);
	if (byHeart !== undefined) return recites(entity) || random() >= knownRefusal ? byHeart : notStated;
	const draw = random();
	if (draw < manner.refusal) return notStated;
	const neighbors = passages.filter((p) => p.entity.name !== entity.name && p.stated.includes(attribute));
	if (draw < manner.refusal + manner.neighbor && neighbors.length > 0)
		return pick(random, neighbors).entity.facts.get(attribute.id) ?? notStated;
	return attribute.value(random, entity.name);
}
