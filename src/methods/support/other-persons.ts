import type { GivenIndex, GivenValue } from './given-index.ts';
import type { GivenSigns } from './given-signs.ts';
import { isShortForm } from './name-words.ts';
import { isOtherSpelling, type Name } from './names.ts';
import { ordinalOf } from './ordinal-words.ts';
import { stemOf } from './plain-text.ts';
import type { AnswerSentence } from './rivals.ts';

/*
 * Names that stand for another one by what they share with it, whatever words stand around them: 'Lena Ortiz' where the contexts have 'Lena Orloff' and no
 * Ortiz, 'P. E. Grant' where they have 'Peter Alan Grant'.
 */

/** Returns the given name that has one part of a name and another word in place of the missing one. `undefined` if none has. */
export function namesake(name: Name, missing: readonly string[], index: GivenIndex, signs: GivenSigns): GivenValue | undefined {
	const { parts } = name;
	if (missing.length !== 1 || parts.length < 2) return undefined;
	const [wrong = ''] = missing;
	const at = parts.indexOf(wrong);
	for (const step of [-1, 1]) {
		const shared = parts[at + step];
		if (shared === undefined) continue;
		for (const { part, value, sentence } of signs.partsBeginningAs(shared)) {
			if (part !== shared || index.texts[index.sentences[sentence]!.text]!.given.context === null) continue;
			// The word on the same side: 'Defender Lena Orloff' has one before as well.
			const other = value.parts[value.parts.indexOf(shared) - step];
			if (other !== undefined && !parts.includes(other) && areOthers(wrong, other))
				return { value, sentence, text: index.sentences[sentence]!.text };
		}
	}
	return undefined;
}

/** Returns whether two words of names are no forms of one: short forms, spellings that sound alike, or numbers. */
export function areOthers(part: string, other: string): boolean {
	if (isShortForm(part, other) || stemOf(part) === stemOf(other)) return false;
	// 'Henry the Eighth' is Henry VIII, and 'Third Ave' 3rd Avenue.
	if (ordinalOf(part) !== undefined || /^[ivxl]+$/u.test(other)) return false;
	return !soundAlike(part, other);
}

/** Returns whether two words of names may be one: 'Sophia' and 'Sofia'. 'Said' and 'Sayeed' are two. */
export function soundAlike(part: string, other: string): boolean {
	return withoutDoubles(part) === withoutDoubles(other) && !isOtherSpelling(part, other);
}

function withoutDoubles(part: string): string {
	return part
		.replaceAll('ph', 'f')
		.replaceAll('th', 't')
		.replaceAll('ck', 'k')
		.replaceAll('y', 'i')
		.replaceAll('c', 'k')
		.replace(/(.)\1+/gu, '$1');
}

const initialsBefore = /(?:\p{Lu}\.[ -]?){1,3}$/u;
const initialsAtHead = /^(?:\p{Lu}\.[ -]?){1,3}/u;

/** The initials that a name has in a plain text, in small letters: 'pe' for 'P. E. Grant'. Empty if it has none. */
function initialsOf(plain: string, { start, end }: Name): string {
	const written =
		initialsAtHead.exec(plain.slice(start, end))?.[0] ?? initialsBefore.exec(plain.slice(Math.max(0, start - 12), start))?.[0] ?? '';
	return Array.from(written.matchAll(/\p{Lu}/gu), ([letter]) => letter.toLowerCase()).join('');
}

/**
 * Returns the given name that initials contradict: of the same family name with other first names, or with the same first letters and another family name.
 * `undefined` if the name has no initials, or if some given name agrees with them.
 */
export function otherInitials(
	name: Name,
	missing: readonly string[],
	{ plain }: AnswerSentence,
	index: GivenIndex,
	signs: GivenSigns,
): GivenValue | undefined {
	if (name.parts.length !== 1) return undefined;
	const initials = initialsOf(plain, name);
	if (initials === '') return undefined;
	const [family = ''] = name.parts;
	if (missing.length === 0) {
		const named: GivenValue[] = [];
		for (const { part, value, sentence } of signs.partsBeginningAs(family)) {
			if (part !== family) continue;
			const text = index.sentences[sentence]!.text;
			const letters = firstLetters(index.texts[text]!.plain, value);
			if (value.parts.at(-1) !== family || letters === '' || isWithin(initials, letters) || isWithin(letters, initials)) return undefined;
			if (index.texts[text]!.given.context !== null) named.push({ value, sentence, text });
		}
		return named[0];
	}
	// One letter says little: many given names begin with it.
	if (initials.length < 2) return undefined;
	for (const { value, sentence } of signs.partsBeginningAs(initials)) {
		const text = index.sentences[sentence]!.text;
		if (index.texts[text]!.given.context === null || firstLetters(index.texts[text]!.plain, value) !== initials) continue;
		return { value, sentence, text };
	}
	return undefined;
}

/** First letters of all words of a name but the last one. Those of its initials count as well. */
function firstLetters(plain: string, { start, end, parts }: Name): string {
	const words: readonly string[] = plain.slice(start, end).match(/\p{L}[\p{L}\p{M}']*/gu) ?? [];
	const lead = initialsBefore.exec(plain.slice(Math.max(0, start - 12), start))?.[0] ?? '';
	const first = words
		.slice(0, -1)
		.filter((word) => word.length === 1 || parts.some((part) => part.charAt(0) === word.charAt(0).toLowerCase()));
	return [lead.replace(/[^\p{L}]/gu, ''), ...first.map((word) => word.charAt(0))].join('').toLowerCase();
}

/** Whether the letters of a text stand in another one in their order. */
function isWithin(short: string, long: string): boolean {
	let at = 0;
	for (const letter of long) if (letter === short.charAt(at)) at++;
	return at === short.length;
}

const abbreviation = /(?<![\p{L}.])(?:\p{Lu}{2,6}|(?:\p{Lu}\.){2,6})(?![\p{L}\p{N}])/gu;

/**
 * Returns the given abbreviation in capitals that an abbreviation of an answer has taken the place of: as long, with the same first letter or the same letters.
 * @param letters those of the answer's, in capitals
 */
export function otherAbbreviation(
	letters: string,
	{ touched, counts, plain, start, end }: AnswerSentence,
	{ texts, sentences }: GivenIndex,
): GivenValue | undefined {
	const said = plain.slice(start, end);
	for (const number of touched) {
		if (counts[number]! < 2) continue;
		const { text, start: from, end: to } = sentences[number]!;
		const { given, plain: written } = texts[text]!;
		if (given.context === null) continue;
		for (const { index, 0: found } of written.slice(from, to).matchAll(abbreviation)) {
			const other = found.replaceAll('.', '');
			if (other === letters || said.includes(found) || !isInPlaceOf(letters, other)) continue;
			const place = { start: from + index, end: from + index + found.length };
			return { value: { kind: 'name', ...place, parts: [other.toLowerCase()], isFirst: false }, sentence: number, text };
		}
	}
	return undefined;
}

function isInPlaceOf(one: string, other: string): boolean {
	if (one.length !== other.length) return false;
	const sorted = (text: string): string => Array.from(text).toSorted().join('');
	return one.charAt(0) === other.charAt(0) || sorted(one) === sorted(other);
}
