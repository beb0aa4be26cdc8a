import { countryOf } from './countries.ts';
import type { GivenIndex, GivenValue } from './given-index.ts';
import type { GivenSigns } from './given-signs.ts';
import { contradictedOrNot, type LookUp } from './look-up-state.ts';
import { isShortForm } from './name-words.ts';
import { isGeneralName, isGivenAbbreviation, isGivenPart, isMuchAlike, isOtherSpelling, isShortForGiven, type Name } from './names.ts';
import { areOthers, namesake, otherAbbreviation, otherInitials, soundAlike } from './other-persons.ts';
import { foldedWord, stemOf, wordsOf } from './plain-text.ts';
import { bestRival, fewestShared, isStrong, movedFrom, movedShared, sharedWith, type AnswerSentence, type Rival } from './rivals.ts';
import { otherTitle, titledNames } from './titles.ts';
import type { Value } from './values.ts';

/** 'Ms. Osman' is somebody, and no people. */
const hasTitle =
	/^(?:Mr|Mrs|Ms|Miss|Dr|Prof|Professor|Doctor|Sir|Judge|Justice|Captain|Capt|Sergeant|Sgt|Lieutenant|Lt|Colonel|Col|Major|Maj|General|Gen|Inspector|Insp|Constable|Senator|Sen|Governor|Gov|Mayor|Minister|Nurse|Coach|Chef|Reverend|Rev|Bishop|Father|Sister)\b/u;

/** UTF-16 units of a title before a name. */
const longestTitle = 18;

/** Looks a name up: its words are given, in this or another form, or another name stands in its place. */
export function lookUpName(name: Name, sentence: AnswerSentence, index: GivenIndex, signs: GivenSigns): LookUp {
	const { parts, isFirst } = name;
	const titled = titledNames(sentence.plain.slice(sentence.start, sentence.end))
		.map((one) => ({ ...one, start: one.start + sentence.start, end: one.end + sentence.start }))
		.find((one) => one.start >= name.start - longestTitle && one.start < name.end && one.parts.some((part) => parts.includes(part)));
	const title = titled === undefined ? undefined : otherTitle(titled, index);
	if (title !== undefined) return { state: 'contradicted', by: title };
	const hasStop = sentence.plain.charAt(name.end) === '.';
	const missing = parts.filter(
		(part) =>
			!isGivenPart(part, signs.names) &&
			!isShortForGiven(part, hasStop, signs.names) &&
			// 'The Dunmore PTA'
			!(parts.length > 1 && isGivenAbbreviation(sentence.plain, partOf(name, part, sentence.plain), signs.names)),
	);
	const initials = otherInitials(name, missing, sentence, index, signs);
	if (initials !== undefined) return { state: 'contradicted', by: initials };
	if (missing.length === 0) return givenOrMovedName(name, sentence, index, signs);
	if (isGivenAbbreviation(sentence.plain, name, signs.names)) return { state: 'given' };
	const [only = ''] = parts;
	const written = sentence.plain.slice(name.start, name.end);
	// 'Lisbon, Portugal': what a given place lies in.
	const before = /(\p{Lu}[\p{L}'-]+), $/u.exec(sentence.plain.slice(Math.max(0, name.start - 30), name.start))?.[1];
	if (before !== undefined && isGivenPart(foldedWord(before), signs.names)) return { state: 'undecided' };
	const alike = alikeName(name, missing, sentence, index, signs);
	if (alike !== undefined) return { state: 'contradicted', by: alike };
	const namesakeOf = namesake(name, missing, index, signs);
	if (namesakeOf !== undefined) return { state: 'contradicted', by: namesakeOf };
	if (parts.length === 1 && !hasTitle.test(written)) {
		const country = countryOf(only);
		if (country !== undefined) return otherCountry(country, sentence, index) ?? { state: 'undecided' };
		const letters = written.replaceAll('.', '');
		const abbreviation =
			letters.length >= 2 && letters === letters.toUpperCase() && !isGeneralName(only)
				? otherAbbreviation(letters, sentence, index)
				: undefined;
		if (abbreviation !== undefined) return { state: 'contradicted', by: abbreviation };
		if (isGeneralName(only) || written === written.toUpperCase()) return { state: 'undecided' };
	}
	const rival = rivalName(name, missing, sentence, index, signs);
	// Some words of it are given: it may be a longer form of a given name, unless that has another word in its place.
	if (missing.length < parts.length)
		return rival !== undefined && isOtherPerson(name, rival) && (isStrong(rival) || isOtherName(name, rival))
			? { state: 'contradicted', by: rival.given }
			: { state: 'undecided' };
	// A single word at the head of a sentence has a capital in any case: a name in its place shows that it is one.
	if (parts.length === 1 && isFirst)
		return rival !== undefined && isStrong(rival) && signs.isNameElsewhere(rival.given.value) && !isOtherKind(rival.given, index)
			? { state: 'contradicted', by: rival.given }
			: { state: 'undecided' };
	return contradictedOrNot(rival);
}

/** A part of a name, with its place. */
function partOf(name: Name, part: string, plain: string): Name {
	const at = foldedWord(plain.slice(name.start, name.end)).indexOf(part);
	return { ...name, start: name.start + Math.max(at, 0), end: name.start + Math.max(at, 0) + part.length, parts: [part] };
}

/** Another country in a given sentence that says much of the answer's. `undefined` if none is there that the answer does not name. */
function otherCountry(
	country: string,
	{ plain, start, end, touched, counts }: AnswerSentence,
	{ texts, sentences }: GivenIndex,
): LookUp | undefined {
	const said = new Set(wordsOf(plain.slice(start, end)).map(({ folded }) => countryOf(folded)));
	for (const number of touched) {
		const { text, firstWord, endWord } = sentences[number]!;
		const { given, words } = texts[text]!;
		const own = words.slice(firstWord, endWord);
		// One shared word says too little, unless both name another country as well.
		const isClose = counts[number]! >= 2 || own.some(({ folded }) => said.has(countryOf(folded) ?? ''));
		if (given.context === null || !isClose) continue;
		for (const word of own) {
			const other = countryOf(word.folded);
			if (other === undefined || other === country || said.has(other)) continue;
			const value: Name = { kind: 'name', start: word.start, end: word.end, parts: [word.folded], isFirst: false };
			return { state: 'contradicted', by: { value, text, sentence: number } };
		}
	}
	return undefined;
}

/** Whether a given name stands for no single word at the head of a sentence: 'TX', and 'East Main Street' behind its number. */
function isOtherKind({ value: { start, end }, text }: GivenValue, { texts }: GivenIndex): boolean {
	const { plain } = texts[text]!;
	const written = plain.slice(start, end);
	return (
		written === written.toUpperCase() ||
		/\d ?$/u.test(plain.slice(Math.max(0, start - 2), start)) ||
		/^ ?\d/u.test(plain.slice(end, end + 2))
	);
}

/** Share of an answer's sentence in which a name of as many words has another word. */
const otherNameShared = 0.4;

/** Whether the words in which two names of as many words differ are no forms of each other. */
function isOtherPerson({ parts }: Name, { given: { value } }: Rival): boolean {
	if (value.kind !== 'name' || value.parts.length !== parts.length) return true;
	return parts.some((part, i) => part !== value.parts[i] && areOthers(part, value.parts[i]!));
}

/** Whether two names of as many words differ in words that are no short forms of each other. */
function isOtherName({ parts }: Name, { given: { value }, shared }: Rival): boolean {
	if (value.kind !== 'name' || value.parts.length !== parts.length || shared < otherNameShared) return false;
	return parts.every((part, i) => part === value.parts[i] || !isShortForm(part, value.parts[i]!));
}

/** Returns the given name that a name with a missing word is much like: a misspelt one, or one of another person with a name much like it. */
function alikeName(
	{ parts }: Name,
	missing: readonly string[],
	{ plain, start, end, overlap }: AnswerSentence,
	{ sentences }: GivenIndex,
	signs: GivenSigns,
): GivenValue | undefined {
	const said = new Set(wordsOf(plain.slice(start, end)).map(({ folded }) => folded));
	for (const part of missing)
		for (const { part: other, value, sentence } of signs.partsBeginningAs(part)) {
			if (overlap[sentence] === 0 || said.has(other)) continue;
			const sharesPart = parts.some((one) => value.parts.includes(one));
			const isAlike = soundAlike(part, other)
				? false
				: isMuchAlike(part, other)
					? sharesPart || parts.length === 1 || value.parts.length === 1
					: sharesPart && parts.length === value.parts.length && isOtherSpelling(part, other);
			if (isAlike) return { value, sentence, text: sentences[sentence]!.text };
		}
	return undefined;
}

/** A name that is given, but of something else: another name stands beside the answer's words. */
function givenOrMovedName(name: Name, sentence: AnswerSentence, index: GivenIndex, signs: GivenSigns): LookUp {
	const rival = rivalName(name, name.parts, sentence, index, signs, movedShared);
	if (rival === undefined || !signs.isNameElsewhere(rival.given.value) || isFormOf(name, rival.given.value)) return { state: 'given' };
	const places = [...new Set(name.parts.flatMap((part) => index.postings.get(stemOf(part)) ?? []))].map(
		(number): GivenValue => ({ value: placeOfName(name, number, index), sentence: number, text: index.sentences[number]!.text }),
	);
	const by = movedFrom(name, places, sentence, index, rival);
	return by === undefined ? { state: 'given' } : { state: 'contradicted', by };
}

/** Whether two names may be of one person or place: they share a word, or one is made of the other's first letters. */
function isFormOf({ parts }: Name, value: Value): boolean {
	if (value.kind !== 'name') return true;
	const letters = (all: readonly string[]): string => all.map((part) => part.charAt(0)).join('');
	return (
		parts.some((part) => value.parts.some((other) => part === other || stemOf(part) === stemOf(other) || isShortForm(part, other))) ||
		parts.includes(letters(value.parts)) ||
		value.parts.includes(letters(parts))
	);
}

/** A name as it stands in a given sentence: at the first of its words there. */
function placeOfName(name: Name, number: number, { sentences, texts }: GivenIndex): Name {
	const { text, firstWord, endWord, start, end } = sentences[number]!;
	const word = texts[text]!.words.slice(firstWord, endWord).find(({ stem }) => name.parts.some((part) => stemOf(part) === stem));
	return { ...name, start: word?.start ?? start, end: word?.end ?? end };
}

function rivalName(
	name: Name,
	missing: readonly string[],
	sentence: AnswerSentence,
	index: GivenIndex,
	signs: GivenSigns,
	least = fewestShared,
): Rival | undefined {
	const shared = name.parts.filter((part) => !missing.includes(part));
	const isRival = ({ parts }: Name): boolean =>
		shared.length === 0 ||
		(parts.length > 1 && parts.some((part) => shared.includes(part)) && parts.some((part) => !name.parts.includes(part)));
	const own = sentence.values.filter((one) => one.kind === 'name' && one !== name);
	const isSaid = (other: Name): boolean => own.some((one) => one.kind === 'name' && other.parts.some((part) => one.parts.includes(part)));
	const names = sentence.close
		.filter((number) => sharedWith(sentence, number) >= least)
		.flatMap((number) =>
			signs
				.namesOf(number)
				.filter((one) => isRival(one) && !isSaid(one))
				.map((value) => ({ value, sentence: number, text: index.sentences[number]!.text })),
		);
	return bestRival(name, sentence, index, names);
}
