import { clusterUnits } from '../../src/statistics/bootstrap-statistics.ts';
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

/** What labels that say nothing may look like. */
export const labelNoises = ['each sentence', 'one sentence of a response', 'whole responses'] as const;
export type LabelNoise = (typeof labelNoises)[number];

/**
 * Labels the same sentences at random, so that nothing is to be learned from them. `each sentence`: the labels change places.
 * Otherwise as many responses as have an ungrounded label are drawn to have one, whatever their length: `whole responses` are ungrounded
 * from end to end, and `one sentence of a response` leaves the rest of it grounded.
 */
export function labelAtRandom(labels: GivenLabels, noise: LabelNoise, random: Random): GivenLabels {
	if (noise === 'each sentence') {
		const truths = shuffled(random, [...labels.values()]);
		return new Map([...labels.keys()].map((span, i) => [span, truths[i]!]));
	}
	const spans = [...labels.keys()];
	const responses = clusterUnits(spans.map(({ id }) => id)).map((unit) => unit.map((i) => spans[i]!));
	const drawn = new Set(shuffled(random, responses).slice(0, responses.filter((own) => own.some((span) => labels.get(span))).length));
	return new Map(
		responses.flatMap((own) => {
			const bad = !drawn.has(own) ? [] : noise === 'whole responses' ? own : [own[between(random, 0, own.length - 1)]];
			return own.map((span): [JudgedSpan, boolean] => [span, bad.includes(span)]);
		}),
	);
}
