/** Share of the words that are green. */
export const defaultGreenShare = 0.5;
/** A text whose z is below is taken for unmarked (MEMSAD, appendix C). */
export const watermarkThreshold = 1.5;

/** Whether a word is green by a key; words as `wordsOf` gives them. */
export type GreenList = (word: string) => boolean;

/**
 * A unigram green list (after Zhao, Ananth, Li, Wang 2023): each word is green or not by a keyed hash alone, whatever stands before it.
 * @param hash keyed, such as an HMAC; its first four bytes decide
 */
export function greenList(hash: (word: string) => Uint8Array, share = defaultGreenShare): GreenList {
	const known = new Map<string, boolean>();
	return (word) => {
		const before = known.get(word);
		if (before !== undefined) return before;
		const bytes = hash(word);
		const isGreen = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0) / 2 ** 32 < share;
		known.set(word, isGreen);
		return isGreen;
	};
}

/**
 * `z = (g − γn)/√(γ(1 − γ)n)` of a text's `n` words, `g` of them green; 0 for a text without words. Every occurrence counts, so that a text that repeats a few
 * words has a wide z.
 */
export function watermarkZ(text: string, isGreen: GreenList, share = defaultGreenShare): number {
	const words = wordsOf(text);
	const green = words.filter(({ word }) => isGreen(word)).length;
	return words.length === 0 ? 0 : (green - share * words.length) / Math.sqrt(share * (1 - share) * words.length);
}

/** The text with each red word in the place of which a green one may stand replaced by the first such: this is what marking does to somebody's words. */
export function marked(text: string, isGreen: GreenList, alternatives: (word: string) => readonly string[]): string {
	let out = '';
	let done = 0;
	for (const { word, start, end } of wordsOf(text)) {
		const instead = isGreen(word) ? undefined : alternatives(word).find((other) => isGreen(other));
		if (instead === undefined) continue;
		const isCapital = text.charAt(start) !== text.charAt(start).toLowerCase();
		out += text.slice(done, start) + (isCapital ? instead.charAt(0).toUpperCase() + instead.slice(1) : instead);
		done = end;
	}
	return out + text.slice(done);
}

function wordsOf(text: string): { readonly word: string; readonly start: number; readonly end: number }[] {
	return Array.from(text.matchAll(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu), ({ 0: word, index }) => ({
		word: word.toLowerCase(),
		start: index,
		end: index + word.length,
	}));
}
