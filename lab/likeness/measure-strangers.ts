import { share, type Figure } from '../figure.ts';
import type { JudgedSet } from '../real-text/judged-text.ts';
import { judgedTrace } from '../real-text/judged-trace.ts';
import { atMost } from '../target.ts';
import { judgeAnswer, type AnswerVerdict, type Judge } from './judge-answer.ts';

/**
 * Measures how often a profile judges answers that it was not made for: the first `count` answers of each public set.
 * Its verdicts on them mean nothing, so it should judge none.
 */
export async function strangerFigures(
	judge: Judge,
	sets: readonly JudgedSet[],
	{ count, signal, log }: { readonly count: number; readonly signal: AbortSignal; readonly log: (message: string) => void },
): Promise<Figure[]> {
	const figures: Figure[] = [];
	for (const { name, texts } of sets) {
		log(`answers of ${name}`);
		const verdicts: AnswerVerdict[] = [];
		for (const text of texts.slice(0, count)) {
			// oxlint-disable-next-line no-await-in-loop -- the model does one thing at a time
			verdicts.push(await judgeAnswer(judge, judgedTrace(text), signal));
		}
		figures.push(
			share(`profile that ships, answers of ${name}: judged`, verdicts, (verdict) => verdict !== 'not judged', atMost(0.02)),
			share(`profile that ships, answers of ${name}: flagged`, verdicts, (verdict) => verdict === 'ungrounded'),
		);
	}
	return figures;
}
