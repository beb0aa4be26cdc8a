import { answerLookup, answerOne, answerSimilar, joined } from '../answers.ts';
import { formsOf, type Attribute } from '../domain.ts';
import { freshEntity, valueOf, type Entity } from '../entity.ts';
import { fill, type Passage } from '../passage.ts';
import { similarCaseFrames } from '../questions.ts';
import { pick, sample, shuffled, type Random } from '../../../src/statistics/random.ts';
import { asked } from './asking.ts';
import type { Turn } from './example.ts';
import type { Manner } from './manner.ts';
import { withheldAnswer } from './withheld-answer.ts';

/** Shares of questions for one and for two attributes; the others ask for three. */
const asksOne = 0.6;
const asksTwo = 0.28;
/** Of those, the share where a neighbor states the attribute, if one does. */
const temptingShare = 0.65;
const lookupShare = 0.07;
const strangerShare = 0.03;

/** A question about one passage, or now and then about nobody who is there. `remember` answers in place of a stated value (contradictions). */
export function turnAbout(
	random: Random,
	passage: Passage,
	passages: readonly Passage[],
	manner: Manner,
	remember?: (entity: Entity, attribute: Attribute) => string | undefined,
): Turn {
	const draw = random();
	if (draw < lookupShare) {
		const found = lookupTurn(random, passage, passages, manner);
		if (found) return found;
	}
	const stranger = draw > 1 - strangerShare;
	const entity = stranger ? freshEntity(random, passage.entity.domain, 'train') : passage.entity;
	const stated = stranger ? [] : passage.stated;
	const attributes = chosenAttributes(random, entity, stated, passages, manner);
	const values = attributes.map((a) =>
		stated.includes(a) ? (remember?.(entity, a) ?? valueOf(entity, a)) : withheldAnswer(random, entity, a, passages, manner),
	);
	return {
		query: asked(random, entity.name, attributes, manner),
		answer: joined(attributes.map((a, i) => answerOne(random, entity.name, a, values[i]!))),
	};
}

function chosenAttributes(
	random: Random,
	entity: Entity,
	stated: readonly Attribute[],
	passages: readonly Passage[],
	{ withheldShare }: Manner,
): Attribute[] {
	const size = random();
	const count = size < asksOne ? 1 : size < asksOne + asksTwo ? 2 : 3;
	if (stated.length > 0 && random() >= withheldShare) return sample(random, stated, count);
	const withheld = entity.domain.attributes.filter((a) => !stated.includes(a));
	const tempting = withheld.filter((a) => passages.some((p) => p.entity.name !== entity.name && p.stated.includes(a)));
	if (withheld.length === 0) return sample(random, stated, count);
	const hidden = pick(random, tempting.length > 0 && random() < temptingShare ? tempting : withheld);
	return shuffled(random, [hidden, ...sample(random, stated, count - 1)]);
}

/** From a value back to the entity that has it; nothing when the passages give two of them. */
function lookupTurn(random: Random, passage: Passage, passages: readonly Passage[], manner: Manner): Turn | undefined {
	const attribute = pick(random, passage.stated);
	if (!attribute.lookups) return undefined;
	const forms = formsOf(attribute.lookups, manner.forms);
	if (forms.length === 0) return undefined;
	const value = valueOf(passage.entity, attribute);
	if (passages.some((p) => p !== passage && p.stated.includes(attribute) && valueOf(p.entity, attribute) === value)) return undefined;
	return { query: fill(pick(random, forms), { v: value }), answer: answerLookup(passage.entity.domain, passage.entity.name) };
}

/** 'Is there a similar case?': names the record with that problem and gives away one or two attributes that it holds. */
export function similarTurn(random: Random, passage: Passage, problem: Attribute, manner: Manner): Turn {
	const { entity } = passage;
	const told = sample(
		random,
		passage.stated.filter((a) => a !== problem),
		random() < 0.5 ? 1 : 2,
	);
	return {
		query: fill(pick(random, formsOf(similarCaseFrames, manner.forms)), { v: valueOf(entity, problem) }),
		answer: joined([answerSimilar(entity.name), ...told.map((a) => answerOne(random, entity.name, a, valueOf(entity, a)))]),
	};
}
