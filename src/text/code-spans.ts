import type { TextRange } from './tagged-text.ts';

/** Code in a text: from a run of backticks to the next of the same length, its marks included. UTF-16 ranges, in order. */
export function codeSpans(text: string): TextRange[] {
	const runs = Array.from(text.matchAll(/`+/g), (match) => ({ start: match.index, length: match[0].length }));
	const next = new Map<number, number>();
	const closer = new Int32Array(runs.length).fill(-1);
	for (let i = runs.length - 1; i >= 0; i--) {
		closer[i] = next.get(runs[i]!.length) ?? -1;
		next.set(runs[i]!.length, i);
	}
	const spans: TextRange[] = [];
	for (let i = 0; i < runs.length; i++) {
		const close = closer[i]!;
		if (close === -1) continue;
		spans.push({ start: runs[i]!.start, end: runs[close]!.start + runs[close]!.length });
		i = close;
	}
	return spans;
}

/** Code in a text of several blocks: a single backtick may be a slip, and its code does not go over the end of a line. */
export function codeInBlocks(text: string): TextRange[] {
	return codeSpans(text).filter(({ start, end }) => text.startsWith('```', start) || !text.slice(start, end).includes('\n'));
}

/** Those of `ranges` that overlap none of `spans`. Both are in order, and `spans` do not overlap among themselves. */
export function outside<T extends TextRange>(ranges: readonly T[], spans: readonly TextRange[]): T[] {
	let next = 0;
	return ranges.filter(({ start, end }) => {
		while (next < spans.length && spans[next]!.end <= start) next++;
		return next === spans.length || spans[next]!.start >= end;
	});
}
