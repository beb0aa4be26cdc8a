import { shareOfParts, type Figure } from '../figure.ts';
import type { FigureOptions } from './figures.ts';
import { judgeAnswer } from './judge-answer.ts';
import { ownAnswers, type Asking } from './pipelines.ts';

/** Of each document that states the fact as it is: whether the model's own answer from it is right. */
export type ReadPaths = readonly boolean[];

export async function readPaths(asking: Asking): Promise<ReadPaths> {
	const { item } = asking.question;
	const { noun, value } = item.gold[0]!;
	const answers = await ownAnswers(asking);
	return item.documents.flatMap(({ shared }, i) => {
		if (shared[noun] !== value) return [];
		const shown = answers[i]!.slice(0, 1).map((text) => ({ text, kind: 'released' as const }));
		return [judgeAnswer(shown, asking.question, asking.how).outcome === 'right'];
	});
}

/** How many documents are read right: what every vote rests on. */
export function readingFigure(documents: number, paths: readonly ReadPaths[], { random }: FigureOptions): Figure {
	return shareOfParts(`${documents} documents: right answers from one document that states the fact`, random, paths, (isRight) => isRight);
}
