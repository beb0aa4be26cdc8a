import type { TraceLabel } from '../../src/formats/trace.ts';
import type { TextRange } from '../../src/text/tagged-text.ts';
import type { AnswerTags } from './answer-tags.ts';

/**
 * Whether a sentence of a labeled answer is ungrounded: whether a label overlaps it. Refusals are grounded: they say nothing that no
 * passage says. `null`, not to be used, for the first sentence about a similar case: it picks a record and states no fact of it
 * (prototypes.md, section C: every detector is at chance there).
 */
export function sentenceTruth(
	{ start, end }: TextRange,
	labels: readonly TraceLabel[],
	{ kind }: Pick<AnswerTags, 'kind'>,
): boolean | null {
	if (kind === 'similar' && start === 0) return null;
	return labels.some((label) => label.start < end && start < label.end);
}
