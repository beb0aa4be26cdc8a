import type { LanguageModel } from '../../src/analysis/language-model.ts';
import type { PromptParts } from '../../src/model-io/requests.ts';
import { labelAnswer } from '../world/label-answer.ts';
import { readsBadly } from '../world/reads-badly.ts';
import type { Situation } from '../world/situation.ts';
import type { LabeledAnswer } from './labeled-answer.ts';
import type { PlannedAnswer } from './planned-answer.ts';

/** Questions whose answers are not in the set, by what was wrong. */
export interface LeftOut {
	/** The prompt did not fit. */
	readonly cut: number;
	readonly endless: number;
	/** Not written as the world writes, so that it cannot be labeled. */
	readonly unreadable: number;
	/** It invents a name that reads badly (reads-badly.ts). */
	readonly unpresentable: number;
}

export interface Sampled {
	readonly answers: readonly LabeledAnswer[];
	readonly leftOut: LeftOut;
}

export interface SampleOptions {
	readonly count: number;
	readonly signal: AbortSignal;
	/** Hears of each labeled answer, how many there are now. */
	readonly onAnswer?: (done: number) => void;
}

/** Three sentences have some 60 tokens. */
const maxTokens = 128;

/**
 * The model's answers to the plan's questions, one after another, until `count` are labeled or the plan ends.
 * The same model, plan and count give the same answers, and a smaller count gives the first of them.
 * @throws RangeError when most answers cannot be labeled: such a model does not know the world.
 */
export async function sampleAnswers(
	model: LanguageModel,
	plan: Iterable<PlannedAnswer>,
	{ count, signal, onAnswer }: SampleOptions,
): Promise<Sampled> {
	const answers: LabeledAnswer[] = [];
	const leftOut = { cut: 0, endless: 0, unreadable: 0, unpresentable: 0 };
	if (count === 0) return { answers, leftOut };
	for (const planned of plan) {
		// oxlint-disable-next-line no-await-in-loop -- the model does one thing at a time
		const found = await answerTo(planned, model, signal);
		if (typeof found === 'string') {
			leftOut[found]++;
		} else {
			answers.push(found);
			onAnswer?.(answers.length);
		}
		if (answers.length === count) break;
		const lost = leftOut.cut + leftOut.endless + leftOut.unreadable + leftOut.unpresentable;
		if (lost > 50 + answers.length)
			throw new RangeError(`only ${answers.length} of ${answers.length + lost} answers can be used: ${JSON.stringify(leftOut)}`);
	}
	return { answers, leftOut };
}

/** One answer with its labels, or why it has none. */
export async function answerTo(planned: PlannedAnswer, model: LanguageModel, signal: AbortSignal): Promise<LabeledAnswer | keyof LeftOut> {
	const { situation, temperature, seed } = planned;
	const { text, finish, truncation } = await model.generate(partsOf(situation), {
		maxTokens,
		temperature,
		topP: 1,
		seed,
		signal,
		onText: () => {},
	});
	signal.throwIfAborted();
	if (truncation !== null) return 'cut';
	if (finish !== 'stop') return 'endless';
	const sentences = labelAnswer(text, situation);
	if (sentences.length === 0 || sentences.some((s) => s.verdict === 'unreadable')) return 'unreadable';
	if (readsBadly(text)) return 'unpresentable';
	return { ...planned, text, sentences };
}

/** A question of the world as a model reads it; contexts are called by their number, from 1. Passages that are one table stand there once. */
export function partsOf({ system, query, passages }: Situation): PromptParts {
	const texts = [...new Set(passages.map(({ text }) => text))];
	return { system, query, contexts: texts.map((text, i) => ({ id: String(i + 1), text })) };
}
