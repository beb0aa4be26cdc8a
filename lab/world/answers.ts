import type { Attribute, Domain } from './domain.ts';
import type { Random } from '../../src/statistics/random.ts';

/** A piece of an answer; `value` pieces are what a label judges. */
export interface Piece {
	readonly text: string;
	readonly value: boolean;
}

/** What stands in the place of a value that the documents do not give. */
export const notStated = 'not stated';

const ofShare = 0.75;

/** 'The ward of Maria Okafor is Ward A.' or 'Maria Okafor's ward is Ward A.' A refusal has `notStated` for its value. */
export function answerOne(random: Random, name: string, attribute: Attribute, value: string): Piece[] {
	const lead = random() < ofShare ? `The ${attribute.noun} of ${name} is ` : `${name}'s ${attribute.noun} is `;
	return sentence(lead, value);
}

/** The answer to a question that names a value: 'The patient is Maria Okafor.' */
export function answerLookup(domain: Domain, name: string): Piece[] {
	return sentence(`${domain.noun[0]!.toUpperCase()}${domain.noun.slice(1)} is `, name);
}

/** 'A similar case is that of Maria Okafor.' */
export function answerSimilar(name: string): Piece[] {
	return sentence('A similar case is that of ', name);
}

function sentence(lead: string, value: string): Piece[] {
	return [
		{ text: lead, value: false },
		{ text: value, value: true },
		{ text: '.', value: false },
	];
}

/** Sentences one behind the other. */
export function joined(sentences: readonly (readonly Piece[])[]): Piece[] {
	return sentences.flatMap((pieces, i) => (i === 0 ? pieces : [{ text: ' ', value: false }, ...pieces]));
}

export function textOf(pieces: readonly Piece[]): string {
	return pieces.map((p) => p.text).join('');
}
