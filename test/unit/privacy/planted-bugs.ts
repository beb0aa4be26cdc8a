import type { Audited } from './audit.ts';
import {
	absoluteEnsemble,
	agreedList,
	differenceEnsemble,
	filtering,
	gated,
	gatedVotes,
	keywords,
	keywordsOf,
	publicList,
	publicListOf,
	sentenceVote,
	sentenceVoteOfOne,
	topK,
	topKOfAnother,
	type Rows,
} from './audited-mechanisms.ts';

/** The product's own functions, called as somebody would who has made a mistake, on the neighbors and with the claim of the right call. */
const planted = <T>({ neighbors, epsilon, delta }: Audited<T>, name: string, run: Audited<T>['run']): Audited<T> => ({
	name: `bug: ${name}`,
	neighbors,
	epsilon,
	delta,
	run,
});
/** The first document stands for two. */
const twice = <T>(documents: readonly T[]): readonly T[] => [documents[0]!, ...documents];

/** A document that is in two sets moves the mean by twice as much as `C/M` of `2M` sets. */
const inTwoSets =
	(run: Audited<Rows>['run']): Audited<Rows>['run'] =>
	(bits, rows) =>
		run(bits, [...rows, ...rows]);
export const halvedSensitivities = [
	planted(absoluteEnsemble, 'sensitivity halved, ensemble, absolute', inTwoSets(absoluteEnsemble.run)),
	planted(differenceEnsemble, 'sensitivity halved, ensemble, difference', inTwoSets(differenceEnsemble.run)),
];
export const halvedGapSensitivity = planted(topKOfAnother, 'sensitivity halved, filter', filtering(topK, 2, 0.5));

export const sentenceTwice = planted(sentenceVoteOfOne, 'a document votes twice for its sentence', (bits, documents) =>
	sentenceVoteOfOne.run(bits, documents[0]!.length === 0 ? documents : twice(documents)),
);
/** Each sentence is decided with the whole of ε, and none is left out. */
export const sentencesWithoutLimit = planted(sentenceVoteOfOne, 'a document votes without limit', sentenceVote(3, 0.03, 3));
export const listTwice = planted(publicList, 'a document votes twice, list', (bits, votes) => publicList.run(bits, twice(votes)));
export const gatedTwice = planted(gated, 'a document votes twice, gated votes', (bits, rows) => gated.run(bits, twice(rows)));

export const listAtTwice = planted(publicList, 'list at 2ε', publicListOf(12, 3));
export const blankVotes = planted(agreedList, 'a blank document votes for none', (bits, votes) =>
	agreedList.run(
		bits,
		votes.map((vote) => vote ?? 'none'),
	),
);

/** The first document that there is takes the part of the model without any. */
const ofDocuments = gatedVotes((rows) => rows[0] ?? new Float32Array(4));
export const gateOfDocuments = planted(gated, 'the gate is read from the documents', ofDocuments);

/** Each place where a word stands is taken for a document. */
export const wordsCountedOften = planted(
	keywords,
	'a document counts for a word as often as it has it',
	keywordsOf((documents) => documents.flatMap((text) => text.split(/[,:;.!]/))),
);
