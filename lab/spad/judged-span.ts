import type { TraceLabel } from '../../src/formats/trace.ts';
import { baselineScores, type BaselineScores } from './baseline-scores.ts';
import { responseSpan, sentenceSpans, type Span } from '../../src/methods/spad/span.ts';
import { overlapWithBestPassage } from './string-overlap.ts';
import { syntaxOf } from '../../src/methods/spad/syntax.ts';
import type { TaggedText, TextRange } from '../../src/text/tagged-text.ts';
import { sentenceTruth } from '../datasets/sentence-truth.ts';
import { notStated } from '../world/answers.ts';
import { tableRows, type TableName } from './feature-tables.ts';
import type { LabeledResponse } from './labeled-response.ts';
import type { ResponseNumbers } from './response-numbers.ts';

/** Scores that need no training; higher is more suspect. */
export type ScoreName = keyof BaselineScores | 'overlap';

/** A response or a sentence with its truth and with what detectors make of it. */
export interface JudgedSpan {
	readonly id: string;
	readonly group: string;
	readonly positive: boolean;
	/** What is wrong with it, each kind once: the label's note in sets of the world (`memory`, `misattributed`, `fabricated`), else its type. */
	readonly errors: readonly string[];
	/** A sentence that says that a value is not stated. */
	readonly refusal: boolean;
	readonly temperature: number | null;
	readonly rows: Readonly<Record<TableName, Float64Array>>;
	readonly scores: Readonly<Record<ScoreName, number>>;
}

export interface JudgedSpans {
	/** `null` for a response without tokens, and for one whose only errors stand where nobody judges. */
	readonly response: JudgedSpan | null;
	readonly sentences: readonly JudgedSpan[];
}

/**
 * A response and its sentences as detectors see them. Left out are sentences without a token of their own, and those of which nobody
 * says whether they are grounded (`sentenceTruth`).
 * @param tagged words and sentences of the response.
 */
export function judgedSpans(labelled: LabeledResponse, numbers: ResponseNumbers, tagged: TaggedText): JudgedSpans {
	const { attributed } = numbers;
	const {
		parts: { response: text, query },
		labels,
		tags,
	} = labelled;
	if (attributed.tokenIds.length === 0) return { response: null, sentences: [] };
	const syntax = syntaxOf({ text, words: tagged.words, start: attributed.start, end: attributed.end }, query);
	const judged = (span: Span, range: TextRange, positive: boolean): JudgedSpan =>
		spanOf(labelled, numbers, tagged.sentences.length, span, range, positive);
	const truths = tagged.sentences.map((range) =>
		tags === null ? overlapping(labels, range).length > 0 : sentenceTruth(range, labels, tags),
	);
	const sentences = sentenceSpans(attributed, syntax, tagged.sentences).flatMap((span, i) => {
		const truth = truths[i] ?? null;
		return span === null || truth === null ? [] : [judged(span, tagged.sentences[i]!, truth)];
	});
	const isWrong = truths.includes(true);
	const response = isWrong === labels.length > 0 ? judged(responseSpan(attributed, syntax), { start: 0, end: text.length }, isWrong) : null;
	return { response, sentences };
}

function overlapping(labels: readonly TraceLabel[], { start, end }: TextRange): TraceLabel[] {
	return labels.filter((label) => label.start < end && start < label.end);
}

function spanOf(
	{ id, group, parts, labels, temperature }: LabeledResponse,
	{ confidenceGap }: ResponseNumbers,
	sentences: number,
	span: Span,
	range: TextRange,
	positive: boolean,
): JudgedSpan {
	const text = parts.response.slice(range.start, range.end);
	const own = overlapping(labels, range);
	return {
		id,
		group,
		positive,
		temperature,
		errors: [...new Set(own.map((label) => (label.note !== undefined && worldErrors.has(label.note) ? label.note : label.type)))],
		refusal: text.endsWith(`${notStated}.`),
		rows: tableRows(span, { confidenceGap, sentences, query: parts.query }),
		scores: {
			...baselineScores(span, confidenceGap),
			overlap: -overlapWithBestPassage(
				text,
				parts.contexts.map((context) => context.text),
			),
		},
	};
}

const worldErrors: ReadonlySet<string> = new Set(['memory', 'misattributed', 'fabricated']);
