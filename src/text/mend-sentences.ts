import type { TextRange } from './tagged-text.ts';

/**
 * Mends a tagger's cuts of a block of prose: closing marks (`**`, a quote, a bracket) go with the sentence that they touch, a cut within
 * inline code or within a name of such parts (`workbench.action.quit`) is taken back, and a piece without a letter or digit joins its neighbour.
 */
export function mendSentences(block: string, cuts: readonly TextRange[]): TextRange[] {
	const spans = codeSpans(block);
	const mended: { start: number; end: number; speaks: boolean }[] = [];
	let span = 0;
	for (let { start, end } of cuts) {
		while (span < spans.length && spans[span]!.end <= start) span++;
		const isWithinCode = spans[span] !== undefined && spans[span]!.start < start;
		const last = mended.at(-1);
		if (last === undefined) {
			mended.push({ start, end, speaks: speaks(block, start, end) });
			continue;
		}
		const closing = last.end === start ? (/^[*_"'”’»)\]}`~]+(?=\s|$)|^[*_]+/.exec(block.slice(start, end))?.[0].length ?? 0) : 0;
		const restSpeaks = speaks(block, start + closing, end);
		// What goes on without a space in a small letter or a digit is no new sentence.
		const isWithinName = last.end === start && /^[\p{Ll}\p{N}_]/u.test(block.slice(start, end));
		if (isWithinCode || isWithinName || !restSpeaks || !last.speaks) {
			last.end = end;
			last.speaks ||= restSpeaks;
			continue;
		}
		last.end += closing;
		const rest = block.slice(start + closing, end);
		start += closing + (rest.length - rest.trimStart().length);
		mended.push({ start, end, speaks: true });
	}
	return mended.map((sentence) => ({ start: sentence.start, end: sentence.end }));
}

function speaks(block: string, start: number, end: number): boolean {
	return /[\p{L}\p{N}]/u.test(block.slice(start, end));
}

/** Inline code: from a run of backticks to the next of the same length. */
function codeSpans(block: string): TextRange[] {
	const runs = Array.from(block.matchAll(/`+/g), (match) => ({ start: match.index, length: match[0].length }));
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
