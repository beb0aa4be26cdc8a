import { minAlike } from '../../methods/memsad/length-matched-divergence.ts';
import { decimal } from '../../wording/numbers.ts';
import { cutTo } from '../../wording/phrases.ts';

/** Longest query that is quoted whole, in user-perceived characters. */
const longestQuoted = 80;

/** A text on one line, between quotation marks, cut where it is long. */
export function quotedShort(text: string, longest = longestQuoted): string {
	return `"${cutTo(text.replaceAll(/\s+/g, ' ').trim(), longest)}"`;
}

/** A score beside its threshold, with as many digits as tell the two apart. */
function scoreWords(score: number, threshold: number): string {
	const digits = [2, 3, 4, 6].find((n) => score.toFixed(n) !== threshold.toFixed(n)) ?? 9;
	return `${decimal(score, digits)}, threshold ${decimal(threshold, digits)}`;
}

/** 'Closest to the query "…" at 0.83; its score is 0.72, threshold 0.61.' */
export function nearQueriesWords(query: string, similarity: number, score: number, threshold: number): string {
	return `Unusually close to what users ask: nearest query ${quotedShort(query)} at ${decimal(similarity)}; score ${scoreWords(score, threshold)}.`;
}

export function unusualWordingWords(score: number, threshold: number): string {
	return `Its wording differs from benign entries of its length: divergence ${scoreWords(score, threshold)}.`;
}

/** Why the wording of an entry is not judged. */
export const notComparedWords = `Its wording cannot be judged: fewer than ${minAlike} benign entries are about as long.`;

/** @param others ids, nearest first */
export function copiesWords(others: readonly string[], score: number, threshold: number): string {
	const names = others.map((id) => quotedShort(id, 40)).join(', ');
	return `The store has near copies of it, such as ${names}: mean similarity ${scoreWords(score, threshold)}.`;
}

export function probesWords(score: number, threshold: number): string {
	return `Close to many kinds of questions at once: mean similarity to the probe queries ${scoreWords(score, threshold)}.`;
}
