import type { PathsModel } from '../../src/analysis/private/paths-model.ts';
import type { PromptParts } from '../../src/model-io/requests.ts';
import type { ShownAnswer } from './judge-answer.ts';
import { documentsOf, type Asking } from './pipelines.ts';

/** What a judge makes of an answer, each from 1 to 5. */
export interface LabelScores {
	/** How much of it the documents do not support: 1 is nothing (HalluScore). */
	readonly hallu: number;
	/** How well it agrees with the right answer: 5 is wholly (GoldAlign). */
	readonly gold: number;
}

const labels = ['1', '2', '3', '4', '5'] as const;

/**
 * Judges an answer by what the bench's own model finds of the labels 1 to 5: the mean label, by the labels' probabilities among themselves. Nothing is written, so
 * the same answer has the same scores. `null`: nothing is shown. Rejects as the model does.
 */
export async function judgeByLabels(
	{ question, how, model, signal }: Pick<Asking, 'question' | 'how' | 'model' | 'signal'>,
	answer: ShownAnswer,
): Promise<LabelScores | null> {
	const shown = answer.filter(({ kind }) => kind === 'released' || kind === 'refilled').map(({ text }) => text);
	if (shown.length === 0) return null;
	const { item } = question;
	const said = `The question was: "${item[how]}" The answer was: "${shown.join(' ')}"`;
	const contexts = documentsOf(question).map(({ text }, i) => ({ id: String(i + 1), text }));
	return {
		hallu: await meanLabel(
			model,
			{
				query: `${said} How much of the answer do the documents not support? 1: nothing. 5: all of it. Reply with a number from 1 to 5.`,
				contexts,
			},
			signal,
		),
		gold: await meanLabel(
			model,
			{
				query: `${said} The right answer is: "${item.gold.map(({ sentence }) => sentence).join(' ')}" How well does the answer agree with it? 1: not at all. 5: wholly. Reply with a number from 1 to 5.`,
				contexts: [],
			},
			signal,
		),
	};
}

async function meanLabel(model: Pick<PathsModel, 'score'>, parts: PromptParts, signal: AbortSignal): Promise<number> {
	const logs: number[] = [];
	for (const label of labels) {
		// oxlint-disable-next-line no-await-in-loop -- the model does one thing at a time
		const { scored } = await model.score({ ...parts, response: label }, { topK: 1, signal, onProgress: () => undefined });
		logs.push(scored.withContext.logProbability.reduce((sum, one) => sum + one, 0));
	}
	const most = Math.max(...logs);
	const weights = logs.map((log) => Math.exp(log - most));
	const all = weights.reduce((sum, weight) => sum + weight, 0);
	return weights.reduce((sum, weight, i) => sum + weight * (i + 1), 0) / all;
}
