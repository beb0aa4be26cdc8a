import { gapSensitivity } from '../../../src/analysis/private/filter-answer.ts';
import { EnsembleDecoder } from '../../../src/methods/pearl/ensemble.ts';
import { boundedGap, sparseVectorFilter, topKFilter, type FilterOptions, type Filtered } from '../../../src/methods/pearl/filter.ts';
import { GatedVotesDecoder, type TokenChoice } from '../../../src/methods/pearl/gated-votes.ts';
import { privateKeywords } from '../../../src/methods/pearl/keywords.ts';
import { drawFromList, type ListVote } from '../../../src/methods/pearl/public-list.ts';
import { releaseByVotes, type Ballot } from '../../../src/methods/pearl/sentence-vote.ts';
import type { RandomBits } from '../../../src/privacy/random-bits.ts';
import type { Audited } from './audit.ts';

/** What the product runs, on documents as the model has read them. Neighbors differ in one document, which is blank in the second or, where it says so, another. */

const several = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);

/** Sentences of each document; of a blank one none. */
type Ballots = readonly Ballot[];

export const sentenceVote =
	(epsilon: number, delta: number, sentences: number) =>
	(bits: RandomBits, ballots: Ballots): string =>
		releaseByVotes(ballots, { sentences, epsilon: epsilon / sentences, delta: delta / sentences, bits }).join('+');

/** Four documents against three, where the probability to release rises most. The fourth says more than a document may. */
export const sentenceVoteOfOne: Audited<Ballots> = {
	name: 'sentence vote',
	epsilon: 1,
	delta: 0.01,
	run: sentenceVote(1, 0.01, 1),
	neighbors: [
		[['a', 'a', 'b', 'c'], ...several(3, ['a', 'b', 'c'])],
		[[], ...several(3, ['a', 'b', 'c'])],
	],
};
export const sentenceVoteOfTwo: Audited<Ballots> = {
	...sentenceVoteOfOne,
	name: 'sentence vote, two sentences',
	epsilon: 2,
	delta: 0.02,
	run: sentenceVote(2, 0.02, 2),
};

/** What each document names. */
type Votes = readonly ListVote[];

export const publicListOf =
	(size: number, epsilon: number) =>
	(bits: RandomBits, votes: Votes): string =>
		`${drawFromList(votes, { size, epsilon, bits }) ?? 'none'}`;

export const publicList: Audited<Votes> = {
	name: 'public list',
	epsilon: 1.5,
	delta: 0,
	run: publicListOf(12, 1.5),
	neighbors: [
		[0, 1, 1],
		[null, 1, 1],
	],
};
/** Where the others agree, what a blank one says would count most. */
export const agreedList: Audited<Votes> = {
	...publicList,
	name: 'public list, all others agree',
	run: publicListOf(2, 1.5),
	neighbors: [several(4, 0), [null, ...several(3, 0)]],
};

/** What the model says next behind each document or set of documents: logits over a few tokens. */
export type Rows = readonly (Float32Array | null)[];

/** Sure of one token of `size`. */
function sureOf(token: number, size: number): Float32Array {
	return Float32Array.from({ length: size }, (_, v) => (v === token ? 12 : -12));
}

const said = (choice: TokenChoice): string => (choice.kind === 'token' ? `${choice.id}` : 'redacted');

/** One token of gated votes that is paid for: the model without documents finds all four alike. */
export const gatedVotes =
	(without: (rows: Rows) => Float32Array = () => new Float32Array(4)) =>
	(bits: RandomBits, rows: Rows): string => {
		const settings = { gate: 0.9, payments: 1, stepEpsilon: 1, candidates: 4, abstaining: 0, refusals: [] };
		return said(new GatedVotesDecoder(settings, bits, 4).next(without(rows), rows));
	};
export const gated: Audited<Rows> = {
	name: 'gated votes',
	epsilon: 1,
	delta: 0,
	run: gatedVotes(),
	neighbors: [
		[sureOf(0, 4), ...several(3, sureOf(1, 4))],
		[null, ...several(3, sureOf(1, 4))],
	],
};
export const gatedAlone: Audited<Rows> = { ...gated, name: 'gated votes, one document', neighbors: [[sureOf(0, 4)], [null]] };

/** One token of the ensemble: without documents the third is the likeliest, by more than clipping allows a document to change. */
export const ensembleOf =
	(clip: 'absolute' | 'difference', stepEpsilon: number) =>
	(bits: RandomBits, rows: Rows): string =>
		said(new EnsembleDecoder({ clip, clipBound: 2, stepEpsilon, candidates: 3 }, bits, 3).next(Float32Array.of(-2.3, -2.3, 0), rows));
const ensemble = (clip: 'absolute' | 'difference'): Audited<Rows> => ({
	name: `ensemble, ${clip}, a set of two or of one`,
	epsilon: 2,
	delta: 0,
	run: ensembleOf(clip, 2),
	// The document that goes had turned the model from the second token to the first.
	neighbors: [[sureOf(0, 3), ...several(3, sureOf(1, 3))], several(4, sureOf(1, 3))],
});
const besideBlank = ({ neighbors: [all], ...rest }: Audited<Rows>, name: string): Audited<Rows> => ({
	...rest,
	name,
	neighbors: [all, [null, ...all.slice(1)]],
});
export const absoluteEnsemble = ensemble('absolute');
export const absoluteBesideBlank = besideBlank(absoluteEnsemble, 'ensemble, absolute, a blank document');
export const differenceEnsemble = ensemble('difference');
export const differenceBesideBlank = besideBlank(differenceEnsemble, 'ensemble, difference, a blank document');

/** How much each document closes of each sentence, nats; a blank one nothing. */
type Gaps = readonly (readonly number[])[];

/** The filter's own way from gaps of documents to sentences. */
export const filtering =
	(filter: (gaps: readonly number[], options: FilterOptions) => Filtered, epsilon: number, believedShare = 1) =>
	(bits: RandomBits, documents: Gaps): string => {
		const gaps = documents[0]!.map((_, s) =>
			boundedGap(
				documents.map((own) => own[s]!),
				2,
			),
		);
		const { cut, refill } = filter(gaps, { sensitivity: believedShare * gapSensitivity(documents.length), epsilon, bits });
		return `cut ${cut.join()}, refilled ${refill.join()}`;
	};
export const topK = (gaps: readonly number[], options: FilterOptions): Filtered => topKFilter(gaps, 1, options);
const sparseVector = (gaps: readonly number[], options: FilterOptions): Filtered =>
	sparseVectorFilter(gaps, { high: 0, low: 0, k: 1 }, options);

/** What stands in the place of a document may be another one: sensitivity is for that. */
export const topKOfAnother: Audited<Gaps> = {
	name: 'filter, top-k, another document',
	epsilon: 2,
	delta: 0,
	run: filtering(topK, 2),
	neighbors: [
		[[9, -9], ...several(2, [-9, 9])],
		[[-9, 9], ...several(2, [-9, 9])],
	],
};
export const topKBesideBlank: Audited<Gaps> = {
	...topKOfAnother,
	name: 'filter, top-k, a blank document',
	neighbors: [topKOfAnother.neighbors[0], [[0, 0], ...several(2, [-9, 9])]],
};
export const sparseVectorOfAnother: Audited<Gaps> = {
	name: 'filter, sparse vector, another document',
	epsilon: 4,
	delta: 0,
	run: filtering(sparseVector, 4),
	neighbors: [[[-9, -9, -9, 9]], [[9, 9, 9, -9]]],
};

/** Texts. */
type Texts = readonly string[];
const trees = ['alder', 'birch', 'cedar', 'elm', 'fir', 'hazel', 'larch', 'maple', 'oak', 'pine', 'rowan', 'yew'];

/** Two words of twelve. */
export const keywordsOf =
	(read: (documents: Texts) => Texts = (documents) => documents) =>
	(bits: RandomBits, documents: Texts): string =>
		privateKeywords(read(documents), trees, { k: 2, epsilon: 3, bits }).join();
export const keywords: Audited<Texts> = {
	name: 'keywords, 2 of 12',
	epsilon: 3,
	delta: 0,
	run: keywordsOf(),
	neighbors: [['Oak, yew: an oak, a yew; oaks and yews. Oak! Yew!'], ['']],
};
