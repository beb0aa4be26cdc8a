import type { TextRange } from './tagged-text.ts';

/** A word in letters of two scripts that look like one. */
export interface LookalikeWord extends TextRange {
	/** As people read it. */
	readonly reads: string;
}

// Pairs that look the same in most fonts, from the letters' shapes; Unicode's own list (UTS #39) has thousands that do so in few.
const latinOf = new Map<string, string>(
	[
		// Cyrillic
		'аa',
		'еe',
		'оo',
		'рp',
		'сc',
		'уy',
		'хx',
		'іi',
		'ѕs',
		'јj',
		'ԁd',
		'һh',
		'ӏl',
		'ԛq',
		'ԝw',
		'ѵv',
		'АA',
		'ВB',
		'ЕE',
		'КK',
		'МM',
		'НH',
		'ОO',
		'РP',
		'СC',
		'ТT',
		'УY',
		'ХX',
		'ІI',
		'ЅS',
		'ЈJ',
		'Ӏl',
		'ԌG',
		'ԚQ',
		'ԜW',
		'ѴV',
		'ёë',
		'ЁË',
		'їï',
		'ЇÏ',
		'гr',
		'ѡw',
		// Greek
		'οo',
		'αa',
		'νv',
		'ιi',
		'κk',
		'ρp',
		'υu',
		'τt',
		'χx',
		'εe',
		'γy',
		'ϲc',
		'ϳj',
		'ΑA',
		'ΒB',
		'ΕE',
		'ΖZ',
		'ΗH',
		'ΙI',
		'ΚK',
		'ΜM',
		'ΝN',
		'ΟO',
		'ΡP',
		'ΤT',
		'ΥY',
		'ΧX',
		'όo',
		'άa',
		'έe',
		'ίi',
		// Armenian, Cherokee
		'օo',
		'սu',
		'հh',
		'ոn',
		'ցg',
		'զq',
		'ѓr',
		'ᎪA',
		'ᎬE',
		'ᎥI',
		'ᎫJ',
		'ᎳW',
		'ᎻH',
		'ᏢP',
		'ᏚS',
		'ᏟC',
		'ᎢT',
		'ᏀG',
		'ᏴB',
		'ᏞL',
		'ᎡR',
		'ᏒR',
		'ᏃZ',
	].map((pair) => [pair.charAt(0), pair.charAt(1)]),
);
const otherOf = new Map(Array.from(latinOf, ([other, latin]) => [latin, other] as const).toReversed());

/** Only a word that holds a letter beyond ASCII is looked at. */
const words = /[\p{L}\p{M}]*(?:(?!\p{ASCII})\p{L})[\p{L}\p{M}]*/gu;
const latin = /\p{Script=Latin}/u;
const foreign = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u;
/** Letters for formulas, bold or slanted: a word of them is read as the plain one. */
const formula = /[\u{1D400}-\u{1D7CB}]/u;
const styled = /[\u{1D400}-\u{1D7CB}]{2,}/gu;

/**
 * Words in which letters of one script stand for those of another: Latin with Cyrillic, Greek, Armenian or Cherokee letters that all look Latin, or the
 * other way round; and words in letters for formulas. A word wholly of one script is none of them, nor is one whose other letters look like nothing
 * else (`Δt`).
 */
export function lookalikeWords(text: string): LookalikeWord[] {
	const found: LookalikeWord[] = [];
	for (const { 0: word, index: start } of text.matchAll(words)) {
		const reads = readsAs(word);
		if (reads !== null) found.push({ start, end: start + word.length, reads });
	}
	for (const { 0: word, index: start } of text.matchAll(styled))
		if (!found.some((one) => one.start <= start && start < one.end))
			found.push({ start, end: start + word.length, reads: word.normalize('NFKC') });
	return found;
}

function readsAs(word: string): string | null {
	const letters = Array.from(word);
	if (letters.some((one) => formula.test(one))) return letters.length > 1 ? plain(letters) : null;
	const ours = letters.filter((one) => latin.test(one));
	const others = letters.filter((one) => foreign.test(one));
	if (ours.length === 0 || others.length === 0) return null;
	if (others.every((one) => latinOf.has(one))) return letters.map((one) => latinOf.get(one) ?? one).join('');
	if (others.length > ours.length && ours.every((one) => otherOf.has(one))) return letters.map((one) => otherOf.get(one) ?? one).join('');
	return null;
}

function plain(letters: readonly string[]): string {
	return letters.join('').normalize('NFKC');
}
