import type { DocumentRange } from '../trace.ts';

/**
 * Ranges to cut from a JSON document when several entries go at once, in order and apart: each one's `whole` takes the comma on one side, and the last
 * elements of a list together would leave the one before them.
 */
export function rangesTogether(text: string, wholes: readonly DocumentRange[]): DocumentRange[] {
	const merged: { start: number; end: number }[] = [];
	for (const { start, end } of wholes.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
		const last = merged.at(-1);
		if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
		else merged.push({ start, end });
	}
	return merged.map(({ start, end }) => {
		const before = /,[ \t\r\n]*$/.exec(text.slice(Math.max(start - 64, 0), start));
		return before !== null && /^[ \t\r\n]*\]/.test(text.slice(end, end + 64)) ? { start: start - before[0].length, end } : { start, end };
	});
}
