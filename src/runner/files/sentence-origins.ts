import { promptParts } from '../../analysis/analyse-trace.ts';
import type { AttributeOptions, AttributingModel, Origins } from '../../analysis/language-model.ts';
import { originWords } from '../../analysis/spad/origin-words.ts';
import type { AnalysisRecord, AnalysisSentence, RecordedOrigin } from '../../formats/analysis-record.ts';
import type { AnsweredTrace } from '../../formats/read-traces.ts';
import { mostLitTokens } from '../features/origins.ts';

/** Words of a sentence that are kept. */
const mostWords = 20;

/**
 * The record with, of each flagged sentence, the words of the contexts that fed it. A record without sources stays as it is, and so
 * does a sentence of more than 256 tokens. Rejects as `AttributingModel.origins` does.
 */
export async function withOrigins(record: AnalysisRecord, trace: AnsweredTrace, model: Pick<AttributingModel, 'origins'>, options: Pick<AttributeOptions, 'signal' | 'screen'>): Promise<AnalysisRecord> {
	if (record.attribution === null) return record;
	const sentences: AnalysisSentence[] = [];
	let { errorBound } = record.attribution;
	for (const sentence of record.sentences) {
		const rows = isFlagged(sentence) ? [...record.tokens.keys()].filter((t) => record.tokens[t]!.start < sentence.end && record.tokens[t]!.end > sentence.start) : [];
		if (rows.length === 0 || rows.length > mostLitTokens) {
			sentences.push(sentence);
			continue;
		}
		const origins = await model.origins(promptParts(trace), rows, { ...options, onProgress: () => undefined });
		// Words are attributed apart from the sources.
		errorBound = Math.max(errorBound, origins.errorBound);
		sentences.push({ ...sentence, origins: recordedWords(origins, trace, mostWords) });
	}
	return { ...record, sentences, attribution: { ...record.attribution, errorBound } };
}

/** The strongest words, as the record has them. */
export function recordedWords(origins: Origins, { contexts }: AnsweredTrace, most: number): RecordedOrigin[] {
	return originWords(origins, contexts.map(({ text }) => text.text)).slice(0, most).map(({ context, start, end, share }) => {
		const { id, text: { text } } = contexts[context]!;
		return { context: id, text: text.slice(start, end), start, end, share: Math.min(1, share) };
	});
}

function isFlagged({ verdict, spad }: AnalysisSentence): boolean {
	return spad?.hallucinated === true || verdict === 'ungrounded' || verdict === 'leak';
}
