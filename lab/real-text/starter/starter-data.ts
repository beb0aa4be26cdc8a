import type { JudgedSet } from '../judged-text.ts';

/** Most answers of a set for texts alone. */
const most = 1000;
/** Answers of a set that a model reads. One of BEGIN takes seconds, and a summary of a whole article half a minute. */
const mostRead: Readonly<Record<string, number>> = { BEGIN: 100, FaithBench: 80 };
const mostReadOfOthers = 50;

/** Returns the answers of each set that texts alone are compared with. */
export function firstAnswers(sets: readonly JudgedSet[]): JudgedSet[] {
	return sets.map((set) => ({ ...set, texts: set.texts.slice(0, most) }));
}

/** Returns the answers of each set that a model reads. @param atMost fewer, for a quick run */
export function readBy(sets: readonly JudgedSet[], atMost = Infinity): JudgedSet[] {
	return sets.map((set) => ({ ...set, texts: set.texts.slice(0, Math.min(atMost, mostRead[set.name] ?? mostReadOfOthers)) }));
}
