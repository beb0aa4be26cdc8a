import { promptParts } from '../../analysis/analyze-trace.ts';
import type { AttributingModel } from '../../analysis/language-model.ts';
import { layerSteps } from '../../analysis/spad/layer-steps.ts';
import { originWords } from '../../analysis/spad/origin-words.ts';
import type { AnalysisRecord, AnalysisSentence, AnalysisToken, RecordedOrigin } from '../../formats/analysis-record.ts';
import type { AnsweredTrace } from '../../formats/read-traces.ts';
import { tokenSources } from '../../formats/token-sources.ts';
import type { Origins } from '../../model-io/attribution.ts';
import type { AttributeOptions } from '../../model-io/requests.ts';
import { rowsOf } from '../models/origin-blocks.ts';
import { maxLitTokens } from './origins.ts';

/** Tokens that are asked for at a time: an answer holds what each key gave to each of them. */
const together = 256;

/** Whom to ask for the origins of a trace's response, and how. */
export interface OriginsAsked {
	readonly trace: AnsweredTrace;
	readonly model: Pick<AttributingModel, 'origins'>;
	readonly options: Pick<AttributeOptions, 'signal' | 'screen'>;
}

/**
 * The record with what `change` makes of origins that it asks for, some response tokens at a time; one without sources stays as it is.
 * Rejects as `AttributingModel.origins` does.
 */
async function withAsked(
	record: AnalysisRecord,
	{ trace, model, options }: OriginsAsked,
	change: (ask: (rows: readonly number[]) => Promise<Origins>) => Promise<Partial<Pick<AnalysisRecord, 'sentences' | 'tokens'>>>,
): Promise<AnalysisRecord> {
	if (record.attribution === null) return record;
	let { errorBound } = record.attribution;
	const changed = await change(async (rows) => {
		const origins = await model.origins(promptParts(trace), rows, { ...options, onProgress: () => undefined });
		// Origins are attributed apart from the sources.
		errorBound = Math.max(errorBound, origins.errorBound);
		return origins;
	});
	return { ...record, ...changed, attribution: { ...record.attribution, errorBound } };
}

/** The record with what `more` finds of each token, the `i`-th of those that the origins are of. Otherwise as `withAsked`. */
async function withEachToken(
	record: AnalysisRecord,
	asked: OriginsAsked,
	more: (token: AnalysisToken, origins: Origins, i: number) => Partial<AnalysisToken>,
): Promise<AnalysisRecord> {
	return withAsked(record, asked, async (ask) => {
		const tokens: AnalysisToken[] = [];
		while (tokens.length < record.tokens.length) {
			const first = tokens.length;
			const next = record.tokens.slice(first, first + together);
			const origins = await ask(next.map((_, i) => first + i));
			tokens.push(...next.map((token, i) => ({ ...token, ...more(token, origins, i) })));
		}
		return { tokens };
	});
}

/** Words of a sentence that are kept. */
const maxWordsPerSentence = 20;

/** The record with, of each flagged sentence of at most 256 tokens, the words of the contexts that fed it. Otherwise as `withAsked`. */
export async function withOrigins(record: AnalysisRecord, asked: OriginsAsked): Promise<AnalysisRecord> {
	return withAsked(record, asked, async (ask) => {
		const sentences: AnalysisSentence[] = [];
		for (const sentence of record.sentences) {
			const rows = isFlagged(sentence)
				? [...record.tokens.keys()].filter((t) => record.tokens[t]!.start < sentence.end && record.tokens[t]!.end > sentence.start)
				: [];
			sentences.push(
				rows.length === 0 || rows.length > maxLitTokens
					? sentence
					: { ...sentence, origins: recordedWords(await ask(rows), asked.trace, maxWordsPerSentence) },
			);
		}
		return { sentences };
	});
}

/** The strongest words, as the record has them. */
function recordedWords(origins: Origins, { contexts }: AnsweredTrace, max: number): RecordedOrigin[] {
	return originWords(
		origins,
		contexts.map(({ text }) => text.text),
	)
		.slice(0, max)
		.map(({ context, start, end, share }) => {
			const {
				id,
				text: { text },
			} = contexts[context]!;
			return { context: id, text: text.slice(start, end), start, end, share: Math.min(1, share) };
		});
}

function isFlagged({ verdict, spad }: AnalysisSentence): boolean {
	return spad?.hallucinated === true || verdict === 'ungrounded' || verdict === 'leak';
}

/** The record with each token's path through the layers. Otherwise as `withAsked`. */
export async function withLayers(record: AnalysisRecord, asked: OriginsAsked): Promise<AnalysisRecord> {
	return withEachToken(record, asked, ({ sources }, { layers }, i) => ({
		layers: layerSteps(sources?.[tokenSources.indexOf('initial')] ?? 0, layers, i),
	}));
}

/** Words of a token that are kept: further ones gave little, and a record has many tokens. */
const maxWordsPerToken = 8;

/** The record with, of each token, the words of the contexts that fed it. Otherwise as `withAsked`. */
export async function withTokenOrigins(record: AnalysisRecord, asked: OriginsAsked): Promise<AnalysisRecord> {
	return withEachToken(record, asked, (_, origins, i) => ({
		origins: recordedWords(rowsOf([origins], [...origins.rows.subarray(i, i + 1)]), asked.trace, maxWordsPerToken),
	}));
}
