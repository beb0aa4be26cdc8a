import { promptParts } from '../../analysis/analyse-trace.ts';
import type { AttributeOptions, AttributingModel } from '../../analysis/language-model.ts';
import type { AnalysisRecord, AnalysisToken } from '../../formats/analysis-record.ts';
import type { AnsweredTrace } from '../../formats/read-traces.ts';
import { rowsOf } from '../origin-blocks.ts';
import { recordedWords } from './sentence-origins.ts';

/** Tokens that are asked for at a time: an answer holds what each key gave to each of them. */
const together = 256;
/** Words of a token that are kept: further ones gave little, and a record has many tokens. */
const mostWords = 8;

/** The record with, of each token, the words of the contexts that fed it; one without sources stays as it is. Rejects as `AttributingModel.origins` does. */
export async function withTokenOrigins(record: AnalysisRecord, trace: AnsweredTrace, model: Pick<AttributingModel, 'origins'>, options: Pick<AttributeOptions, 'signal' | 'screen'>): Promise<AnalysisRecord> {
	if (record.attribution === null) return record;
	const tokens: AnalysisToken[] = [];
	let { errorBound } = record.attribution;
	while (tokens.length < record.tokens.length) {
		const asked = record.tokens.slice(tokens.length, tokens.length + together).map((token, i) => ({ token, row: tokens.length + i }));
		const origins = await model.origins(promptParts(trace), asked.map(({ row }) => row), { ...options, onProgress: () => undefined });
		// Words are attributed apart from the sources.
		errorBound = Math.max(errorBound, origins.errorBound);
		tokens.push(...asked.map(({ token, row }) => ({ ...token, origins: recordedWords(rowsOf([origins], [row]), trace, mostWords) })));
	}
	return { ...record, attribution: { ...record.attribution, errorBound }, tokens };
}
