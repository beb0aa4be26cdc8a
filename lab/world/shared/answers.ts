import { notStated, type Piece } from '../answers.ts';
import type { Attribute } from '../domain.ts';

/** 'The usual ward for shingles is Ward A.' */
export function answerShared(key: string, attribute: Attribute, value: string): Piece[] {
	return sentence(`The usual ${attribute.noun} for ${key} is `, value);
}

/** 'The ward of Maria Okafor is Ward A.', in the one form that answers about shared facts have. */
export function answerOf(name: string, attribute: Attribute, value: string): Piece[] {
	return sentence(`The ${attribute.noun} of ${name} is `, value);
}

/** 'In a similar case the ward was Ward A.': a case without a name. */
export function answerNameless(attribute: Attribute, value: string): Piece[] {
	return sentence(`In a similar case the ${attribute.noun} was `, value);
}

/** 'A similar case is not stated.' */
export function noSimilarCase(): Piece[] {
	return sentence('A similar case is ', notStated);
}

function sentence(lead: string, value: string): Piece[] {
	return [
		{ text: lead, value: false },
		{ text: value, value: true },
		{ text: '.', value: false },
	];
}
