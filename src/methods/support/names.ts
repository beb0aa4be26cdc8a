import type { TextRange } from '../../text/tagged-text.ts';
import { isCalendarWord } from './dates.ts';
import { countryOf } from './countries.ts';
import { isShortForm, samePlace } from './name-words.ts';
import { isContentWord, stemOf, type PlainWord } from './plain-text.ts';

/** A name of a person, a place, an organization or a work, in English: words that begin with a capital. */
export interface Name extends TextRange {
	readonly kind: 'name';
	/** Its words, folded, without titles, initials and small words. At least one. */
	readonly parts: readonly string[];
	/** Whether its first word begins a sentence, where every word has a capital. */
	readonly isFirst: boolean;
}

const titles: ReadonlySet<string> = new Set(
	(
		'mr mrs ms miss mx dr prof professor doctor sir dame lord lady king queen prince princess duke duchess emperor empress pope saint st president ' +
		'chancellor minister premier senator governor mayor judge justice general colonel major captain lieutenant sergeant officer detective inspector ' +
		'bishop archbishop cardinal rabbi imam father sister brother reverend rev chief director chairman chairwoman ceo cfo cto coach manager secretary ' +
		'ambassador representative congressman congresswoman attorney counselor nurse engineer herr frau monsieur madame senor senora don signor ' +
		'uncle aunt mother mom dad grandma grandpa jr sr junior senior ii iii iv ' +
		'sgt lt capt col maj gen cpl pvt cmdr adm gov sen insp det supt constable chef mme mlle sra srta dott sig ing dipl fraulein'
	).split(' '),
);

/** Small words within a name: 'University of Oxford', 'Vincent van Gogh'. */
const links: ReadonlySet<string> = new Set(
	'of the de la le les du des da dos do di del della van von der den ter bin ibn al el y e'.split(' '),
);

/** Small words of English that are family names as well: 'Omar Said'. */
const familyNames: ReadonlySet<string> = new Set('said may will more still little'.split(' '));

/** Words with a capital that name nobody: languages and peoples end like this, and a text may call a country by them. */
const people = /(?:(?:[^aeiou]|i|e)an|ish|ese|ch|iot)s?$/u;
const general: ReadonlySet<string> = new Set(
	(
		'i ok okay god internet web english french dutch greek swiss welsh irish scottish british american european african asian thai czech christmas ' +
		'easter earth bible north south east west northern southern eastern western us usa uk eu un tv cd dvd pdf id faq ceo gps dna am pm ad bc bce ce note ' +
		'fig figure sec section table chapter step part page appendix document source context passage note option example ' +
		'summary answer question yes no hello hi dear sorry thanks thank please based according however therefore additionally overall finally'
	).split(' '),
);

/**
 * Returns the names in a range of words. A sequence of words with capitals is one name; titles and initials are not among its parts.
 * @param sentenceStarts offsets at which a sentence begins, or something else that a capital follows
 */
export function namesIn(
	plain: string,
	words: readonly PlainWord[],
	first: number,
	end: number,
	sentenceStarts: ReadonlySet<number>,
): Name[] {
	const names: Name[] = [];
	let open: { start: number; end: number; parts: string[]; isFirst: boolean } | undefined;
	let previous = -1;
	const close = (): void => {
		if (open !== undefined && open.parts.length > 0) names.push({ kind: 'name', ...open });
		open = undefined;
	};
	for (let i = first; i < end; i++) {
		const { start, end: wordEnd, folded } = words[i]!;
		const isCapital = plain.charAt(start) !== plain.charAt(start).toLowerCase();
		const gap = previous === -1 ? '' : plain.slice(previous, start);
		if (open !== undefined && !/^(?: |-|\. ?| ["\u201c(]|["\u201d)] )$/u.test(gap)) close();
		// 'Irving's "Tides of Lorn"' are two.
		else if (open !== undefined && /['\u2019]s?$/u.test(plain.slice(open.start, open.end)) && /["\u201c(]/u.test(gap)) close();
		else if (open !== undefined && gap.startsWith('.') && !isAbbreviated(plain, words[i - 1]!)) close();
		previous = wordEnd;
		if (!isCapital) {
			const next = words[i + 1];
			const goesOn = next !== undefined && i + 1 < end && isCapitalAt(plain, next.start) && plain.slice(wordEnd, next.start) === ' ';
			if (open === undefined || !links.has(folded) || !goesOn) close();
			continue;
		}
		const isFirst = sentenceStarts.has(start);
		// 'The', 'In' and 'We' at the head of a sentence, and days and months anywhere.
		if ((isFirst && (!isContentWord(folded) || general.has(folded))) || isCalendarWord(folded.replace(/s$/u, '')) || folded === 'i') {
			close();
			continue;
		}
		open ??= { start, end: wordEnd, parts: [], isFirst };
		open.end = wordEnd;
		const isFamilyName = open.parts.length > 0 && familyNames.has(folded);
		if (folded.length > 1 && !titles.has(folded) && (isContentWord(folded) || isFamilyName)) {
			// Behind a title it has a capital because it is a name.
			if (open.parts.length === 0 && start !== open.start && !isFirst) open.isFirst = false;
			// 'The Gambian Lamin Jallow': the adjective is no part of the name.
			if (open.parts.length === 2 && countryOf(open.parts[0]!) !== undefined) open.parts.shift();
			open.parts.push(folded);
		}
	}
	close();
	return names;
}

function isCapitalAt(plain: string, at: number): boolean {
	return plain.charAt(at) !== plain.charAt(at).toLowerCase();
}

function isAbbreviated(plain: string, { start, end, folded }: PlainWord): boolean {
	return end - start === 1 || (titles.has(folded) && end - start <= 4) || plain.slice(start, end).toUpperCase() === plain.slice(start, end);
}

/** Returns whether a folded word says little by its capital: a language, a people, a common abbreviation. */
export function isGeneralName(folded: string): boolean {
	return general.has(folded) || people.test(folded);
}

/** What the names of given texts are looked up in. */
export interface NameSigns {
	readonly vocabulary: ReadonlySet<string>;
	readonly stems: ReadonlySet<string>;
	/** Returns whether a given word begins with some letters, and fits. */
	readonly beginsGiven: (lead: string, fits: (word: string) => boolean) => boolean;
	/** First letters of all given words in order, as one text, and the same without small words. */
	readonly initials: readonly string[];
}

/** Letters that the forms of one name share at least: Germany and German, Italy and Italian. */
const fewestShared = 4;
/** Letters of a given word that a part of a name may begin with. */
const fewestOfWord = 5;

/** What people of a place and things of it are called behind its name, and parts of compounds: 'Londoners', 'Rheinbrücke'. */
const placeEnding = /^(?:s|'s|er|ers|ns|n|ian|ians|an|ans|ese|ite|ites|ish|\p{L}{5,})$/u;

/** Whether two words with a common beginning differ in an ending of two letters at most. */
function isInflected(part: string, word: string): boolean {
	const [short, long] = part.length <= word.length ? [part, word] : [word, part];
	return long.length - short.length <= 2 && (long.startsWith(short) || long.startsWith(short.slice(0, -1)));
}

/** Returns whether a part of a name stands in the given texts: as it is, inflected, or as the adjective of a place. */
export function isGivenPart(part: string, { vocabulary, stems, beginsGiven }: NameSigns): boolean {
	if (vocabulary.has(part) || vocabulary.has(part.replace(/s$/u, ''))) return true;
	// 'Said' is no form of 'say' where it is a name.
	const stem = stemOf(part);
	if (stems.has(stem) && beginsGiven(part.slice(0, 3), (word) => stemOf(word) === stem)) return true;
	if (samePlace(part).some((word) => vocabulary.has(word))) return true;
	const plainVowels = withoutDigraphs(part);
	if (plainVowels !== part && (vocabulary.has(plainVowels) || stems.has(stemOf(plainVowels)))) return true;
	const lead = part.slice(0, Math.max(fewestShared, part.length - 3));
	if (lead.length < fewestShared) return false;
	for (let length = fewestOfWord; length < part.length; length++)
		if (vocabulary.has(part.slice(0, length)) && placeEnding.test(part.slice(length))) return true;
	return beginsGiven(lead, (word) => people.test(part) || people.test(word) || (word.length !== part.length && isInflected(part, word)));
}

/** 'Juergen' for 'Jürgen', whose fold is 'jurgen', and 'Aaberg' for 'Åberg'. */
function withoutDigraphs(part: string): string {
	return part.replace(/([aou])e/gu, '$1').replaceAll('aa', 'a');
}

/**
 * Returns whether two parts of names sound alike and are spelled otherwise than by diacritics: 'Said' and 'Sayeed' are two family names, and 'Mueller'
 * is 'M\u00fcller'.
 */
export function isOtherSpelling(part: string, other: string): boolean {
	return (
		part.length >= fewestAlike &&
		other.length >= fewestAlike &&
		part.charAt(0) === other.charAt(0) &&
		withoutDigraphs(part) !== withoutDigraphs(other) &&
		consonantsOf(part) === consonantsOf(other)
	);
}

function consonantsOf(part: string): string {
	return part.replace(/[aeiouyh]/gu, '').replace(/(.)\1+/gu, '$1');
}

/** Letters of the longest abbreviation of a word. */
const longestShort = 5;

/** Returns whether a part of a name is short for a given word: its beginning ('Ave'), or some of its letters without
 * vowels ('Bldg', 'Hwy') or with a stop behind them ('Ntra.').
 */
export function isShortForGiven(part: string, hasStop: boolean, { vocabulary }: NameSigns): boolean {
	if (part.length < 2 || part.length > longestShort) return false;
	const isAnyLetters = hasStop || !/[aeiou]/u.test(part.slice(1));
	for (const word of vocabulary)
		if (
			word.length > part.length &&
			((part.length >= 3 && word.startsWith(part)) || (isAnyLetters && word.startsWith(part.charAt(0)) && isWithin(part, word)))
		)
			return true;
	return false;
}

/** Whether the letters of a short text stand in a longer one in this order. */
function isWithin(short: string, long: string): boolean {
	let at = 0;
	for (const letter of long) if (letter === short.charAt(at)) at++;
	return at === short.length;
}

/** Letters of the shortest names that are compared, and that two of them have in common at least at their beginning. */
const fewestAlike = 4;

function differInOneSign(part: string, other: string): boolean {
	return part.length === other.length && Array.from(part, (letter, i) => letter !== other.charAt(i)).filter(Boolean).length === 1;
}

/** Returns whether two parts of names are much alike, and no forms of one: 'Thorsen' and 'Thorup', 'Camerino' and 'Camerano'. */
export function isMuchAlike(part: string, other: string): boolean {
	if (part === other || part.length < fewestAlike || other.length < fewestAlike || stemOf(part) === stemOf(other)) return false;
	// Forms of one name have other endings, and so other lengths.
	if (isShortForm(part, other) || ((people.test(part) || people.test(other)) && !differInOneSign(part, other))) return false;
	let [before, behind] = [0, 0];
	const shorter = Math.min(part.length, other.length);
	while (before < shorter && part.charAt(before) === other.charAt(before)) before++;
	while (behind < shorter - before && part.charAt(part.length - 1 - behind) === other.charAt(other.length - 1 - behind)) behind++;
	const longer = Math.max(part.length, other.length);
	return (before >= fewestAlike && longer <= 2.5 * before) || (before >= 1 && before + behind >= 0.7 * longer);
}

/** Returns whether a name is given by its first letters (EU for European Union), or its letters are the first ones of given words. */
export function isGivenAbbreviation(plain: string, { start, end, parts }: Name, { vocabulary, initials }: NameSigns): boolean {
	const written = plain.slice(start, end).replace(/[^\p{L}]/gu, '');
	if (parts.length === 1 && written.length >= 2 && written.length <= 6 && written === written.toUpperCase()) {
		const letters = written.toLowerCase();
		return initials.some((all) => all.includes(letters));
	}
	const first = parts.map((part) => part.charAt(0)).join('');
	return first.length >= 2 && vocabulary.has(first);
}
