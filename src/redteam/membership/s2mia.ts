import type { MembershipAttack } from './membership-attack.ts';

const longest = 4;

/** Words and single signs, in lower case: what BLEU compares. */
export function bleuTokens(text: string): string[] {
	return text.toLowerCase().match(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? [];
}

/**
 * Sentence BLEU of one candidate against one reference, `[0, 1]` (Papineni et al. 2002): the geometric mean of the precisions of 1- to 4-grams, times the
 * brevity penalty. A precision without a hit is smoothed as mteval does (Chen and Cherry 2014, method 3), and n-grams that the candidate is too short for
 * do not count; sacrebleu calls that `smooth_method="exp", use_effective_order=True`. 0 where nothing is shared, or one of them is empty.
 */
export function sentenceBleu(candidate: readonly string[], reference: readonly string[]): number {
	if (candidate.length === 0 || reference.length === 0) return 0;
	let [sum, orders, smoothing] = [0, 0, 1];
	for (let n = 1; n <= longest && n <= candidate.length; n++) {
		const [ours, theirs] = [grams(candidate, n), grams(reference, n)];
		let hits = 0;
		for (const [gram, count] of ours) hits += Math.min(count, theirs.get(gram) ?? 0);
		if (n === 1 && hits === 0) return 0;
		if (hits === 0) smoothing *= 2;
		sum += Math.log((hits === 0 ? 1 / smoothing : hits) / (candidate.length - n + 1));
		orders++;
	}
	const brevity = Math.min(1, Math.exp(1 - reference.length / candidate.length));
	return brevity * Math.exp(sum / orders);
}

function grams(tokens: readonly string[], n: number): Map<string, number> {
	const counts = new Map<string, number>();
	for (let i = 0; i + n <= tokens.length; i++) {
		const gram = tokens.slice(i, i + n).join(' ');
		counts.set(gram, (counts.get(gram) ?? 0) + 1);
	}
	return counts;
}

/** Words of a half at least, and of a document at most: a query that is longer than any user's is refused by many pipelines. */
const minWords = 6;
const maxWords = 400;

/** The two halves of a document, cut between words; `null`: it is too short to have any. */
export function halvesOf(document: string): readonly [asked: string, kept: string] | null {
	const words = document.split(/\s+/u).filter(Boolean).slice(0, maxWords);
	const middle = Math.ceil(words.length / 2);
	return words.length - middle < minWords ? null : [words.slice(0, middle).join(' '), words.slice(middle).join(' ')];
}

/**
 * S²MIA (Li et al., arXiv 2406.19234): the first half of the document is the query, and the answer is held against the other half by BLEU and by its
 * perplexity. The half is the query as it is, with no instruction around it.
 */
export const s2mia: MembershipAttack = {
	name: 's2mia',
	title: 'S\u00b2MIA',
	scores: ['similarity', 'perplexity'],
	aim: 'accuracy',
	answerTokens: 96,
	prepare:
		({ perplexity }) =>
		(document) => {
			const halves = halvesOf(document);
			if (halves === null) return null;
			const [asked, kept] = halves;
			const reference = bleuTokens(kept);
			return {
				queries: [asked],
				score: async ([answer = '']) => {
					const likeness = sentenceBleu(bleuTokens(answer), reference);
					if (perplexity === null) return [likeness];
					return [likeness, -((await perplexity(answer, asked)) ?? Infinity)];
				},
			};
		},
};
