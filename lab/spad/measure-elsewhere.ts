import type { AttributingModel } from '../../src/analysis/language-model.ts';
import type { Classifier } from '../../src/analysis/spad/classifier-file.ts';
import { featureMatrix } from '../../src/statistics/boosted-trees/feature-matrix.ts';
import { predictProbabilities } from '../../src/statistics/boosted-trees/predict.ts';
import { randomFor } from '../../src/statistics/random.ts';
import { tagText } from '../../src/text/sentences.ts';
import { readTags, tagsOf } from '../datasets/answer-tags.ts';
import { entityAskedAbout } from '../datasets/entity-asked-about.ts';
import { labelsOf, type LabeledAnswer } from '../datasets/labeled-answer.ts';
import { newSeed, twinPlan } from '../datasets/planned-answer.ts';
import { partsOf, sampleAnswers } from '../datasets/sample-answers.ts';
import type { Figure } from '../figure.ts';
import type { Bank } from '../world/banks/bank.ts';
import { keptAside } from '../world/banks/kept-aside.ts';
import { spad, spadPlus } from './detectors.ts';
import { elsewhereFigures } from './elsewhere-figures.ts';
import { judgedSpans, type JudgedSpan } from './judged-span.ts';
import { measureResponse } from './response-numbers.ts';

/** In what words answers are judged; nothing is chosen by the bank that is kept aside. */
const places: readonly { readonly name: string; readonly banks: readonly Bank[]; readonly isKeptAside: boolean }[] = [
	{ name: 'the world\u2019s prose', banks: [], isKeptAside: false },
	{ name: 'layouts kept aside', banks: [keptAside], isKeptAside: true },
];

const names = { spad, 'spad+': spadPlus };
const layoutMark = 'layout-';

/** A sentence, and the layout of the passage that its answer is about. */
interface Sentence {
	readonly span: JudgedSpan;
	readonly layout: string | null;
}

export interface ElsewhereOptions {
	/** Answers in each place. */
	readonly answers: number;
	readonly seed: number;
	readonly signal: AbortSignal;
	/** Progress, for people. */
	readonly log: (message: string) => void;
}

/** What a profile's classifiers of sentences do, as they are, on new answers by the twin recipe: in prose, and in words that neither model nor profile has met. */
export async function measureElsewhere(
	model: AttributingModel,
	classifiers: readonly Classifier[],
	{ answers: count, seed, signal, log }: ElsewhereOptions,
): Promise<Figure[]> {
	const figures: Figure[] = [];
	for (const { name: place, banks, isKeptAside } of places) {
		const plan = twinPlan(newSeed(randomFor(seed, `elsewhere, ${place}`)), 'test', { banks });
		// oxlint-disable-next-line no-await-in-loop -- the model does one thing at a time
		const { answers } = await sampleAnswers(model, plan, { count, signal });
		const sentences: Sentence[] = [];
		// oxlint-disable-next-line no-await-in-loop -- as above
		for (const [i, answer] of answers.entries()) sentences.push(...(await sentencesOf(String(i), answer, model, signal)));
		log(`${answers.length} answers in ${place}: ${sentences.length} sentences`);
		for (const { detector, model: trees } of classifiers) {
			if (detector.level !== 'sentence') continue;
			const probabilities = predictProbabilities(trees, featureMatrix(sentences.map(({ span }) => span.rows[detector.method])));
			figures.push(
				...elsewhereFigures(
					{
						name: `${names[detector.method]} of the profile in ${place}`,
						threshold: detector.threshold,
						aims: isKeptAside && detector.method === 'spad+',
						sentences: sentences.map(({ span, layout }, i) => ({ ...span, layout, probability: probabilities[i]! })),
					},
					randomFor(seed, `elsewhere, ${place}, ${detector.method}, intervals`),
				),
			);
		}
	}
	return figures;
}

async function sentencesOf(id: string, answer: LabeledAnswer, model: AttributingModel, signal: AbortSignal): Promise<Sentence[]> {
	const parts = { ...partsOf(answer.situation), response: answer.text };
	const tags = readTags(tagsOf(answer));
	const numbers = await measureResponse(model, parts, signal);
	const labelled = {
		id,
		group: entityAskedAbout(parts) ?? id,
		parts,
		labels: labelsOf(answer),
		temperature: answer.temperature,
		tags,
	};
	const { sentences } = judgedSpans(labelled, numbers, await tagText(answer.text, 'en'));
	const mark = tags.marks.find((one) => one.startsWith(layoutMark));
	return sentences.map((span) => ({ span, layout: mark === undefined ? null : mark.slice(layoutMark.length) }));
}
