import { drawExponential } from '../../privacy/exponential-mechanism.ts';
import type { RandomBits } from '../../privacy/random-bits.ts';
import { wordsOf } from './words.ts';

/** Whether an answer can name an item at all: there is a word in it. */
export function isNameable(item: string): boolean {
	return wordsOf(item).length > 0;
}

/** The item of the list that an answer names first (the longest of those that begin there), by its index; `null` for none. Whole words, case aside. */
export function namedItem(answer: string, list: readonly string[]): number | null {
	const said = wordsOf(answer).map(({ text }) => text.toLowerCase());
	const items = list.map((item) => wordsOf(item).map(({ text }) => text.toLowerCase()));
	for (let at = 0; at < said.length; at++) {
		let best: number | null = null;
		for (const [i, words] of items.entries())
			if (words.length > 0 && words.every((word, k) => said[at + k] === word) && words.length > (best === null ? 0 : items[best]!.length))
				best = i;
		if (best !== null) return best;
	}
	return null;
}

/** What a document votes for: an item by its index, or that none of them was named. `null`: it has no vote. */
export type ListVote = number | 'none' | null;

/** The vote of a document's own answer. One that says nothing, as a blank or unreadable document does, has none: as if it were not there. */
export function listVote(answer: string, list: readonly string[]): ListVote {
	return answer.trim() === '' ? null : (namedItem(answer, list) ?? 'none');
}

export interface ListVoteOptions {
	/** Items of the list. */
	readonly size: number;
	readonly epsilon: number;
	readonly bits: RandomBits;
}

/**
 * One item of a public list, drawn with probability ∝ exp(ε · votes); `null` when 'none of them' is drawn. Each document has one vote,
 * for an item or for 'none', or no vote at all if it says nothing. A document more, less or emptied multiplies one weight by e^ε at most, so that each probability's ratio, and their range, is
 * e^ε at most: ε-differentially private, and of bounded range ε. 'None' has as much weight as the whole list without votes, so that
 * noise alone names an item in half of all cases at most.
 */
export function drawFromList(votes: readonly ListVote[], { size, epsilon, bits }: ListVoteOptions): number | null {
	const logWeights = new Float64Array(size + 1);
	logWeights[size] = Math.log(size);
	for (const vote of votes) if (vote !== null) logWeights[vote === 'none' ? size : vote]! += epsilon;
	const drawn = drawExponential(bits, logWeights);
	return drawn === size ? null : drawn;
}
