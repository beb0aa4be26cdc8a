import type { PathsModel } from '../../src/analysis/private/paths-model.ts';
import type { ShownAnswer } from './judge-answer.ts';
import { documentsOf, type Asking } from './pipelines.ts';

/** What a judge makes of an answer, each from 1 to 5. */
export interface LabelScores {
	/** How much of it the documents do not support: 1 is nothing (HalluScore). */
	readonly hallu: number;
	/** How well it agrees with the right answer: 5 is wholly (GoldAlign). */
	readonly gold: number;
}

/** What a judge may answer. */
export const judgeLabels = ['1', '2', '3', '4', '5'] as const;

/** What a judge is asked. */
export interface JudgeQuestion {
	readonly instruction: string;
	/** What the judge reads beside it; none if the instruction says all. */
	readonly documents: readonly string[];
}

/** Who judges answers by labels. */
export interface LabelJudge {
	/** As the result names it. */
	readonly name: string;
	/** Returns the probability of each label, in their order. They add up to 1. Rejects as the judge does, or with the signal's reason. */
	readonly probabilities: (asked: JudgeQuestion, signal: AbortSignal) => Promise<readonly number[]>;
}

/** The bench's own model as judge: what it finds of each label, among the labels. Nothing is written. */
export function modelJudge(model: Pick<PathsModel, 'score'>, name: string): LabelJudge {
	return {
		name,
		probabilities: async ({ instruction, documents }, signal) => {
			const contexts = documents.map((text, i) => ({ id: String(i + 1), text }));
			const logs: number[] = [];
			for (const label of judgeLabels) {
				const parts = { query: instruction, contexts, response: label };
				// oxlint-disable-next-line no-await-in-loop -- the model does one thing at a time
				const { scored } = await model.score(parts, { topK: 1, signal, onProgress: () => undefined });
				logs.push(scored.withContext.logProbability.reduce((sum, one) => sum + one, 0));
			}
			return amongThemselves(logs);
		},
	};
}

/** Returns probabilities with these logarithms up to a constant; `-Infinity` is 0, and at least one is finite. */
export function amongThemselves(logs: readonly number[]): number[] {
	const most = Math.max(...logs);
	const weights = logs.map((log) => Math.exp(log - most));
	const all = weights.reduce((sum, weight) => sum + weight, 0);
	return weights.map((weight) => weight / all);
}

/**
 * Judges an answer by the labels 1 to 5: the mean label by the judge's probabilities, so that the same answer has the same scores. `null`: nothing is shown.
 * Rejects as the judge does.
 */
export async function judgeByLabels(
	{ question, how, signal }: Pick<Asking, 'question' | 'how' | 'signal'>,
	answer: ShownAnswer,
	judge: LabelJudge,
): Promise<LabelScores | null> {
	const shown = answer.filter(({ kind }) => kind === 'released' || kind === 'refilled').map(({ text }) => text);
	if (shown.length === 0) return null;
	const { item } = question;
	const said = `The question was: "${item[how]}" The answer was: "${shown.join(' ')}"`;
	const meanLabel = async (asked: JudgeQuestion): Promise<number> =>
		(await judge.probabilities(asked, signal)).reduce((sum, probability, i) => sum + probability * (i + 1), 0);
	return {
		hallu: await meanLabel({
			instruction: `${said} How much of the answer do the documents not support? 1: nothing. 5: all of it. Reply with a number from 1 to 5.`,
			documents: documentsOf(question).map(({ text }) => text),
		}),
		gold: await meanLabel({
			instruction: `${said} The right answer is: "${item.gold.map(({ sentence }) => sentence).join(' ')}" How well does the answer agree with it? 1: not at all. 5: wholly. Reply with a number from 1 to 5.`,
			documents: [],
		}),
	};
}
