import { codePointsOf } from '../../src/text/code-points.ts';
import type { TextRange } from '../../src/text/tagged-text.ts';
import type { TraceLabel } from '../../src/formats/trace.ts';

/** A line of `source_info.jsonl` to be written. */
export type RagTruthSourceInput = {
	readonly sourceId: string;
	readonly origin: string;
	readonly prompt: string;
} & (
	| {
			readonly taskType: 'QA';
			readonly sourceInfo: {
				readonly question: string;
				/** A text of them is `passage 1:…\n\npassage 2:…`, as every reader of RAGTruth knows it; an array keeps ids and takes any text. */
				readonly passages: string | readonly { readonly id: string; readonly text: string }[];
			};
	  }
	| { readonly taskType: 'Summary'; readonly sourceInfo: string }
	| { readonly taskType: 'Data2txt'; readonly sourceInfo: Readonly<Record<string, unknown>> }
);

/** A line of `response.jsonl` to be written. */
export interface RagTruthResponseInput {
	readonly id: string;
	readonly sourceId: string;
	readonly model: string;
	readonly temperature: number;
	/** Offsets in UTF-16 units of `response`, as everywhere in the product. */
	readonly labels: readonly TraceLabel[];
	readonly split: string;
	/** `good`, `incorrect_refusal`, `truncated`. */
	readonly quality: string;
	readonly response: string;
	/** Ours; not written when there are none. */
	readonly tags?: readonly string[];
	/** Ours: what belongs together, on one side of every cut; not written when absent. */
	readonly group?: string;
	/** Ours, offsets as in labels: what nobody decides; not written when there is nothing. */
	readonly undecided?: readonly TextRange[];
}

/**
 * The two files of a data set. Keys stand in RAGTruth's order, offsets count code points, every line ends with `\n`: the same
 * records give the same bytes.
 * @throws RangeError for a label or an undecided span that is no span of its response, for a second record with the same id, for a response without a source.
 */
export function formatRagTruth(
	sources: readonly RagTruthSourceInput[],
	responses: readonly RagTruthResponseInput[],
): { sourceInfo: string; response: string } {
	const sourceIds = distinct(sources.map(({ sourceId }) => sourceId));
	distinct(responses.map(({ id }) => id));
	const orphan = responses.find(({ sourceId }) => !sourceIds.has(sourceId));
	if (orphan !== undefined) throw new RangeError(`response '${orphan.id}' has no source '${orphan.sourceId}'`);
	return {
		sourceInfo: jsonLines(sources.map(sourceLine)),
		response: jsonLines(responses.map(responseLine)),
	};
}

function sourceLine(source: RagTruthSourceInput): object {
	const { sourceId, taskType, origin, prompt } = source;
	return {
		source_id: sourceId,
		task_type: taskType,
		source: origin,
		source_info: taskType === 'QA' ? questionAndPassages(source.sourceInfo) : source.sourceInfo,
		prompt,
	};
}

function questionAndPassages({ question, passages }: Extract<RagTruthSourceInput, { taskType: 'QA' }>['sourceInfo']): object {
	return { question, passages: typeof passages === 'string' ? passages : passages.map(({ id, text }) => ({ id, text })) };
}

function responseLine({
	id,
	sourceId,
	model,
	temperature,
	labels,
	split,
	quality,
	response,
	tags = [],
	group,
	undecided = [],
}: RagTruthResponseInput): object {
	const points = codePointsOf(response);
	const spanOf = ({ start, end }: TextRange, what: string) => {
		if (!(start < end)) throw new RangeError(`${what} of response '${id}' goes from ${start} to ${end}`);
		return { start: points.toPoints(start), end: points.toPoints(end), text: response.slice(start, end) };
	};
	return {
		id,
		source_id: sourceId,
		model,
		temperature,
		labels: labels.map(({ type, note = '', implicitTrue = false, dueToNull = false, ...range }) => ({
			...spanOf(range, 'a label'),
			meta: note,
			label_type: type,
			implicit_true: implicitTrue,
			due_to_null: dueToNull,
		})),
		split,
		quality,
		response,
		...(tags.length === 0 ? {} : { tags }),
		...(group === undefined ? {} : { group }),
		...(undecided.length === 0 ? {} : { undecided: undecided.map((range) => spanOf(range, 'an undecided span')) }),
	};
}

function jsonLines(records: readonly object[]): string {
	return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

function distinct(ids: readonly string[]): Set<string> {
	const seen = new Set<string>();
	for (const id of ids) {
		if (seen.has(id)) throw new RangeError(`two records have the id '${id}'`);
		seen.add(id);
	}
	return seen;
}
