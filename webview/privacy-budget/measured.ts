import type { FieldName } from './draft.ts';

/**
 * What `npm run bench -- pearl` measured of the settings that only experts change, a sentence each: with 8 documents where nothing else is said
 * (δ = 1e-5, 60 to 180 questions a figure; docs/results/pearl.md). *Right*: the fact that the documents share, exactly.
 */
export const measured: Readonly<Partial<Record<FieldName, string>>> = {
	clip: 'Measured: at ε = 3, neither way gave a right answer. At ε = 8, the way around the model without documents was wrong in 60% of cases and never right.',
	clipBound: 'Measured only with C = 10 (the paper’s clipping) and C = 2 (the other one).',
	tokens: 'Measured: with 32 tokens, each token gets ε = 0.24 of 3, which is only noise.',
	payments:
		'Measured at ε = 3: K = 2 was right in 52% and wrong in 3%; with 16 documents, and 18 questions, K = 4 was right in 83% and never wrong.',
	subsets: 'If 8 documents are hashed into 8 subsets, a third of the subsets are empty on average. An empty subset has no vote.',
	candidates: 'Other values were not measured.',
	gate: 'Measured with 0.9 alone.',
	filter:
		'Measured on 340 sentences: the filter, which costs ε, finds sentences with personal data no better than chance (AUC 0.47). How surprising a sentence is without documents, which costs nothing, finds them (AUC 0.97).',
	filtered:
		'Measured with 8 and with 1. In an answer of up to eight sentences, 8 picks all of them. At ε = 0.3, 1 picked 28% of the sentences with personal data and 24% of the others.',
	keywords: 'Measured only in the paper’s whole pipeline: none of 60 answers was right at ε = 3, and 5% were right at ε = 8.',
	countFacts:
		'Measured at ε = 3: 82% right if facts are counted, 83% if wordings are counted. The demo model always words the same fact in the same way.',
	vocabulary: 'Without public words, nothing is rewritten from keywords.',
};
