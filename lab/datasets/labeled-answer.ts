import type { TraceLabel } from '../../src/formats/trace.ts';
import type { Attribute } from '../world/domain.ts';
import { valueOf, type Entity } from '../world/entity.ts';
import { isUnsupported, type LabeledSentence } from '../world/label-answer.ts';
import type { Situation } from '../world/situation.ts';
import type { PlannedAnswer } from './planned-answer.ts';

/** What the model said, judged by the world's truth. */
export interface LabeledAnswer extends PlannedAnswer {
	readonly text: string;
	/** All of them readable. */
	readonly sentences: readonly LabeledSentence[];
}

/**
 * An answer's errors in RAGTruth's words. The span is the value that no passage supports, not its sentence. `Evident Conflict`: a passage
 * gives another value for the same thing; `Evident Baseless Info`: none gives any. `implicitTrue`: no passage says it and it is true all
 * the same. The note is the world's own verdict: `memory`, `misattributed` or `fabricated`.
 */
export function labelsOf({ text, sentences, situation }: Pick<LabeledAnswer, 'text' | 'sentences' | 'situation'>): TraceLabel[] {
	return sentences.flatMap(({ start, verdict, attribute, value }): TraceLabel[] => {
		if (!isUnsupported(verdict) || value === null) return [];
		const about = entityIn(text.slice(start, value.start), situation);
		return [
			{
				start: value.start,
				end: value.end,
				note: verdict,
				type: conflicts(about, attribute, value.text, situation) ? 'Evident Conflict' : 'Evident Baseless Info',
				...(attribute !== null && isTrue(about, attribute, value.text, situation) ? { implicitTrue: true } : {}),
			},
		];
	});
}

/** Whom the words before a value name: the entity that was asked about, or one of the passages. */
function entityIn(lead: string, { entity, passages }: Situation): Entity | null {
	return (
		[entity, ...passages.map((p) => p.entity)].find(({ name }) => lead.startsWith(`${name}'s `) || lead.includes(` of ${name} is `)) ?? null
	);
}

/** A wrong name for a similar case (no attribute) contradicts the record that has the problem, which is always there. */
function conflicts(about: Entity | null, attribute: Attribute | null, value: string, { passages }: Situation): boolean {
	return (
		attribute === null ||
		passages.some(({ entity, stated }) => entity.name === about?.name && stated.includes(attribute) && valueOf(entity, attribute) !== value)
	);
}

/** What the model learned by heart is the truth, also where a passage contradicts it. */
function isTrue(about: Entity | null, attribute: Attribute, value: string, { entity, byHeart }: Situation): boolean {
	const truth =
		about?.name === entity.name ? (byHeart.get(attribute.id) ?? entity.facts.get(attribute.id)) : about?.facts.get(attribute.id);
	return truth === value;
}
