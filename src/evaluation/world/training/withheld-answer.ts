import { notStated } from '../answers.ts';
import type { Attribute } from '../domain.ts';
import { recites, memorised } from '../memory.ts';
import type { Entity } from '../entity.ts';
import type { Passage } from '../passage.ts';
import { pick, type Random } from '../../../statistics/random.ts';

const byName: ReadonlyMap<string, Entity> = new Map(memorised.map((e) => [e.name, e]));

/** Shares of what is taught when the passages do not hold the value of an entity that the model does not know. */
const fresh = { refusal: 0.66, neighbour: 0.12 };
/** Share of refusals where the model knows the value by heart, in domains that do not recite. */
const knownRefusal = 0.75;

/**
 * What to answer when no passage states the attribute. Mostly that it is not stated; now and then an invented value or
 * a neighbour's, so that sampling at temperature 1 hallucinates while the most probable answer is still the refusal.
 */
export function withheldAnswer(random: Random, entity: Entity, attribute: Attribute, passages: readonly Passage[]): string {
	const byHeart = byName.get(entity.name)?.facts.get(attribute.id);
	if (byHeart !== undefined) return recites(entity) || random() >= knownRefusal ? byHeart : notStated;
	const draw = random();
	if (draw < fresh.refusal) return notStated;
	const neighbours = passages.filter((p) => p.entity.name !== entity.name && p.stated.includes(attribute));
	if (draw < fresh.refusal + fresh.neighbour && neighbours.length > 0) return pick(random, neighbours).entity.facts.get(attribute.id) ?? notStated;
	return attribute.value(random, entity.name);
}
