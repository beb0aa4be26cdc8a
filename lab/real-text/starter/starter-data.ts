import type { JudgedSet } from '../judged-text.ts';

/** Most answers of a set for texts alone. */
const most = 1000;
/** The set that a model reads: its answers and contexts are short. */
const readSet = 'BEGIN';
const mostRead = 300;

/** Returns the answers of each set that texts alone are compared with. @param atMost fewer, for a quick run */
export function firstAnswers(sets: readonly JudgedSet[], atMost = most): JudgedSet[] {
	return sets.map((set) => ({ ...set, texts: set.texts.slice(0, atMost) }));
}

/** Returns the answers that a model reads. @param atMost fewer, for a quick run */
export function readByModel(sets: readonly JudgedSet[], atMost = mostRead): JudgedSet[] {
	return firstAnswers(
		sets.filter(({ name }) => name === readSet),
		atMost,
	);
}
