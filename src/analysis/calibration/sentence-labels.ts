import type { TextRange } from '../../text/tagged-text.ts';

/** A stretch of a response that somebody has judged; `null`: looked at, and left undecided. */
export interface LabelledSpan extends TextRange {
	readonly ungrounded: boolean | null;
}

/**
 * What labels say about a sentence that was cut by other rules: ungrounded if an ungrounded span overlaps it, grounded if only
 * grounded ones do, and `null` (not to be used) when an undecided one does, or none.
 */
export function labelOf(sentence: TextRange, spans: readonly LabelledSpan[]): boolean | null {
	const overlapping = spans.filter((span) => span.start < sentence.end && sentence.start < span.end);
	if (overlapping.some((span) => span.ungrounded === true)) return true;
	return overlapping.length > 0 && overlapping.every((span) => span.ungrounded === false) ? false : null;
}
