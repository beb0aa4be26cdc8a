import type { TextRange } from './tagged-text.ts';

/**
 * Units of text that the segmenter sees at a time. Before Node 22 each segment that it hands out holds a copy of all that it was given:
 * memory (or garbage, and so time) grows with the square of that.
 */
const defaultPiece = 1024;
/** A run of letters of scripts that are cut by dictionary, longer than this and without a sign or space, is cut within. */
const longestRun = 4096;

/** Signs and white space: no boundary beside one of them comes from a dictionary. Katakana's own signs are left out. */
const sign = /[\s!-/:-@[-`{-~]|(?![\u30a0\u30fb\uff65])\p{P}/u;

/** A word of each script that is cut by a dictionary: Chinese and Japanese, Thai, Lao, Khmer, Burmese. */
const ofDictionaries =
	'\u4eca\u65e5 \u0e44\u0e17\u0e22 \u0ea5\u0eb2\u0ea7 \u1781\u17d2\u1798\u17c2\u179a \u1019\u103c\u1014\u103a\u1019\u102c';
let areDictionariesLoaded = false;

/**
 * Makes ICU load its dictionaries, once a process. ICU loads each at the first letter of its script, and cuts that first text otherwise than
 * the same text later, for example `\u3005'\u30fc\u4eca\u65e5`.
 */
function loadDictionaries(segmenter: Intl.Segmenter): void {
	if (areDictionariesLoaded) return;
	areDictionariesLoaded = Array.from(segmenter.segment(ofDictionaries)).length > 0;
}

/**
 * Segments of a text, in order, by a segmenter for words or sentences. The text is segmented in pieces, with the same result as at once:
 * - The search for the next boundary begins at the last one and sees nothing before it (so does ICU's automaton), unless it was a
 *   dictionary that cut: Chinese, Japanese, Thai and others without spaces. So a piece begins only at a boundary beside a sign, within
 *   which no dictionary cuts.
 * - Where a boundary is depends on what comes behind it, by the rules of UAX #29 at most until the one after it: a period behind a letter,
 *   on what follows the period; that of an abbreviation, on the next letter, sign of a sentence's end or line. So the last boundary of a
 *   piece is not used, and a piece that has too few is made larger.
 * The one exception is a run of more than 4,096 letters that a dictionary cuts: it is cut in the middle of what was segmented.
 * @param pieceLength, runLength UTF-16 units, for tests.
 */
export function* segmentsOf(
	segmenter: Intl.Segmenter,
	text: string,
	pieceLength = defaultPiece,
	runLength = longestRun,
): Generator<TextRange> {
	const byWord = segmenter.resolvedOptions().granularity === 'word';
	if (byWord) loadDictionaries(segmenter);
	let length = pieceLength;
	for (let from = 0; from < text.length; ) {
		const to = wholeCodePoint(text, Math.min(text.length, from + length));
		// Numbers alone: an object of the segmenter's would keep its copy of the piece.
		const starts = Array.from(segmenter.segment(text.slice(from, to)), ({ index }) => from + index);
		const count = to === text.length ? starts.length : usableCount(text, starts, byWord, to - from >= runLength);
		if (count === 0) {
			length *= 2;
			continue;
		}
		for (let i = 0; i < count; i++) yield { start: starts[i]!, end: starts[i + 1] ?? to };
		from = starts[count] ?? to;
		length = pieceLength;
	}
}

/** How many of a piece's segments are used; 0: the piece is too short to tell. The last boundary, where the last segment starts, is not. */
function usableCount(text: string, starts: readonly number[], byWord: boolean, isLong: boolean): number {
	for (let i = starts.length - 2; i > 0; i--) if (!byWord || besideSign(text, starts[i]!)) return i;
	return byWord && isLong && starts.length > 2 ? Math.floor(starts.length / 2) : 0;
}

function besideSign(text: string, at: number): boolean {
	return sign.test(text[at - 1]!) || sign.test(text[at]!);
}

/** `at`, or one more where it stands within a surrogate pair. */
function wholeCodePoint(text: string, at: number): number {
	return (text.codePointAt(at - 1) ?? 0) > 0xffff ? at + 1 : at;
}
