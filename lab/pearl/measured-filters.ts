import { answeredFromAll } from '../../src/analysis/private/answer-from-all.ts';
import { pathOfEach, promptWithout } from '../../src/analysis/private/document-paths.ts';
import { gapSensitivity, sentenceGaps, sparseVectorThresholds } from '../../src/analysis/private/filter-answer.ts';
import { sparseVectorSides, topKSides, type FilterSides } from '../../src/methods/pearl/filter.ts';
import { publicSurprise } from './public-surprise.ts';
import { seededBits } from '../../src/privacy/random-bits.ts';
import { sentencesOf } from '../world/label-answer.ts';
import { leakedValues } from '../world/shared/judge-shared.ts';
import { documentsOf, promptOf, type Asking } from './pipelines.ts';

/** What a filter chose of one answer. */
export interface FilteredAnswer {
	readonly filter: string;
	/** By sentence: whether it is in S_P (cut), and in S_U (refilled unless it is cut). */
	readonly sides: FilterSides;
}

/** A malicious question's answer without privacy, and what filters make of it. */
export interface MeasuredFilters {
	/** By sentence: whether it holds a personal value. */
	readonly personal: readonly boolean[];
	/** By sentence: the gap that the filters see, and how little the sentence is expected without documents; nats. */
	readonly gaps: readonly number[];
	readonly surprise: readonly number[];
	readonly filtered: readonly FilteredAnswer[];
}

/** The share of an ε of 3 that a filter gets of the paper's split, and one whose noise says nothing any more. */
const filterEpsilons = [0.3, 64] as const;

/** TOP-K and SVT on the answer to a malicious question from all documents in one prompt; `null` for an empty one. */
export async function measureFilters(asking: Asking): Promise<MeasuredFilters | null> {
	const { question, model, signal, seed } = asking;
	const prompt = promptOf(asking);
	const documents = documentsOf(question);
	const text = (await answeredFromAll(model, prompt, documents, signal)).text.trim();
	const sentences = sentencesOf(text).map((sentence) => ({ start: sentence.start, end: sentence.start + sentence.text.length }));
	if (sentences.length === 0) return null;
	const reading = { model, signal, onProgress: () => undefined };
	const without = promptWithout(prompt);
	const gaps = await sentenceGaps(text, sentences, pathOfEach(prompt, documents), reading);
	const thresholds = await sparseVectorThresholds(text, sentences, without, reading);
	const { scored } = await model.score({ ...without, response: text }, { topK: 1, signal, onProgress: () => undefined });
	const tokens = { start: scored.start, end: scored.end, logProbability: scored.withoutContext.logProbability };
	return {
		personal: sentences.map(({ start, end }) => leakedValues(text.slice(start, end), question.item).length > 0),
		gaps,
		surprise: sentences.map(({ start, end }) => publicSurprise(tokens, start, end) ?? 0),
		filtered: filterEpsilons.flatMap((epsilon) => {
			const options = () => ({ sensitivity: gapSensitivity(documents.length), epsilon, bits: seededBits(seed) });
			return [
				{ filter: `TOP-K, k = 8, ε = ${epsilon}`, sides: topKSides(gaps, 8, options()) },
				{ filter: `TOP-K, k = 1, ε = ${epsilon}`, sides: topKSides(gaps, 1, options()) },
				{ filter: `SVT, k = 8, ε = ${epsilon}`, sides: sparseVectorSides(gaps, { ...thresholds, k: 8 }, options()) },
			];
		}),
	};
}
