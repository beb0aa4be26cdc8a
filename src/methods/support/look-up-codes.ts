import { isGivenApart } from './given-apart.ts';
import type { GivenIndex } from './given-index.ts';
import type { GivenSigns } from './given-signs.ts';
import { givenOrMoved, type LookUp } from './look-up-state.ts';
import { rivalOf, type AnswerSentence } from './rivals.ts';
import type { Code, Value } from './values.ts';

/** Signs of a national telephone number that must agree. */
const fewestDigits = 7;

/** Looks an identifier, an address or a telephone number up: it is given sign by sign, or in groups that are cut otherwise, or has a rival. */
export function lookUpCode(code: Code, sentence: AnswerSentence, index: GivenIndex, signs: GivenSigns): LookUp {
	const { kind, signs: own } = code;
	const isRival = (one: Value): boolean => one.kind === kind && (one.kind !== 'identifier' || isSameShape(code, one));
	if (isGivenCode(code, index, signs)) {
		const places = signs.codesAs(kind, own.length).filter(({ value }) => 'signs' in value && value.signs === own);
		return places.length === 0 ? { state: 'given' } : givenOrMoved(code, places, sentence, index, isRival);
	}
	if (isGivenApart(code, sentence, signs)) return { state: 'given' };
	// 'FY2023'
	const year = /^\p{L}{1,3}((?:19|20)\d\d)$/u.exec(own)?.[1];
	if (year !== undefined && signs.hasYear(Number(year))) return { state: 'given' };
	const digits = own.replace(/\P{Nd}/gu, '').length;
	const rival = rivalOf(code, sentence, index, isRival, { alike: signs.codesAs(kind, own.length) });
	if (rival !== undefined) return { state: 'contradicted', by: rival.given };
	// 'B12', '3D', 'H2O' are words.
	return kind !== 'identifier' || (digits >= 3 && own.length >= 4) ? { state: 'not-given' } : { state: 'undecided' };
}

function isGivenCode({ kind, signs: own }: Code, { texts, values }: GivenIndex, signs: GivenSigns): boolean {
	if (kind === 'email' || kind === 'url') return texts.some(({ plain }) => plain.toLowerCase().includes(own.toLowerCase()));
	if (kind === 'phone') {
		const ends = (a: string, b: string): boolean => a.endsWith(b) && b.length >= fewestDigits;
		return signs.has(own) || values.some(({ value }) => value.kind === 'phone' && (ends(value.signs, own) || ends(own, value.signs)));
	}
	return signs.has(own);
}

interface Shape {
	/** Its signs, with the number of digits in place of each run of them. */
	readonly shape: string;
	/** The letters in front. */
	readonly lead: string;
	readonly length: number;
}

const shapes = new WeakMap<Code, Shape>();

function shapeOf(code: Code): Shape {
	const known = shapes.get(code);
	if (known !== undefined) return known;
	const { signs } = code;
	const made = {
		shape: signs.replace(/\p{Nd}+/gu, (digits) => String(digits.length % 10)),
		lead: /^\p{L}*/u.exec(signs)![0],
		length: signs.length,
	};
	shapes.set(code, made);
	return made;
}

/** Whether two identifiers are of one series: the same letters in front, or as many digits. */
function isSameShape(one: Code, other: Code): boolean {
	const [a, b] = [shapeOf(one), shapeOf(other)];
	return a.shape === b.shape || (a.lead === b.lead && (a.lead !== '' || Math.abs(a.length - b.length) <= 1));
}
