import { promptParts } from '../../src/analysis/analyze-trace.ts';
import type { PromptParts } from '../../src/model-io/requests.ts';
import { isAnswered } from '../../src/formats/read-traces.ts';
import type { RagTruthRecord } from '../../src/formats/ragtruth.ts';
import type { TraceLabel } from '../../src/formats/trace.ts';
import { readTags, type AnswerTags } from '../datasets/answer-tags.ts';
import { entityAskedAbout } from '../datasets/entity-asked-about.ts';

/** A response of a data set that somebody has judged. */
export interface LabeledResponse {
	readonly id: string;
	/** What must not stand on both sides of a cut, and is drawn as a whole by a bootstrap. */
	readonly group: string;
	readonly parts: PromptParts & { readonly response: string };
	/** UTF-16 offsets in the response. */
	readonly labels: readonly TraceLabel[];
	/** At which it was sampled; `null` where the set does not say. */
	readonly temperature: number | null;
	/** Of sets that were made of the demo model's world; `null` for others. */
	readonly tags: AnswerTags | null;
}

/** The records of a split that have a response and labels (perhaps none), in their order. */
export function labeledResponses(records: readonly RagTruthRecord[], split: 'train' | 'test'): LabeledResponse[] {
	return records
		.filter((record) => record.split === split)
		.flatMap(({ trace, sourceId, temperature }): LabeledResponse[] => {
			if (!isAnswered(trace) || trace.labels === undefined) return [];
			const parts = { ...promptParts(trace), response: trace.response.text };
			const tags = trace.tags.length === 0 ? null : readTags(trace.tags);
			return [
				{
					id: trace.id,
					group: tags === null ? sourceId : (entityAskedAbout(parts) ?? sourceId),
					parts,
					labels: trace.labels,
					temperature: temperature ?? null,
					tags,
				},
			];
		});
}
