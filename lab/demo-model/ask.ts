import { between } from '../../src/statistics/random.ts';
import { labelAnswer, type LabeledSentence } from '../world/label-answer.ts';
import type { Situation } from '../world/situation.ts';
import { answerRoom, promptOf, type Losses, type Measurement } from './subject.ts';

/** What the model said, and what it is worth. */
export interface Answered {
	readonly situation: Situation;
	readonly answer: string;
	readonly sentences: readonly LabeledSentence[];
}

/**
 * Puts every situation to the model, one by one. A prompt that might not fit is left out and counted in `losses`, never cut.
 * @param temperature 0 is greedy; above, each answer has a seed of its own.
 */
export async function askAll(run: Measurement, name: string, situations: readonly Situation[], temperature = 0): Promise<Answered[]> {
	const {
		subject: { model, promptTokens },
		log,
	} = run;
	const random = run.randomFor(`${name}, sampling`);
	const { signal } = new AbortController();
	const losses: Losses = { tooLong: 0, cutShort: 0 };
	const answered: Answered[] = [];
	for (const situation of situations) {
		const parts = promptOf(situation);
		const maxTokens = answerRoom(situation);
		const seed = between(random, 0, 2 ** 31 - 1);
		if (promptTokens(parts) + maxTokens > model.identity.contextWindow) {
			losses.tooLong++;
			continue;
		}
		// oxlint-disable-next-line no-await-in-loop -- the model does one thing at a time
		const { text, finish, truncation } = await model.generate(parts, { maxTokens, temperature, topP: 1, seed, signal, onText: () => {} });
		if (truncation !== null) throw new RangeError(`a prompt was cut that was said to fit: ${truncation.message}`);
		if (finish === 'length') losses.cutShort++;
		answered.push({ situation, answer: text, sentences: labelAnswer(text, situation) });
	}
	run.losses.set(name, losses);
	log(`${name}: ${answered.length} answers`);
	return answered;
}
