import { errorNumbers } from '../error-numbers.ts';
import { readJsonLines, type JsonLine } from './json-lines.ts';
import { membersOf, rangeAt } from './json-ranges.ts';
import { jsonStringText } from './json-text.ts';
import type { ProblemList } from './problem-list.ts';
import { readLabels } from './ragtruth-labels.ts';
import { responseLine, type ResponseLine } from './ragtruth-schema.ts';
import { readRagTruthSources, type RagTruthSource } from './ragtruth-sources.ts';
import type { FormatProblem, TextDocumentInput, Trace } from './trace.ts';

/** A response of a data set: its trace, labels included, and what the data set says of it. Absent is what the file does not say. */
export interface RagTruthRecord {
	readonly trace: Trace;
	/** Responses to the same source belong on the same side of a split, and are no independent draws. */
	readonly sourceId: string;
	/** `QA`, `Summary`, `Data2txt`. */
	readonly taskType: string;
	/** Where the source comes from, such as `MARCO`. */
	readonly origin?: string;
	/** Such as `train` or `test`. */
	readonly split?: string;
	/** At which the response was sampled. */
	readonly temperature?: number;
	/** `good`, `incorrect_refusal`, `truncated`. */
	readonly quality?: string;
}

export interface RagTruthDataSet {
	/** In the order of the file. */
	readonly records: readonly RagTruthRecord[];
	readonly problems: readonly FormatProblem[];
}

const example =
	'{"id": "1", "source_id": "7", "model": "…", "temperature": 0.7, "labels": [], "split": "train", "quality": "good", "response": "…"}';

/**
 * Joins RAGTruth's two files (Niu et al., 2024, arXiv:2401.00396; product.md, Formats): a trace a response, its id the response's.
 * A line that cannot be read costs its own responses only. A label (or an undecided span) without a place, or with another text than stands there, costs
 * its response all labels: judged by those that are left, it would count as right where it is wrong.
 */
export function readRagTruth(responses: TextDocumentInput, sourceInfo: TextDocumentInput): RagTruthDataSet {
	const { document, text } = responses;
	const { sources, broken, problems: sourceProblems } = readRagTruthSources(sourceInfo);
	const { lines, problems } = readJsonLines(responses, { schema: responseLine, example });
	if (text.trim() === '')
		problems.add(errorNumbers.emptyFile, 'This file is empty.', `Expected a line for each response, such as ${example}`, () => ({
			start: 0,
			end: text.length,
		}));
	const seen = new Set<string>();
	const records: RagTruthRecord[] = [];
	for (const line of lines) {
		const { id, source_id: sourceId } = line.value;
		const source = sources.get(sourceId);
		if (seen.has(id)) {
			problems.add(
				errorNumbers.duplicateDataSetId,
				`A second response has the id '${id}'; the first one is used.`,
				'Give every response an `id` of its own.',
				() => rangeAt(text, line.start, ['id']),
			);
		} else if (source === undefined) {
			const [message, hint] = broken.has(sourceId)
				? [`The source '${sourceId}' of response '${id}' could not be read.`, `Mend its line in '${sourceInfo.document}'.`]
				: [
						`Response '${id}' names the source '${sourceId}', which is not there.`,
						`Expected a line with this \`source_id\` in '${sourceInfo.document}'.`,
					];
			problems.add(errorNumbers.responseWithoutSource, message, hint, () => rangeAt(text, line.start, ['source_id']));
		} else records.push(recordOf({ document, text }, line, source, problems));
		seen.add(id);
	}
	return { records, problems: [...sourceProblems, ...problems.list()] };
}

function recordOf(
	{ document, text }: TextDocumentInput,
	{ value, start }: JsonLine<ResponseLine>,
	{ query, contexts, taskType, origin }: RagTruthSource,
	problems: ProblemList,
): RagTruthRecord {
	const response = jsonStringText(document, text, membersOf(text, start).get('response')!);
	const { labels, undecided, mistakes } = readLabels(response.text, value);
	for (const { member, index, code, message, hint } of mistakes) {
		problems.add(code, message, `${hint} Response '${value.id}' counts as one without labels.`, () =>
			rangeAt(text, start, [member, index]),
		);
	}
	const { source_id: sourceId, model, temperature, split, quality, tags, group } = value;
	return {
		sourceId,
		taskType,
		...(origin === undefined ? {} : { origin }),
		...(split === undefined ? {} : { split }),
		...(temperature === undefined ? {} : { temperature }),
		...(quality === undefined ? {} : { quality }),
		trace: {
			id: value.id,
			query,
			contexts,
			tags: tags ?? [],
			sections: [],
			...(model === undefined ? {} : { model }),
			...(response.text.trim() === '' ? {} : { response }),
			...(group === undefined ? {} : { group }),
			...(value.labels === undefined || mistakes.length > 0 ? {} : { labels }),
			...(undecided.length === 0 || mistakes.length > 0 ? {} : { undecided }),
		},
	};
}
