import { isStopWord, stem, turnsAround, wordsOf } from './words.ts';

/** Content words that two sentences must share before a difference is a conflict. */
const leastShared = 2;

/**
 * For each sentence the others, by index, that say another value of the same: they begin and end alike, or take up the same words, and
 * differ in one place only. Of released sentences alone, so that it costs nothing.
 */
export function conflictsAmong(sentences: readonly string[]): number[][] {
	const words = sentences.map((sentence) => wordsOf(sentence).map(({ text }) => text));
	return words.map((own, i) => words.flatMap((other, j) => (i !== j && statesAnotherValue(own, other) ? [j] : [])));
}

function statesAnotherValue(a: readonly string[], b: readonly string[]): boolean {
	const same = (x: string | undefined, y: string | undefined): boolean => x !== undefined && y !== undefined && stem(x) === stem(y);
	let head = 0;
	while (head < Math.min(a.length, b.length) && same(a[head], b[head])) head++;
	let tail = 0;
	while (tail < Math.min(a.length, b.length) - head && same(a.at(-1 - tail), b.at(-1 - tail))) tail++;
	const shared = [...a.slice(0, head), ...a.slice(a.length - tail)].filter((word) => !isStopWord(word));
	const [left, right] = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)];
	// That one of them is not known, or not stated, contradicts no other value.
	const isValue = (words: readonly string[]): boolean => words.length > 0 && !words.some(turnsAround);
	return shared.length >= leastShared && isValue(left) && isValue(right);
}
