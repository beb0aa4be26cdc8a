import { hiddenKind } from './hidden-characters.ts';
import { looksLike, plainSign } from './look-alikes.ts';
import { composed, SpellingBuilder, type MappedSpelling } from './mapped-spelling.ts';

/**
 * A text as it is meant to be read: without characters that nobody sees and marks of emphasis, wide and mathematical letters and those of other scripts
 * that look like Latin ones as these, without accents, a line break within a paragraph as a space, and one between paragraphs or before a list item as `\n`.
 */
export function plainSpelling(text: string): MappedSpelling {
	const built = new SpellingBuilder();
	for (let at = 0; at < text.length; ) {
		const blank = blanks(text, at);
		if (blank > at) {
			const written = isBreak(text.slice(at, blank), text.slice(blank, blank + 4)) ? '\n' : ' ';
			built.push(written, at, blank);
			at = blank;
			continue;
		}
		const one = String.fromCodePoint(text.codePointAt(at)!);
		if (hiddenKind(one.codePointAt(0)!) === null && !emphasis.test(one)) built.push(plainCharacter(one), at, at + one.length);
		at += one.length;
	}
	return built.build();
}

const emphasis = /[*`~]/u;
const blank = /\s/u;

function blanks(text: string, from: number): number {
	let at = from;
	while (at < text.length && blank.test(text.charAt(at)) && text.charCodeAt(at) !== 0xfeff) at++;
	return at;
}

/** An empty line, or what begins a list item, a heading, a quotation or a table's row. */
function isBreak(space: string, next: string): boolean {
	return /\n[^\n]*\n|\r[^\r\n]*\r/u.test(space) || (/[\r\n]/u.test(space) && /^(?:[-+•#>|]|\* |\d{1,2}[.)])/u.test(next));
}

function plainCharacter(one: string): string {
	if (one.codePointAt(0)! < 0x80) return one;
	const sign = plainSign(one);
	if (sign !== null) return sign;
	return Array.from(one.normalize('NFKD'))
		.filter((part) => !/\p{M}/u.test(part))
		.map((part) => looksLike(part) ?? part)
		.join('');
}

/** Signs that are written for letters; 1, ! and | stand for an i or an l. */
const lettersFor: Readonly<Record<string, readonly string[]>> = {
	'0': ['o'],
	'1': ['i', 'l'],
	'2': ['z'],
	'3': ['e'],
	'4': ['a'],
	'5': ['s'],
	'6': ['g'],
	'7': ['t'],
	'8': ['b'],
	'9': ['g'],
	'@': ['a'],
	$: ['s'],
	'!': ['i', 'l'],
	'|': ['i', 'l'],
	'+': ['t'],
};
const written = /[\w@$!|+]+/gu;
/** A letter beside a digit or a sign that may stand for one. */
const mixed = /[a-z][0-9@$!|+]|[0-9@$!|+][a-z]/iu;

/**
 * Words in which digits and signs stand for letters, spelled with letters where that makes a known word: `1gn0r3` as `ignore`.
 * @returns `null` where no word is spelled so
 */
export function withLettersForDigits(spelling: MappedSpelling, isKnown: (word: string) => boolean): MappedSpelling | null {
	if (!mixed.test(spelling.text)) return null;
	const built = new SpellingBuilder();
	let done = 0;
	let changed = false;
	const keep = (to: number): void => {
		for (; done < to; done++) built.push(spelling.text.charAt(done), done, done + 1);
	};
	for (const { 0: word, index } of spelling.text.matchAll(written)) {
		const read = readings(word).find((one) => isKnown(one.toLowerCase()));
		if (read === undefined) continue;
		keep(index);
		for (let unit = 0; unit < read.length; unit++) built.push(read.charAt(unit), index + unit, index + unit + 1);
		done = index + read.length;
		changed = true;
	}
	keep(spelling.text.length);
	return changed ? composed(built.build(), spelling) : null;
}

/** What a word may mean, at most 64 ways; an exclamation mark at its end may be one. */
function readings(word: string): string[] {
	if (word.length > 24 || !mixed.test(word)) return [];
	let found = [''];
	for (const sign of word) {
		const letters = lettersFor[sign] ?? [sign];
		found = found.flatMap((start) => letters.map((letter) => start + letter)).slice(0, 64);
	}
	const bare = word.replace(/[!|+$@]+$/u, '');
	return bare.length < word.length && bare.length > 0 ? [...found, ...readings(bare), ...(/^[a-z]+$/iu.test(bare) ? [] : [bare])] : found;
}

/** Four or more single letters with the same one or two signs between them; a longer gap stands between words. */
const apart = /(?<![\p{L}\p{N}])\p{L}(?:([ ._\-/|,+]{1,2})\p{L})(?:\1\p{L}){2,}(?![\p{L}\p{N}])/gu;

/**
 * Words whose letters stand apart, joined: `i g n o r e` and `i.g.n.o.r.e` as `ignore`; where all of a sentence's do, cut into known words.
 * @returns `null` where no letters stand apart
 */
export function withLettersJoined(spelling: MappedSpelling, isKnown: (word: string) => boolean): MappedSpelling | null {
	const built = new SpellingBuilder();
	let done = 0;
	for (const { 0: run, index } of spelling.text.matchAll(apart)) {
		for (; done < index; done++) built.push(spelling.text.charAt(done), done, done + 1);
		const letters = Array.from(run.matchAll(/\p{L}/gu), ({ 0: letter, index: at }) => ({ letter, at: index + at }));
		const ends = wordEnds(letters.map(({ letter }) => letter.toLowerCase()).join(''), isKnown);
		for (const [place, { letter, at }] of letters.entries()) {
			built.push(letter, at, at + letter.length);
			if (ends.has(place + 1) && place + 1 < letters.length) built.push(' ', at, at + letter.length);
		}
		done = index + run.length;
	}
	if (done === 0) return null;
	for (; done < spelling.text.length; done++) built.push(spelling.text.charAt(done), done, done + 1);
	return composed(built.build(), spelling);
}

/** Where known words end that make up all of the letters, the fewest of them; the end alone where there are none. */
function wordEnds(letters: string, isKnown: (word: string) => boolean): ReadonlySet<number> {
	const words = new Float64Array(letters.length + 1).fill(Infinity);
	const from = new Int32Array(letters.length + 1);
	words[0] = 0;
	for (let end = 1; end <= letters.length; end++)
		for (let start = Math.max(0, end - 16); start < end; start++)
			if (words[start]! + 1 < words[end]! && isKnown(letters.slice(start, end))) {
				words[end] = words[start]! + 1;
				from[end] = start;
			}
	const ends = new Set([letters.length]);
	if (words[letters.length] !== Infinity) for (let end = letters.length; end > 0; end = from[end]!) ends.add(end);
	return ends;
}
