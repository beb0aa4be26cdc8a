import { timeMeasure } from './units.ts';
import { foldedWord, stemOf, type PlainWord } from './plain-text.ts';
import type { Amount, Value } from './values.ts';

/** A value, the text that it stands in, and the words of that text. Those of its sentence are from `firstWord` to before `endWord`. */
export interface PlacedValue {
	readonly value: Value;
	readonly plain: string;
	readonly words: readonly PlainWord[];
	readonly firstWord: number;
	readonly endWord: number;
}

/** What a number without a unit is good for. */
type Role =
	/** It numbers an item of a list, or a section. */
	| { readonly kind: 'order' }
	/** It names one of several things: 'port 8443', 'version 2.4', the first cell of a row. Without a noun, nothing says of what. */
	| { readonly kind: 'name'; readonly noun: string | null }
	| { readonly kind: 'count' };

/** Nouns with which a number names something, in the known languages, folded. Those of a group mean the same. */
const nounGroups =
	'port ports puerto porta porto,version versions release releases v ver versione versao firmware build,' +
	'code codes status error errors err http https codigo codice fehler fehlercode statuscode exit,rfc,iso,din,ieee,ansi,' +
	'room rooms zimmer raum salle chambre habitacion sala stanza quarto suite,gate gates,platform platforms track tracks gleis quai voie anden binario,' +
	'page pages p pp seite seiten pagina,line lines linie ligne linea linha,bus buses autobus,flight flights flug vol vuelo volo voo,lane,' +
	'floor floors etage stock piso piano andar,building block,ward,zone zones,district,sector,bay,dock,pier,terminal terminals,locker,seat seats,aisle,' +
	'row rows,column columns,level levels niveau,grade grades,class classes klasse,stage stages,phase phases,round rounds runde,group groups gruppe,team,' +
	'series season seasons saison,episode episodes,volume volumes vol,issue issues ticket tickets bug pr,rule rules,act,amendment,' +
	'order orders invoice invoices account,id ids uid gid pid,pin,zip postcode plz,' +
	'phone tel telephone fax ext extension dial hotline,route routes,exit exits,lot,batch,patch,case,question exercise problem lesson unit module,' +
	'key index position channel slot,type model modell modele modelo';
const groupOf: ReadonlyMap<string, string> = new Map(
	nounGroups.split(',').flatMap((group) => {
		const words = group.split(' ');
		return words.map((word) => [word, words[0]!] as const);
	}),
);

/** Nouns behind which a number of four digits may be a year all the same: 'version 2024', 'class of 2021'. */
const withYears: ReadonlySet<string> = new Set(['version', 'class', 'series', 'type', 'act', 'round', 'issue', 'amendment', 'phase']);

const reach = 32;
/** The word before a number, and what may stand between: 'port 8443', 'port: 8443', 'the port is 8443', 'room no. 12'. */
const wordBefore =
	/([\p{L}\p{M}]+)\.?["'`*_]{0,3}( ?[:=#(] ?| (?:(?:no|nr|num)\.? ?|numbers? |#)?(?:(?:is|was|of|to|ist|est|es|=|->) )?)["'`*_]{0,3}$/iu;

/** Returns whether a number names something of which no year is likely: 'port 2049', 'RFC 2119', 'room 1984'. */
export function isNamedByNumber(plain: string, at: number): boolean {
	const noun = nounBefore(plain, at);
	return noun !== null && !withYears.has(noun);
}

/** The noun that a number stands behind, if it is one that numbers name; the first of its group. */
function nounBefore(plain: string, at: number): string | null {
	const [, word, join = ''] = wordBefore.exec(plain.slice(Math.max(0, at - reach), at)) ?? [];
	if (word === undefined) return null;
	const folded = foldedWord(word);
	// 'Ports 80 and 443' are names, and 'rooms: 12' is a count.
	const isMany = folded.endsWith('s') && groupOf.has(folded.slice(0, -1));
	return isMany && join.trim() !== '' ? null : (groupOf.get(folded) ?? null);
}

/** A name right before a number: 'Windows 11', 'API 2.4'. At the head of a sentence a capital says nothing. */
const nameBefore = /(?<=[\p{L}\p{N},;] |[("'`])(\p{Lu}[\p{L}\p{M}]+) $/u;
const listNumber = /(?:^|\n)[ \t>]*$/u;
/** '3.2 Limits' at the head of a line, '## 4 Results'. */
const sectionNumber = /(?:^|\n)(?:[ \t>]*|[ \t]*#{1,6} +)$/u;
/** A cell: of it alone, or with more cells before it. */
const cellBefore = /(?:^|\n)[ \t>]*\|([^\n]*\|)?[ \t*_`]*$/u;
const cellBehind = /^[ \t*_`]*\|/u;
/** '429: Too many requests', '- 429 - Too many requests'. */
const keyBefore = /(?:^|\n)[ \t>]*(?:[-*+][ \t]+)?[*_`]{0,3}$/u;
const keyBehind = /^[*_`]{0,3} ?(?::| - |=) ?[*_`]{0,3}\p{L}/u;
const lineReach = 400;

const roles = new WeakMap<Amount, Role>();

function roleOf(amount: Amount, plain: string): Role {
	const known = roles.get(amount);
	if (known !== undefined) return known;
	const role = readRole(amount, plain);
	roles.set(amount, role);
	return role;
}

function readRole({ start, end, isSpelled }: Amount, plain: string): Role {
	if (isSpelled) return { kind: 'count' };
	const before = plain.slice(Math.max(0, start - lineReach), start);
	const behind = plain.slice(end, end + reach);
	if (listNumber.test(before) && /^(?:[.)][ \t]|\.\d)/u.test(behind)) return { kind: 'order' };
	if (
		sectionNumber.test(before) &&
		/^\.? \p{Lu}/u.test(behind) &&
		(before.trimEnd().endsWith('#') || plain.slice(start, end).includes('.'))
	)
		return { kind: 'order' };
	const noun = nounBefore(plain, start);
	if (noun !== null) return { kind: 'name', noun };
	const cell = cellBehind.test(behind) ? cellBefore.exec(before) : null;
	if (cell !== null && cell[1] === undefined) return { kind: 'name', noun: nounOfWords(headOf(plain, start)) };
	if (keyBefore.test(before) && keyBehind.test(behind)) return { kind: 'name', noun: null };
	const name = nameBefore.exec(before.slice(-reach))?.[1];
	return name === undefined ? { kind: 'count' } : { kind: 'name', noun: foldedWord(name) };
}

/** The words above a cell of a table, in its first row. Empty for what is in no table, and for the first row itself. */
function headOf(plain: string, at: number): string {
	let lineStart = plain.lastIndexOf('\n', at - 1) + 1;
	const column = plain.slice(lineStart, at).split('|').length - 1;
	if (column === 0) return '';
	let head = '';
	while (lineStart > 0) {
		const above = plain.lastIndexOf('\n', lineStart - 2) + 1;
		const line = plain.slice(above, lineStart - 1);
		if (!/^[ \t>]*\|/u.test(line)) break;
		head = line;
		lineStart = above;
	}
	return head.split('|')[column] ?? '';
}

function nounOfWords(text: string): string | null {
	const words = wordsIn(text);
	return words.map((word) => groupOf.get(word)).findLast((group) => group !== undefined) ?? words.at(-1) ?? null;
}

function wordsIn(text: string): string[] {
	return Array.from(text.matchAll(/\p{L}[\p{L}\p{M}]*/gu), ([word]) => foldedWord(word));
}

/** Whether the sentence of a number, or the head above it in a table, has a noun or another one of its group. */
function speaksOf({ value, plain, words, firstWord, endWord }: PlacedValue, noun: string): boolean {
	const isNoun = (folded: string): boolean => folded === noun || groupOf.get(folded) === noun;
	for (let i = firstWord; i < endWord; i++) if (isNoun(words[i]!.folded)) return true;
	return wordsIn(headOf(plain, value.start)).some(isNoun);
}

/** Whether the sentence of a number has one of some stems. */
function hasStem({ words, firstWord, endWord }: PlacedValue, stems: readonly string[]): boolean {
	for (let i = firstWord; i < endWord; i++) if (stems.includes(words[i]!.stem)) return true;
	return false;
}

/** Whether an amount of time says how often: 'every 6 hours' is no other value for 'within 24 hours'. */
function isFrequency({ value, plain }: PlacedValue): boolean {
	if (value.kind !== 'amount' || !value.units.some(({ measure }) => measure === timeMeasure)) return false;
	return /(?<!\p{L})(?:every|alle|jede[nrs]?|toutes les|tous les|cada|ogni|每隔?)\s*$/iu.test(
		plain.slice(Math.max(0, value.start - 12), value.start),
	);
}

/** A number with decimals and one without are of one scale up to so many times. */
const mostTimes = 10;

/**
 * Returns whether two values may answer one question by what they are good for: a port, a version, an item's number and a count are of different kinds,
 * although all are numbers, and so are an address and a version, although both are digits and points. It compares numbers without a unit and
 * identifiers without letters; of all other values it says yes.
 * @param one a value of the answer, and `other` a given one
 * @param isGiven whether some given text has a stem
 */
export function areSiblings(one: PlacedValue, other: PlacedValue, isGiven: (stem: string) => boolean): boolean {
	const [a, b] = [one.value, other.value];
	if (a.kind === 'identifier' && b.kind === 'identifier')
		return /\p{L}/u.test(a.signs) || /\p{L}/u.test(b.signs) || marksOf(one) === marksOf(other);
	if (a.kind !== 'amount' || b.kind !== 'amount') return true;
	if (a.units.length > 0 || b.units.length > 0) return isFrequency(one) === isFrequency(other);
	const [first, second] = [roleOf(a, one.plain), roleOf(b, other.plain)];
	if (first.kind === 'order' || second.kind === 'order') return false;
	if (first.kind === 'count' && second.kind === 'count') {
		// What the texts have a word for is no other word for what this one counts: '9 platforms', where it has '14 floors'.
		const countsOther = b.counted.length > 0 && a.counted.some(isGiven) && !hasStem(other, a.counted) && !hasStem(one, b.counted);
		return !countsOther && isSameForm(a, b);
	}
	if (first.kind === 'name' && second.kind === 'name')
		return first.noun === null || second.noun === null
			? isAsLong(a, b)
			: first.noun === second.noun || (speaksOf(one, second.noun) && speaksOf(other, first.noun));
	if (first.kind === 'name') return isCountOf(first.noun, other, b) && (first.noun !== null || isAsLong(a, b));
	return second.kind === 'count' || (isCountOf(second.noun, one, a) && (second.noun !== null || isAsLong(a, b)));
}

/** Whether a number that is no name may stand for one with a noun: its sentence has the noun, and it does not count such things ('9 platforms'). */
function isCountOf(noun: string | null, place: PlacedValue, { counted }: Amount): boolean {
	return noun === null ? counted.length === 0 : counted[0] !== stemOf(noun) && speaksOf(place, noun);
}

/** The marks between the digits of a value: '..' for 7.3.1. */
function marksOf({ value: { start, end }, plain }: PlacedValue): string {
	return plain.slice(start, end).replace(/[\p{L}\p{N}]/gu, '');
}

/** Whether both have decimals or none has, they count the same, or they are about as large. */
function isSameForm(a: Amount, b: Amount): boolean {
	const [first, second] = [a.readings[0]!, b.readings[0]!];
	if (Number.isInteger(first.value) === Number.isInteger(second.value) || a.counted.some((stem) => b.counted.includes(stem))) return true;
	const [small, large] = [Math.min(first.value, second.value), Math.max(first.value, second.value)];
	return large <= mostTimes * small;
}

function isAsLong(a: Amount, b: Amount): boolean {
	return String(a.readings[0]!.value).length === String(b.readings[0]!.value).length;
}
