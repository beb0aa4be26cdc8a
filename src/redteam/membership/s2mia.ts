import type { MembershipAttack } from './membership-attack.ts';
import { bleuTokens, sentenceBleu } from './bleu.ts';

/** Words of a half at least, and of a document at most: a query that is longer than any user's is refused by many pipelines. */
const leastWords = 6;
const mostWords = 400;

/** The two halves of a document, cut between words; `null`: it is too short to have any. */
export function halvesOf(document: string): readonly [asked: string, kept: string] | null {
	const words = document.split(/\s+/u).filter(Boolean).slice(0, mostWords);
	const middle = Math.ceil(words.length / 2);
	return words.length - middle < leastWords ? null : [words.slice(0, middle).join(' '), words.slice(middle).join(' ')];
}

/**
 * S²MIA (Li et al., arXiv 2406.19234): the first half of the document is the query, and the answer is held against the other half by BLEU and by its
 * perplexity. The half is the query as it is, with no instruction around it.
 */
export const s2mia: MembershipAttack = {
	name: 's2mia',
	title: 'S\u00b2MIA',
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
