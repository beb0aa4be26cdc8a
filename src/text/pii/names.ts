import { candidate, type Candidate, type PiiText, type Sureness } from './candidate.ts';
import { isGivenName, isOnlyGivenName } from './given-names.ts';
import { nameWords, type NameWord } from './name-words.ts';
import { uncapitalizedNames } from './uncapitalized-name.ts';
import { isLettered, isNoName, isNoNamePart, isSurname, isThing } from './no-names.ts';

const titles = new Set(
	'mr mrs ms miss mx dr doctor prof professor nurse officer detective sergeant sgt lieutenant lt captain capt judge justice rev reverend father sister brother sir lady lord dame señor señora senor senora herr frau monsieur madame mme sheikh rabbi imam pastor attorney agent deputy inspector constable councilman councilwoman senator governor uncle aunt auntie grandma grandpa coach principal dean chief corporal private major colonel'.split(
		' ',
	),
);
const surelyTitles = new Set(
	'mr mrs ms miss mx dr prof professor sgt lt capt rev sir señor señora senor senora herr frau mme detective'.split(' '),
);
const particles = new Set(
	'de del della di da dos das do du la le van von der den ter ten al el bin binti ibn abu ap af av y e zu zur st st. san santa o mac'.split(
		' ',
	),
);
const suffixes = /^,?\s(?:Jr|Sr|II|III|IV)\b\.?/u;

/** Said before a name. */
const cueBefore =
	/(?:\b(?:[Pp]atient|[Cc]lient|[Cc]ustomer|[Cc]laimant|[Mm]ember|[Ee]mployee|[Aa]pplicant|[Tt]enant|[Pp]olicy ?holder|[Ii]nsured|[Bb]eneficiary|[Cc]aller|[Cc]ontact|[Ww]itness|[Dd]river|[Pp]assenger|[Ss]uspect|[Vv]ictim|[Cc]omplainant|[Gg]uarantor|[Ss]pouse|[Hh]usband|[Ww]ife|[Ss]on|[Dd]aughter|[Mm]other|[Ff]ather|[Ss]ister|[Bb]rother|[Pp]artner|[Nn]eighbou?r|[Cc]olleague|[Mm]anager|[Ss]upervisor|[Cc]aregiver|[Gg]uardian|[Aa]ccount ?holder|[Cc]ardholder|[Nn]ext of kin|[Ss]urgeon|[Pp]hysician|[Tt]herapist|[Aa]gent|[Aa]ttending|[Pp]rovider|[Rr]esident|[Ss]ubscriber|[Nn]ame|NAME|[Nn]amed|[Cc]alled|[Ss]igned(?: by)?|[Ff]riend|[Aa]ttn|ATTN|[Ff]rom:|FROM:|[Tt]o:|TO:|[Cc]c:|[Rr]equested by|[Rr]eported by|[Ww]ritten by|[Aa]pproved by|[Rr]eferred by|[Ss]een by|[Pp]repared by|[Ff]iled by|[Cc]ontact person|[Ee]mergency contact|[Oo]wner|[Bb]orrower|[Pp]ayee|[Ee]mployee|[Ss]tudent|[Pp]arent|[Cc]hild|[Pp]erson|[Aa]ssigned to|[Bb]elongs to|[Bb]elonging to|[Bb]ehalf of|[Rr]ecord (?:of|for)|[Ff]ile (?:of|for)|[Ee]ntry for|[Dd]ata of|[Dd]etails (?:of|for)|[Mm]y name is|[Tt]his is|I am|I['’]m|[Ss]poke (?:with|to)|[Mm]et (?:with)?|[Aa]sk for|[Dd]ear|[Hh]i|[Hh]ello|[Tt]hanks|[Rr]egards|[Ss]incerely|[Bb]est)(?:\s?\([^)]{0,20}\))?(?:\s(?:is|was|of|name|named|for))?\s?[:,=–-]?\s{0,2})$/u;
/** Of these alone a single word is a name too: 'Dear Okafor', 'Name: Okafor'. */
const cueForOne =
	/(?:\b(?:[Dd]ear|[Nn]ame\s?[:=]|[Ss]urname\s?[:=]?|[Ll]ast name(?: is)?\s?[:=]?|[Ff]irst name(?: is)?\s?[:=]?|[Mm]y name is|[Nn]amed|[Hh]i|[Hh]ello|(?:[Hh]er|[Hh]is|[Mm]y|[Tt]heir) (?:son|daughter|husband|wife|mother|father|brother|sister|partner|friend|aunt|uncle|cousin|nephew|niece|colleague|manager|boss|neighbou?r|spouse|roommate),?|[Pp]atient(?: name)?\s?:|[Pp]atient|[Aa]sk(?:ed)? for)\s{0,2})$/u;
/** Said behind a name. */
const cueBehind =
	/^(?:['’]s?(?:\s\p{Ll}|[.,;])|,\san?\s|\s\p{Ll}{2,}(?:[^s]s|ed)\b|\s(?:grew|drove|rode|sent|sold|bought|hit|ran|began|felt|knew|kept|left|lent|made|read|rose|sat|sold|sought|stood|taught|thought|told|understood|wore|won|does|did)\b|,?\s(?:\(?(?:\d{1,3}|DOB|dob|born|aged?|MRN|SSN|he\/|she\/)|who\b|of \d|(?:said|says|called|calls|reported|reports|asked|asks|wrote|writes|told|was born|lives|lived|works|worked|moved|complained|complains|requested|requests|agreed|signed|signs|confirmed|confirms|thanked|visited|presented|arrived|returned|phoned|emailed|stated|states|claims|claimed|denies|denied|paid|owes|received|lost|gave|gives|refused|underwent|missed|joined|resigned|retired|earns|turned|turns|prefers|wants|wanted|needs|mentioned|explained|filed|opened|noticed|fell|takes|took|has|had|is|was|can be|will|may be|came|started|left|drove|attended|suffered|suffers|bought|ordered|tried|met|saw|died|recovered|updated|submitted|applied|declined|accepted|answered|checked|picked|sent|spoke|discussed|insisted|alleged|witnessed|admitted|married|divorced|transferred|withdrew|deposited)\b))/u;

/** What people have, and firms and places hardly. */
const possession =
	/^['’]s?\s(?:\p{Ll}+\s)?(?:record|account|case|chart|phone|cell|e-?mail|birthda|date of birth|dob|birth|address|appointment|husband|wife|son|daughter|mother|father|sister|brother|spouse|doctor|diagnosis|symptoms|medication|claim|insurance|salary|supervisor|caregiver|visit|age\b|sex\b|gender|name|number|surgery|condition|allerg|blood)/u;

interface Run {
	readonly first: number;
	readonly last: number;
	readonly sureness: Sureness;
	readonly by: string;
}

/** Names of persons: behind titles and cues, from common given names on, with initials, before what people do; then their parts elsewhere in the text. */
export function names(given: PiiText): Candidate[] {
	const { text } = given;
	const words = nameWords(text);
	const proper = properNouns(given);
	const runs: Run[] = [];
	for (let at = 0; at < words.length; at++) {
		const run = runAt(text, words, at, proper);
		if (run === undefined) continue;
		runs.push(run);
		at = run.last;
	}
	const found = runs.map(({ first, last, sureness, by }) => {
		const end = words[last]!.end + (suffixes.exec(text.slice(words[last]!.end, words[last]!.end + 6))?.[0].length ?? 0);
		return candidate(words[first]!.start, text.slice(words[first]!.start, end), 'name', by, sureness);
	});
	return [...found, ...uncapitalizedNames(given), ...repeated(words, runs)];
}

/** Where the tagger sees proper nouns; `undefined` without it. */
function properNouns({ words }: PiiText): ReadonlySet<number> | undefined {
	return words && new Set(words.filter(({ pos }) => pos === 'PROPN').map(({ start }) => start));
}

function runAt(text: string, words: readonly NameWord[], at: number, proper: ReadonlySet<number> | undefined): Run | undefined {
	const word = words[at]!;
	const lower = word.text.toLowerCase();
	if (titles.has(lower) && (word.capital || surelyTitles.has(lower))) {
		const run = namesAfterTitle(words, at);
		if (run !== undefined && !isThingBehind(text, words, run.last, true)) return run;
	}
	if (!word.capital || isNoName(word.text)) return undefined;
	if (words[at + 1]?.initial === true && isLettered(word.text)) return undefined;
	// 'Ward D. Ivan', '41.8 C. Vera'
	if (word.initial && ((at > 0 && word.joined && isLettered(words[at - 1]!.text)) || /[\d°]\s?$/u.test(word.gap))) return undefined;
	const last = extent(words, at);
	const lead = text.slice(Math.max(0, word.start - 40), word.start);
	if (isThingBehind(text, words, last, last > at && (isGivenName(word.text) || cueBefore.test(lead)))) return undefined;
	const lastFirst = familyFirst(text, words, at, last);
	if (lastFirst !== undefined) return { first: at, last: lastFirst, sureness: 'cue', by: 'family name first' };
	const make = (sureness: Sureness, by: string): Run => ({ first: at, last, sureness, by });
	const size = last - at + 1;
	if (size >= 2) {
		if (
			isGivenName(word.text) &&
			!(word.opens && !isOnlyGivenName(word.text) && isNoNamePart(words[at + 1]!.text) && !isSurname(words[at + 1]!.text))
		)
			return make('cue', 'given name');
		if (words.slice(at, last).some(({ initial }) => initial) && !words[last]!.initial && words[last]!.text.length > 2)
			return make('cue', 'initials');
		if (cueBefore.test(lead)) return make('cue', 'name by cue');
		if (words.slice(at + 1, last + 1).some(({ text: part }) => isOnlyGivenName(part))) return make('shape', 'given name');
		if (cueBehind.test(text.slice(words[last]!.end, words[last]!.end + 16)) && isProper(proper, words, at, last))
			return make('shape', 'capitals');
		return undefined;
	}
	if (possession.test(text.slice(word.end, word.end + 40)) && !isNoNamePart(word.text)) return make('shape', 'possessive');
	if (cueForOne.test(lead) && !(word.opens && isNoNamePart(word.text))) return make('cue', 'name by cue');
	if (isOnlyGivenName(word.text) && word.text.length > 2 && word.text !== word.text.toUpperCase()) return make('shape', 'given name');
	if (
		isGivenName(word.text) &&
		!word.opens &&
		/^(?:['’]s\b|,?\s(?:said|called|asked|wrote|told|reported|is|was|has|and I)\b)/u.test(text.slice(word.end, word.end + 12)) &&
		!/^(?:May|April|June|Paris|Sydney|Austin|Houston|Dallas|Denver|Savannah|India|China|Israel|Georgia|Virginia|Carolina|Florence|Madison|Charlotte)$/u.test(
			word.text,
		)
	)
		return make('shape', 'given name');
	return undefined;
}

function namesAfterTitle(words: readonly NameWord[], at: number): Run | undefined {
	const next = words[at + 1];
	if (next === undefined || !/^\.?[ \u00A0]$/u.test(next.gap)) return undefined;
	// 'Mr. and Mrs. Okafor'
	if (!next.capital && !particles.has(next.text)) return undefined;
	if (titles.has(next.text.toLowerCase()) && !isGivenName(next.text)) return undefined;
	if (isNoName(next.text) && !surelyTitles.has(words[at]!.text.toLowerCase())) return undefined;
	const last = extent(words, at + 1);
	return { first: at + 1, last, sureness: 'cue', by: 'title' };
}

/** Index of the last word of a name that begins here: at most five words with capitals, initials, particles between them. */
function extent(words: readonly NameWord[], at: number): number {
	let last = at;
	for (let next = at + 1; next < words.length && next - at < 5; next++) {
		const word = words[next]!;
		const joined = word.joined || (words[next - 1]!.initial && /^\.? ?$/u.test(word.gap));
		if (!joined) break;
		if (particles.has(word.text) || (word.text === 'St' && words[next + 1]?.gap === '. ')) {
			const behind = words[next + 1];
			if (behind?.joined !== true && behind?.gap !== '. ') break;
			if (behind.capital || particles.has(behind.text)) continue;
			break;
		}
		if (!word.capital || (isNoName(word.text) && !word.initial)) break;
		last = next;
	}
	return last;
}

/** 'Okafor, Maria' and 'OKAFOR, Maria J.': index of the last word. */
function familyFirst(text: string, words: readonly NameWord[], at: number, last: number): number | undefined {
	const next = words[last + 1];
	if (next === undefined || next.gap !== ', ' || !next.capital || last - at > 1 || isNoNamePart(next.text.toLowerCase())) return undefined;
	const lead = text.slice(Math.max(0, words[at]!.start - 40), words[at]!.start);
	const field = /\bname\s?[:=]\s?$/iu.test(lead);
	if (!field && (!isGivenName(next.text) || isGivenName(words[at]!.text))) return undefined;
	const begins =
		field || words[at]!.opens || cueBefore.test(lead) || words[at]!.text === words[at]!.text.toUpperCase() || /[\d([#]\s?$/u.test(lead);
	const nextLast = extent(words, last + 1);
	// 'In Boston, Maria Okafor said': a full name of its own stands behind the comma.
	return begins && (nextLast === last + 1 || words.slice(last + 2, nextLast + 1).every(({ initial }) => initial)) ? nextLast : undefined;
}

/** A street, a hospital, a disease or a firm has the name. */
function isThingBehind(text: string, words: readonly NameWord[], last: number, person: boolean): boolean {
	const next = words[last + 1];
	const own = words[last]!.text;
	if (isThing(own) && !(person && isSurname(own))) return true;
	if (text.slice(words[last]!.end, words[last]!.end + 3) === ' & ') return true;
	if (next === undefined) return false;
	return (next.joined || /^['’]s $/u.test(next.gap)) && isThing(next.text);
}

/** Without a tagger, or where it takes one of the words for a proper noun; at a sentence's start all of them. */
function isProper(proper: ReadonlySet<number> | undefined, words: readonly NameWord[], first: number, last: number): boolean {
	const parts = words.slice(first, last + 1);
	if (parts.some(({ text }) => isNoNamePart(text))) return false;
	if (proper === undefined) return true;
	return words[first]!.opens ? parts.every(({ start }) => proper.has(start)) : parts.some(({ start }) => proper.has(start));
}

/** Parts of full names where they stand alone: 'Okafor' behind 'Maria Okafor'. */
function repeated(words: readonly NameWord[], runs: readonly Run[]): Candidate[] {
	const parts = new Set<string>();
	for (const { first, last, sureness } of runs)
		if (sureness !== 'shape')
			for (const { text, initial } of words.slice(first, last + 1)) if (!initial && text.length > 2 && !isNoNamePart(text)) parts.add(text);
	return words
		.filter(({ text, capital }) => capital && parts.has(text))
		.map(({ start, text }) => candidate(start, text, 'name', 'part of a name', 'shape'));
}
