import type { Trace } from '../../formats/trace.ts';
import type { TextRange } from '../../text/tagged-text.ts';

/** Whether whoever judged a trace has left a sentence of its response undecided: whether it overlaps a range that is. */
export function undecidedIn({ undecided = [] }: Pick<Trace, 'undecided'>): (sentence: TextRange) => boolean {
	return (sentence) => undecided.some(({ start, end }) => start < sentence.end && sentence.start < end);
}
