import { between, shuffled, type Random } from '../../src/statistics/random.ts';
import type { JudgedSpan } from '../spad/judged-span.ts';
import { drawLabels } from './draw-labels.ts';
import type { JudgedAnswer } from './judged-answer.ts';

/** How users label: sentences at random; those that the product asks for; answer by answer; and as one reads, some sentences of each answer. */
export const labelingWays = [
	'sentences at random',
	'stratified sentences',
	'whole responses',
	'unequal numbers of sentences a response',
] as const;
export type LabelingWay = (typeof labelingWays)[number];

/** What somebody says of the sentences that were labeled: whether each is ungrounded. */
export type GivenLabels = ReadonlyMap<JudgedSpan, boolean>;

/** About `count` sentences with their true labels; answers are labeled to their end where a way asks for whole ones. */
export function labelAnswers(answers: readonly JudgedAnswer[], count: number, way: LabelingWay, random: Random): GivenLabels {
	const chosen = chooseSentences(answers, count, way, random);
	return new Map(chosen.map((span) => [span, span.positive]));
}

function chooseSentences(answers: readonly JudgedAnswer[], count: number, way: LabelingWay, random: Random): JudgedSpan[] {
	const all = answers.flatMap(({ sentences }) => sentences);
	if (way === 'sentences at random') return drawLabels(all, count, 'random', random);
	if (way === 'stratified sentences') return drawLabels(all, count, 'stratified', random);
	const chosen: JudgedSpan[] = [];
	for (const { sentences } of shuffled(random, answers)) {
		if (chosen.length >= count) break;
		const some = way === 'whole responses' ? sentences.length : between(random, 1, sentences.length);
		chosen.push(...(some === sentences.length ? sentences : shuffled(random, sentences).slice(0, some)));
	}
	return chosen;
}

/** The same sentences with each other's labels: nothing is to be learned from them. */
export function shuffledLabels(labels: GivenLabels, random: Random): GivenLabels {
	const truths = shuffled(random, [...labels.values()]);
	return new Map([...labels.keys()].map((span, i) => [span, truths[i]!]));
}
