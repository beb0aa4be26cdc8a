import assert from 'node:assert/strict';
import type { LabeledAnswer } from '../../../../lab/datasets/labeled-answer.ts';
import { domains } from '../../../../lab/world/domains.ts';
import type { Attribute, Domain } from '../../../../lab/world/domain.ts';
import type { Entity } from '../../../../lab/world/entity.ts';
import { labelAnswer } from '../../../../lab/world/label-answer.ts';
import type { Situation } from '../../../../lab/world/situation.ts';

export function attribute(domain: Domain, noun: string): Attribute {
	const found = domain.attributes.find((a) => a.noun === noun);
	assert.ok(found, noun);
	return found;
}

export const [ward, doctor, allergy] = (['ward', 'doctor', 'allergy'] as const).map((noun) => attribute(domains.hospital, noun)) as [
	Attribute,
	Attribute,
	Attribute,
];

export function patient(name: string, facts: readonly (readonly [Attribute, string])[]): Entity {
	return { domain: domains.hospital, name, facts: new Map(facts.map(([a, value]) => [a.id, value])) };
}

const maria = patient('Maria Okafor', [
	[ward, 'Ward A'],
	[doctor, 'Dr Hale'],
	[allergy, 'latex'],
]);
const james = patient('James Reid', [
	[ward, 'Ward B'],
	[doctor, 'Dr Stone'],
]);

/** Maria's ward is stated, her doctor and her allergy are not; James's doctor is. */
export const twoPatients: Situation = {
	kind: 'two',
	system: 'Answer the question from the documents.',
	query: 'Who treated Maria Okafor? In which ward was she?',
	entity: maria,
	asked: [doctor, ward],
	withheld: [doctor],
	byHeart: new Map(),
	passages: [
		{ text: 'Maria Okafor stayed in Ward A.', entity: maria, stated: [ward] },
		{ text: 'Dr Stone treated James Reid. He stayed in Ward B.', entity: james, stated: [doctor, ward] },
	],
};

/** An answer to the question about two patients, judged. */
export function answered(
	text: string,
	{
		situation = twoPatients,
		marks = ['withheld'],
		temperature = 0,
	}: { situation?: Situation; marks?: readonly string[]; temperature?: number } = {},
): LabeledAnswer {
	return { situation, temperature, seed: 1, marks, text, sentences: labelAnswer(text, situation) };
}
