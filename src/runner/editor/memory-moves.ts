import type { DocumentRange } from '../../formats/trace.ts';

/** Ranges of a text in a later one: what stands before and behind all changes keeps its words; what the changes touch is gone (`null`). */
export type Moved = (range: DocumentRange) => DocumentRange | null;

/** Where ranges of `before` stand in `now`. */
export function movedRanges(before: string, now: string): Moved {
	if (before === now) return (range) => range;
	const most = Math.min(before.length, now.length);
	let head = 0;
	while (head < most && before.charCodeAt(head) === now.charCodeAt(head)) head++;
	let tail = 0;
	while (tail < most - head && before.charCodeAt(before.length - 1 - tail) === now.charCodeAt(now.length - 1 - tail)) tail++;
	const by = now.length - before.length;
	return ({ start, end }) => (end <= head ? { start, end } : start >= before.length - tail ? { start: start + by, end: end + by } : null);
}
