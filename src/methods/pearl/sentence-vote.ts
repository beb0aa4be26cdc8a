import { isReleased } from '../../privacy/partition-selection.ts';
import type { RandomBits } from '../../privacy/random-bits.ts';
import { languageOf } from '../../text/language.ts';
import { isRefusal } from '../../text/abstention.ts';
import { tagText } from '../../text/sentences.ts';
import { canonicalSentence, type PublicSpelling } from './canonical-sentence.ts';

/** Sentences of a document's own answer, in their order. One that the limit of tokens broke off is none: where it breaks says nothing. */
export async function pathSentences(text: string, finish: 'stop' | 'length' | 'cancelled'): Promise<string[]> {
	const { sentences } = await tagText(text, languageOf(text));
	const texts = sentences.map(({ start, end }) => text.slice(start, end));
	return finish !== 'stop' && !/[.!?…]["”’)\]]*$/u.test(text.trimEnd()) ? texts.slice(0, -1) : texts;
}

/**
 * A document's sentences without those that say that it has no answer. That is true of this document alone: as a vote it would be released as if
 * it were true of all. Depends on the document's own sentences and the query.
 */
export function tellingSentences(sentences: readonly string[], query: string): string[] {
	return sentences.filter((text) => !isRefusal(text, { sentences: [{ start: 0, end: text.length }] }, query));
}

/** What one document says: its sentences in their order, in one form for all spellings. */
export type Ballot = readonly string[];

export interface VoteOptions {
	/** `S`: sentences that a document may give. */
	readonly sentences: number;
	/** Of each of them: ε/S and δ/S. */
	readonly epsilon: number;
	readonly delta: number;
	readonly bits: RandomBits;
}

/** What a document's own answer votes for: the canonical form of each sentence. */
export function wordingBallot(sentences: readonly string[], spelling: PublicSpelling): Ballot {
	return sentences.map((sentence) => canonicalSentence(sentence, spelling)).filter((form) => form !== '');
}

/** Documents that say each; a document counts once for each of its first `max` different ones and for no other. */
export function countVotes(ballots: readonly Ballot[], max: number): Map<string, number> {
	const counts = new Map<string, number>();
	for (const ballot of ballots) for (const said of [...new Set(ballot)].slice(0, max)) counts.set(said, (counts.get(said) ?? 0) + 1);
	return counts;
}

/**
 * What enough documents say, each released by itself with optimal partition selection at (ε/S, δ/S): a document takes part in `S` of
 * them at most, so that all together are (ε, δ)-differentially private (Desfontaines, Voss, Gipson, Mandayam 2022; basic composition).
 * In alphabetical order: the order of the counts would tell of them.
 */
export function releaseByVotes(ballots: readonly Ballot[], { sentences, epsilon, delta, bits }: VoteOptions): string[] {
	return [...countVotes(ballots, sentences)]
		.toSorted(([a], [b]) => (a < b ? -1 : 1))
		.filter(([, count]) => isReleased(bits, epsilon, delta, count))
		.map(([said]) => said);
}
