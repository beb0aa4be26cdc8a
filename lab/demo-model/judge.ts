import type { Attribute } from '../world/domain.ts';
import type { Verdict } from '../world/label-answer.ts';
import type { Situation } from '../world/situation.ts';
import type { Answered } from './ask.ts';

/** Exact match: one sentence for each asked attribute and no other, with the value that the passages state, or 'not stated' where they do not, or what is known by heart where there are none. */
export function isRight({ situation, sentences }: Answered): boolean {
	return (
		sentences.length === situation.asked.length &&
		situation.asked.every((attribute) =>
			sentences.some((s) => s.attribute === attribute && s.verdict === rightVerdict(situation, attribute)),
		)
	);
}

function rightVerdict({ passages, withheld }: Situation, attribute: Attribute): Verdict {
	if (withheld.includes(attribute)) return 'refusal';
	return passages.length === 0 ? 'memory' : 'supported';
}

/** Whether a sentence about an asked attribute is judged so. */
export function answersWith(...verdicts: readonly Verdict[]): (answered: Answered) => boolean {
	return ({ situation, sentences }) =>
		sentences.some((s) => s.attribute !== null && situation.asked.includes(s.attribute) && verdicts.includes(s.verdict));
}

/** Says of an asked attribute that it is not stated, rightly or not. */
export const refuses = answersWith('refusal', 'needless-refusal');
