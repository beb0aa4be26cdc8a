import { jointTopK } from '../../privacy/joint-top-k.ts';
import type { RandomBits } from '../../privacy/random-bits.ts';
import { stem, wordsOf } from './words.ts';

/** How many documents have each word of a public vocabulary: a document counts once for a word, however often it has it. */
export function documentCounts(documents: readonly string[], vocabulary: readonly string[]): Uint32Array {
	const counts = new Uint32Array(vocabulary.length);
	const stems = vocabulary.map((entry) => wordsOf(entry).map(({ text }) => stem(text)));
	const starts = new Map<string, number[]>();
	for (const [i, [first]] of stems.entries()) if (first !== undefined) starts.set(first, [...(starts.get(first) ?? []), i]);
	for (const document of documents) {
		const words = wordsOf(document).map(({ text }) => stem(text));
		const found = new Set<number>();
		for (const [at, word] of words.entries())
			for (const i of starts.get(word) ?? []) if (stems[i]!.every((one, k) => words[at + k] === one)) found.add(i);
		for (const i of found) counts[i]!++;
	}
	return counts;
}

/**
 * `k` words of a public vocabulary that many documents have, by the joint exponential mechanism (Gillenwater, Joseph, Medina, Ribero
 * 2022): ε-differentially private however many of the words a document has. The vocabulary's order is theirs: ranks would be noise told
 * as news.
 */
export function privateKeywords(
	documents: readonly string[],
	vocabulary: readonly string[],
	{ k, epsilon, bits }: { readonly k: number; readonly epsilon: number; readonly bits: RandomBits },
): string[] {
	const unique = [...new Set(vocabulary)];
	const chosen = jointTopK(bits, documentCounts(documents, unique), Math.min(k, unique.length), epsilon);
	return [...chosen].toSorted((a, b) => a - b).map((i) => unique[i]!);
}
