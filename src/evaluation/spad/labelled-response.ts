import { promptParts } from '../../analysis/analyse-trace.ts';
import type { PromptParts } from '../../reading/prompt-parts.ts';
import { isAnswered } from '../../formats/read-traces.ts';
import type { RagTruthRecord } from '../../formats/ragtruth.ts';
import type { TraceLabel } from '../../formats/trace.ts';
import { readTags, type AnswerTags } from '../datasets/answer-tags.ts';

/** A response of a data set that somebody has judged. */
export interface LabelledResponse {
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
export function labelledResponses(records: readonly RagTruthRecord[], split: 'train' | 'test'): LabelledResponse[] {
	return records
		.filter((record) => record.split === split)
		.flatMap(({ trace, sourceId, temperature }): LabelledResponse[] => {
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

/** How the world calls people and companies, and radio sites. */
const names = /\b(?:[A-Z][a-z]+ [A-Z][a-z]+|[A-Z]{3}-\d{4})\b/g;

/** Whom a question of the world asks about: a name of the passages that it holds. One about a similar case names nobody. */
export function entityAskedAbout({ query, contexts }: Pick<PromptParts, 'query' | 'contexts'>): string | undefined {
	const written = contexts.flatMap(({ text }) => text.match(names) ?? []);
	return written.find((name) => query.includes(name));
}
