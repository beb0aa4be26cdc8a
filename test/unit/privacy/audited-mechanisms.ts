import { ensembleUtilities, logWeightsOf, publicCandidates, type Clip } from '../../../src/privacy/ensemble-utilities.ts';
import { drawExponential } from '../../../src/privacy/exponential-mechanism.ts';
import { privateTopK } from '../../../src/privacy/gumbel-top-k.ts';
import { jointTopK } from '../../../src/privacy/joint-top-k.ts';
import { isReleased } from '../../../src/privacy/partition-selection.ts';
import { aboveThreshold } from '../../../src/privacy/sparse-vector.ts';
import type { Audited } from './audit.ts';

/** What a document says, sentence by sentence. */
type Said = readonly string[];

interface Ways {
	/** A planted bug: a sentence counts as often as the document says it. */
	readonly countsRepeats?: boolean;
}

/** A sentence vote of `S` sentences a document; outcomes are all sentences that came out. */
function sentenceVote(
	epsilon: number,
	delta: number,
	sentences: number,
	{ countsRepeats = false }: Ways = {},
): Audited<readonly Said[]>['run'] {
	return (bits, documents) => {
		const counts = new Map<string, number>();
		for (const said of documents)
			for (const sentence of countsRepeats ? said : [...new Set(said)].slice(0, sentences))
				counts.set(sentence, (counts.get(sentence) ?? 0) + 1);
		return [...counts]
			.filter(([, n]) => isReleased(bits, epsilon / sentences, delta / sentences, n))
			.map(([sentence]) => sentence)
			.toSorted()
			.join('+');
	};
}

const agreeing = (n: number, ...said: string[]): Said[] => Array.from({ length: n }, () => said);

/** Four documents against three, where the probability to release rises most. */
export const sentenceVoteOfOne: Audited<readonly Said[]> = {
	name: 'sentence vote',
	epsilon: 1,
	delta: 0.01,
	run: sentenceVote(1, 0.01, 1),
	neighbors: [[...agreeing(3, 'a'), ['a', 'a']], agreeing(3, 'a')],
};
export const sentenceVoteOfTwo: Audited<readonly Said[]> = {
	name: 'sentence vote, two sentences',
	epsilon: 2,
	delta: 0.02,
	run: sentenceVote(2, 0.02, 2),
	neighbors: [agreeing(4, 'a', 'b', 'c'), agreeing(3, 'a', 'b', 'c')],
};
export const votingTwice: Audited<readonly Said[]> = {
	...sentenceVoteOfOne,
	name: 'bug: a document votes twice',
	run: sentenceVote(1, 0.01, 1, { countsRepeats: true }),
};

/** A vote over a public list; a document names an item. */
export const publicList: Audited<readonly number[]> = {
	name: 'public list',
	epsilon: 1.5,
	delta: 0,
	run: (bits, votes) => {
		const logWeights = new Float64Array(12);
		for (const vote of votes) logWeights[vote]! += 1.5;
		return `${drawExponential(bits, logWeights)}`;
	},
	neighbors: [
		[0, 1, 1],
		[1, 1],
	],
};

/** One token of gated votes: free where a public probability is above the gate, else paid for. Documents name their likeliest token. */
function gatedVotes(epsilon: number, isFree: (votes: readonly number[]) => boolean): Audited<readonly number[]>['run'] {
	return (bits, votes) => {
		if (isFree(votes)) return `free ${votes[0]!}`;
		const logWeights = Float64Array.of(-1, -1, -2);
		for (const vote of votes) logWeights[vote]! += epsilon;
		return `paid ${drawExponential(bits, logWeights)}`;
	};
}

/** What the model says without documents: 0.6, below the gate. */
const withoutDocuments = 0.6;
export const gated: Audited<readonly number[]> = {
	name: 'gated votes, one token',
	epsilon: 1,
	delta: 0,
	run: gatedVotes(1, () => withoutDocuments >= 0.9),
	neighbors: [
		[0, 0, 0, 1],
		[0, 0, 0],
	],
};
export const gateOfDocuments: Audited<readonly number[]> = {
	...gated,
	name: 'bug: the gate is read from the documents',
	run: gatedVotes(1, (votes) => votes.every((vote) => vote === votes[0])),
};

const logSoftmax = (logits: readonly number[]): Float64Array => {
	const norm = Math.log(logits.reduce((sum, l) => sum + Math.exp(l), 0));
	return Float64Array.from(logits, (l) => l - norm);
};

/** What subset 0 of two says with the documents that it has: one that knows turns it from one token to the other. */
function ensemble(clip: Clip, epsilon: number, believedShare: number): Audited<readonly number[]>['run'] {
	// What comes seldom shows a factor best.
	const without = logSoftmax([-2, 0]);
	const candidates = publicCandidates(without, 2, 2);
	const [sure, other] = [logSoftmax([12, -12]), logSoftmax([-12, 12])];
	return (bits, documents) => {
		const paths = [0, 1].map((subset) => {
			const inIt = documents.filter((document) => document % 2 === subset);
			return inIt.length === 0 ? null : inIt.length > 1 ? sure : other;
		});
		const { utilities, sensitivity } = ensembleUtilities({ clip, clipBound: 2, without, paths, candidates });
		return `${candidates[drawExponential(bits, logWeightsOf(utilities, sensitivity * believedShare, epsilon))]!}`;
	};
}

const ensembleOf = (name: string, clip: Clip, believedShare = 1): Audited<readonly number[]> => ({
	name,
	epsilon: 2,
	delta: 0,
	run: ensemble(clip, 2, believedShare),
	neighbors: [
		[0, 1, 2],
		[0, 1],
	],
});
export const differenceEnsemble = ensembleOf('ensemble, difference', 'difference');
export const absoluteEnsemble = ensembleOf('ensemble, absolute', 'absolute');
export const halvedSensitivity = ensembleOf('bug: sensitivity halved', 'difference', 0.5);

/** The two highest of four sums that a document moves by 1 at most, one up and another down. */
export const topK: Audited<Float64Array> = {
	name: 'top-k, 2 of 4',
	epsilon: 2,
	delta: 0,
	run: (bits, scores) => privateTopK(bits, scores, 1, 2, 2).join(),
	neighbors: [Float64Array.of(1, 1, -1, -1), Float64Array.of(0, 0, 0, 0)],
};

export const sparseVector: Audited<Float64Array> = {
	name: 'sparse vector',
	epsilon: 2,
	delta: 0,
	run: (bits, scores) => aboveThreshold(bits, scores, { threshold: 0, sensitivity: 1, epsilon: 2, most: 1 }).join(),
	neighbors: [Float64Array.of(-1, -1, -1, 1), Float64Array.of(0, 0, 0, 0)],
};

/** A document that has two of the words. */
export const keywords: Audited<Uint32Array> = {
	name: 'joint top-k, 2 of 6',
	epsilon: 3,
	delta: 0,
	run: (bits, counts) => jointTopK(bits, counts, 2, 3).join(),
	neighbors: [Uint32Array.of(1, 1, 0, 0, 0, 0), Uint32Array.of(0, 0, 0, 0, 0, 0)],
};
