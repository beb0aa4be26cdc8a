import type { LanguageModel } from '../../src/analysis/language-model.ts';
import { answerGroup, type AnswerGroup } from '../../src/methods/closed-book/answer-group.ts';
import { isRefusal } from '../../src/text/abstention.ts';
import { tagText } from '../../src/text/sentences.ts';
import { answerTo, partsOf } from '../datasets/sample-answers.ts';
import type { PlannedAnswer } from '../datasets/planned-answer.ts';
import { isRight } from '../demo-model/judge.ts';
import { detectorScores, listed } from './detector-scores.ts';

/** An answer by what tells memory. */
export interface ScoredMemory {
	/** Whom it is about: answers about one entity may depend on each other. */
	readonly entity: string;
	readonly right: boolean;
	/** What is never judged. */
	readonly refuses: boolean;
	readonly group: AnswerGroup;
	/** By detector; each rises with the suspicion of memory. */
	readonly scores: ReadonlyMap<string, number>;
}

/** Puts questions to the model until so many answers can be judged; what cannot be read or was cut counts as none. */
export async function scoreMemory(
	model: LanguageModel,
	plan: Iterable<PlannedAnswer>,
	count: number,
	signal: AbortSignal,
): Promise<ScoredMemory[]> {
	const found: ScoredMemory[] = [];
	let tried = 0;
	for (const planned of plan) {
		if (found.length === count) break;
		if (++tried > 50 + 2 * count) throw new RangeError(`only ${found.length} of ${tried} answers can be judged`);
		// oxlint-disable-next-line no-await-in-loop -- the model does one thing at a time
		const answered = await answerTo(planned, model, signal);
		if (typeof answered === 'string') continue;
		const { situation } = planned;
		// oxlint-disable-next-line no-await-in-loop -- as above
		const { scored, truncation } = await model.score(
			{ ...partsOf(situation), response: answered.text },
			{ topK: listed, signal, onProgress: () => undefined },
		);
		if (truncation !== null) continue;
		// oxlint-disable-next-line no-await-in-loop -- as above
		const tagged = await tagText(answered.text, 'en');
		found.push({
			entity: situation.entity.name,
			right: isRight({ ...answered, answer: answered.text }),
			refuses: isRefusal(answered.text, tagged, situation.query),
			group: answerGroup(answered.text, tagged, situation.query),
			scores: detectorScores(scored),
		});
	}
	return found;
}
