import type { FieldName } from './draft.ts';

/**
 * What `npm run bench -- pearl` measured of the settings that only experts change, a sentence each: with 8 documents where nothing else is said
 * (δ = 1e-5, 60 to 180 questions a figure; docs/results/pearl.md). *Right*: the fact that the documents share, exactly.
 */
export const measured: Readonly<Partial<Record<FieldName, string>>> = {
	clip: 'Measured: at ε = 3 nothing was right either way; at ε = 8 the one around the model without documents was wrong in 60%, and nothing was right.',
	clipBound: 'Measured with C = 10 (the paper’s clipping) and C = 2 (the other one) alone.',
	tokens: 'Measured: 32 tokens leave each token ε = 0.24 of 3, and that is noise.',
	payments:
		'Measured at ε = 3: K = 2 was right in 52% and wrong in 3%; with 16 documents, and 18 questions, K = 4 was right in 83% and never wrong.',
	subsets: '8 documents in 8 hashed subsets leave a third of these empty on average, and an empty one has no vote.',
	candidates: 'Not varied in what was measured.',
	gate: 'Measured with 0.9 alone.',
	filter:
		'Measured on 340 sentences: what costs ε told those with personal data no better than a coin (area under ROC 0.47); how surprising a sentence is without documents, which is free, did (0.97).',
	filtered:
		'Measured with 8 and with 1: of an answer of up to eight sentences, 8 picks all; 1 picked 28% of the sentences with personal data and 24% of the others at ε = 0.3.',
	keywords: 'Measured in the paper’s whole pipeline alone: of 60 answers none was right at ε = 3, and 5% were at ε = 8.',
	countFacts: 'Measured at ε = 3: 82% right when facts are counted, 83% when wordings are. The demo model words alike what is alike.',
	vocabulary: 'Without public words nothing is refilled from keywords.',
};
