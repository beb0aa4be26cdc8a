import { askedBy } from './fact.ts';
import { isStopWord, stem, turnsAround, wordsOf } from './words.ts';

/** Content words that two sentences must share before a difference is a conflict. */
const minShared = 2;

/**
 * For each sentence the others, by index, that say another value of the same: they begin and end alike, and differ in one place only,
 * which is where a value stands. Of released sentences and the query alone, so that it costs nothing.
 */
export function conflictsAmong(sentences: readonly string[], query: string): number[][] {
	const { stems } = askedBy(query);
	const words = sentences.map((sentence) => wordsOf(sentence).map(({ text }) => text));
	return words.map((own, i) => words.flatMap((other, j) => (i !== j && statesAnotherValue(own, other, stems) ? [j] : [])));
}

function statesAnotherValue(a: readonly string[], b: readonly string[], asked: ReadonlySet<string>): boolean {
	const same = (x: string | undefined, y: string | undefined): boolean => x !== undefined && y !== undefined && stem(x) === stem(y);
	let head = 0;
	while (head < Math.min(a.length, b.length) && same(a[head], b[head])) head++;
	let tail = 0;
	while (tail < Math.min(a.length, b.length) - head && same(a.at(-1 - tail), b.at(-1 - tail))) tail++;
	const alike = [...a.slice(0, head), ...a.slice(a.length - tail)];
	// What something is not leaves open what it is.
	if (alike.some(turnsAround)) return false;
	const shared = alike.filter((word) => !isStopWord(word));
	if (shared.length < minShared) return false;
	const [left, right] = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)];
	if (denies(left, right) || denies(right, left)) return true;
	const isAsked = (word: string): boolean => asked.has(stem(word));
	// What differs before the end may be what a value is said of: not where all that is said alike is the question's.
	if (tail > 0 && !shared.every(isAsked)) return false;
	// What is asked for is no value. That it is not stated contradicts one that is; two ways to say that contradict nothing.
	const isValue = (words: readonly string[]): boolean => words.length > 0 && !words.some(isAsked);
	const refuses = (words: readonly string[]): boolean => words.some(turnsAround);
	return isValue(left) && isValue(right) && !(refuses(left) && refuses(right));
}

/** Whether `other` says nothing more than `one` but that it is not so. */
function denies(one: readonly string[], other: readonly string[]): boolean {
	return one.length === 0 && other.length > 0 && other.every(turnsAround);
}
