/** What a text is made of to this encoder, with how often each stands in it. */
export type GramCounts = ReadonlyMap<string, number>;

/** Signs of the pieces of a word: sizes from the first to the second. */
const sizes = [3, 5] as const;
/** Of a run in a script that puts no blanks between words. */
const unspacedSizes = [1, 3] as const;
/** More of a text is not looked at: what it is about shows long before. */
const maxSigns = 200_000;

const words = /[\p{L}\p{N}\p{M}]+/gu;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;

/**
 * Character n-grams of a text within its words, each word with a blank at both ends; a word shorter than a gram counts once, whole: as `char_wb` of
 * scikit-learn's vectorizers has them. Upper and lower case, compatible forms and signs that show nothing make no difference.
 */
export function characterGrams(text: string): GramCounts {
	const counts = new Map<string, number>();
	const plain = text
		.slice(0, maxSigns)
		.normalize('NFKC')
		.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
		.toLowerCase();
	for (const [word] of plain.matchAll(words)) {
		for (const [run] of word.matchAll(unspaced)) addGrams(counts, run, unspacedSizes);
		for (const part of word.split(unspaced)) if (part !== '') addGrams(counts, ` ${part} `, sizes);
	}
	return counts;
}

function addGrams(counts: Map<string, number>, word: string, [smallest, largest]: readonly [number, number]): void {
	const starts = signStarts(word);
	const count = starts.length - 1;
	for (let size = smallest; size <= largest; size++) {
		const last = Math.max(0, count - size);
		for (let from = 0; from <= last; from++) {
			const gram = word.slice(starts[from], starts[Math.min(count, from + size)]);
			counts.set(gram, (counts.get(gram) ?? 0) + 1);
		}
		if (last === 0) return;
	}
}

/** UTF-16 offsets of its code points, and its end. */
function signStarts(word: string): number[] {
	const starts: number[] = [];
	for (let at = 0; at < word.length; at += word.codePointAt(at)! > 0xffff ? 2 : 1) starts.push(at);
	return [...starts, word.length];
}
