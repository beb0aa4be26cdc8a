import type { LanguageModel } from '../../../../src/analysis/language-model.ts';
import type { PromptParts } from '../../../../src/model-io/requests.ts';
import { answerOne, answerSimilar, joined, notStated, textOf } from '../../../../lab/world/answers.ts';
import type { Attribute } from '../../../../lab/world/domain.ts';
import { valueOf } from '../../../../lab/world/entity.ts';
import type { Situation } from '../../../../lab/world/situation.ts';
import { promptOf, type Measurement } from '../../../../lab/demo-model/subject.ts';
import { quickSizes, type Sizes } from '../../../../lab/demo-model/sizes.ts';
import { randomFor, seededRandom } from '../../../../src/statistics/random.ts';

export interface Asked {
	readonly parts: PromptParts;
	readonly maxTokens: number;
	readonly temperature: number;
	readonly seed: number | undefined;
}

/** A model that says what `answer` says, in a window of so many tokens; it remembers what it was asked. */
export function fakeModel(
	answer: (asked: Asked) => string,
	contextWindow = 10_000,
	cut = false,
): LanguageModel & { readonly asked: Asked[] } {
	const asked: Asked[] = [];
	const path = (logProbability: number) => ({
		logProbability: Float64Array.of(logProbability),
		entropy: Float64Array.of(0),
		rank: Uint32Array.of(1),
		alternatives: [[]],
	});
	return {
		asked,
		identity: { name: 'fake', sha256: '0', device: 'cpu', dtype: 'fp32', layout: '0', contextWindow },
		generate: async (parts, { maxTokens, temperature, seed }) => {
			asked.push({ parts, maxTokens, temperature, seed });
			const text = answer(asked.at(-1)!);
			const truncation = cut
				? { contextWindow, promptTokens: 1, responseTokens: 1, cutContexts: [], unscoredResponseTokens: 0, message: 'it was cut' }
				: null;
			return { text, finish: text.endsWith('.') ? 'stop' : 'length', truncation };
		},
		// Divergence: the prompt's length, so that it differs from trace to trace.
		score: async (parts) => ({
			scored: {
				tokenIds: Uint32Array.of(1),
				start: Uint32Array.of(0),
				end: Uint32Array.of(parts.response!.length),
				withContext: path(-0.5),
				withoutContext: path(-1),
				kl: Float64Array.of(parts.query.length),
			},
			truncation: null,
		}),
	};
}

/** Words stand for tokens. */
export function countWords({ system = '', query, contexts }: PromptParts): number {
	return [system, query, ...contexts.map(({ text }) => text)].join(' ').split(' ').length;
}

export function measurementOf(model: LanguageModel, sizes: Sizes = quickSizes): Measurement {
	return {
		subject: { model, promptTokens: countWords },
		sizes,
		forms: 'test',
		randomFor: (name) => randomFor(1, name),
		log: () => {},
		losses: new Map(),
	};
}

/** A model that answers these situations, told apart by their prompts, as `say` does. */
export function modelThatSays(situations: readonly Situation[], say: (situation: Situation) => string): LanguageModel {
	const byPrompt = new Map(situations.map((situation) => [JSON.stringify(promptOf(situation)), situation]));
	return fakeModel(({ parts }) => say(byPrompt.get(JSON.stringify(parts))!));
}

/** An answer that gives each asked attribute the value that `value` says. */
export function answerWith({ entity, asked }: Situation, value: (attribute: Attribute) => string): string {
	const random = seededRandom(entity.name.length);
	return textOf(joined(asked.map((attribute) => answerOne(random, entity.name, attribute, value(attribute)))));
}

/** The right answer to any situation. */
export function rightAnswer(situation: Situation): string {
	if (situation.kind === 'similar') return textOf(answerSimilar(situation.entity.name));
	return answerWith(situation, (attribute) => (situation.withheld.includes(attribute) ? notStated : valueOf(situation.entity, attribute)));
}
