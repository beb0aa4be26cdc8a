import { formatRagTruth, type RagTruthResponseInput, type RagTruthSourceInput } from './ragtruth-writer.ts';
import type { Side } from '../world/domain.ts';
import { tagsOf } from './answer-tags.ts';
import { labelsOf, type LabeledAnswer } from './labeled-answer.ts';
import { ownWords } from './own-words.ts';
import { partsOf } from './sample-answers.ts';

export interface SetOptions {
	/** What wrote the answers. */
	readonly model: string;
	/** What RAGTruth calls the source, such as `MARCO`. */
	readonly origin: string;
}

/**
 * Both files of a labeled set in RAGTruth's format: `train-0001` and so on, each question a source of its own.
 * An answer that refuses what a passage states has the quality `incorrect_refusal`, every other one `good`.
 */
export function ragTruthSet(
	sides: Readonly<Record<Side, readonly LabeledAnswer[]>>,
	{ model, origin }: SetOptions,
): { sourceInfo: string; response: string } {
	const sources: RagTruthSourceInput[] = [];
	const responses: RagTruthResponseInput[] = [];
	for (const split of ['train', 'test'] as const) {
		for (const [i, answer] of sides[split].entries()) {
			const id = `${split}-${String(i + 1).padStart(4, '0')}`;
			sources.push(sourceOf(id, answer, origin));
			responses.push({
				id,
				sourceId: id,
				model,
				temperature: answer.temperature,
				labels: labelsOf(answer),
				split,
				quality: answer.sentences.some((s) => s.verdict === 'needless-refusal') ? 'incorrect_refusal' : 'good',
				response: answer.text,
				tags: tagsOf(answer),
				...ownWords(partsOf(answer.situation), answer.situation.kind, answer.text),
			});
		}
	}
	return formatRagTruth(sources, responses);
}

function sourceOf(sourceId: string, { situation }: LabeledAnswer, origin: string): RagTruthSourceInput {
	const { system, query, passages: stated } = situation;
	const passages = stated.map(({ text }, i) => `passage ${i + 1}:${text}`).join('\n\n');
	return { sourceId, taskType: 'QA', origin, sourceInfo: { question: query, passages }, prompt: `${system}\n\n${passages}\n\n${query}` };
}
