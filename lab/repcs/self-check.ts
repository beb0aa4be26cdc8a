import type { LanguageModel } from '../../src/analysis/language-model.ts';
import { between, type Random } from '../../src/statistics/random.ts';
import { partsOf } from '../datasets/sample-answers.ts';
import { labelAnswer } from '../world/label-answer.ts';
import { sentenceTokens } from '../demo-model/subject.ts';
import type { Query } from './query-sets.ts';

/** Answers sampled for one query. */
export const samples = 5;

/** How much sampled answers agree with the answer; both rise with agreement, which the RePCS paper takes for a sign of memory. */
export interface Consistency {
	/** Share of the samples that give the asked attribute the value that the answer gives it, in `[0, 1]`. */
	readonly sameValue: number;
	/** SelfCheckGPT's unigram (max), negated: `min_j ln p(word j)`, at most 0. */
	readonly unigram: number;
}

/** Samples the query again at temperature 1, with its passages, and compares. */
export async function selfCheck(
	model: LanguageModel,
	query: Query,
	answer: string,
	random: Random,
	signal: AbortSignal,
): Promise<Consistency> {
	const sampled: string[] = [];
	for (let i = 0; i < samples; i++) {
		// oxlint-disable-next-line no-await-in-loop -- the model does one thing at a time
		const { text } = await model.generate(partsOf(query.situation), {
			maxTokens: sentenceTokens,
			temperature: 1,
			topP: 1,
			seed: between(random, 0, 2 ** 31 - 1),
			signal,
			onText: () => {},
		});
		sampled.push(text);
	}
	const valueIn = (text: string): string | undefined =>
		labelAnswer(text, query.situation).find(({ attribute }) => attribute !== null && query.situation.asked.includes(attribute))?.value
			?.text;
	const own = valueIn(answer);
	return {
		sameValue: sampled.filter((text) => own !== undefined && valueIn(text) === own).length / samples,
		unigram: minUnigram(answer, sampled),
	};
}

/**
 * `min_j ln p̃(w_j)` over the answer's words, `p̃` the shares of words in the samples and the answer together: the negative of S_n-gram^Max with
 * n = 1 (Manakul, Liusie, Gales 2023, SelfCheckGPT, section 5.3). `-Infinity` for an answer without words.
 */
export function minUnigram(answer: string, sampled: readonly string[]): number {
	const own = words(answer);
	const all = [...own, ...sampled.flatMap(words)];
	const counts = new Map<string, number>();
	for (const word of all) counts.set(word, (counts.get(word) ?? 0) + 1);
	const min = Math.min(...own.map((word) => counts.get(word) ?? 0));
	return Number.isFinite(min) ? Math.log(min / all.length) : -Infinity;
}

function words(text: string): string[] {
	return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
