import { featureValues } from '../../methods/spad/feature-values.ts';
import { responseSpan } from '../../methods/spad/span.ts';
import { syntaxOf, type Syntax } from '../../methods/spad/syntax.ts';
import type { PromptParts } from '../../model-io/requests.ts';
import type { AttributedResponse } from '../../model-io/attribution.ts';
import { layoutShares } from '../../text/layout-shares.ts';
import { isRefusal } from '../../text/abstention.ts';
import type { TaggedText } from '../../text/tagged-text.ts';
import type { TraceReading } from '../trace-reading.ts';
import { modelFeatures } from './likeness-columns.ts';

/** The texts of an answered trace. */
export type ComparedTexts = Pick<PromptParts, 'query' | 'contexts'> & { readonly response: string };

/** One number a `likenessColumns`; none of it is text. */
export type LikenessRow = readonly number[];

/**
 * What an answer is compared by, from its texts and the attributed pass: calibration keeps rows of it beside the profile, analysis compares with them.
 * @param attributed with at least one token
 */
export function likenessRow(
	texts: ComparedTexts,
	tagged: Pick<TaggedText, 'sentences'>,
	attributed: AttributedResponse,
	syntax: Syntax,
): LikenessRow {
	const values = [...textNumbers(texts, tagged), ...featureValues(modelFeatures, responseSpan(attributed, syntax))];
	// As many digits as are written: a row of a file and one of an analysis are alike then.
	return values.map((value) => Number(value.toPrecision(6)));
}

/** Returns the row of an answer as a model read it. `null` for an answer without tokens. */
export function rowOfReading({ parts }: TraceReading, tagged: TaggedText, attributed: AttributedResponse): LikenessRow | null {
	if (attributed.tokenIds.length === 0) return null;
	const response = parts.response ?? '';
	const { start, end } = attributed;
	return likenessRow(
		{ ...parts, response },
		tagged,
		attributed,
		syntaxOf({ text: response, words: tagged.words, start, end }, parts.query),
	);
}

/** In the order of the columns. */
function textNumbers({ query, contexts, response }: ComparedTexts, tagged: Pick<TaggedText, 'sentences'>): number[] {
	const given = contexts.map(({ text }) => text).join('\n');
	const ofContexts = layoutShares(given);
	const ofAnswer = layoutShares(response);
	const { length: sentences } = tagged.sentences;
	return [
		contexts.length,
		wordCount(given) / Math.max(contexts.length, 1),
		wordCount(given) / Math.max(given.match(/[.!?](?=\s|$)|\n/gu)?.length ?? 0, 1),
		ofContexts.bullets,
		ofContexts.keyValue,
		ofContexts.tableRows,
		ofContexts.digits,
		wordCount(query),
		wordCount(response),
		sentences,
		wordCount(response) / Math.max(sentences, 1),
		ofAnswer.bullets,
		ofAnswer.digits,
		Number(isRefusal(response, tagged, query)),
	];
}

function wordCount(text: string): number {
	return text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
}
