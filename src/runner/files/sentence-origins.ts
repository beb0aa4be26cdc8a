import type { Origins } from '../../reading/origins.ts';
import { originWords } from '../../analysis/spad/origin-words.ts';
import type { AnalysisRecord, AnalysisSentence, RecordedOrigin } from '../../formats/analysis-record.ts';
import type { AnsweredTrace } from '../../formats/read-traces.ts';
import { mostLitTokens } from '../features/origins.ts';
import { withAsked, type OriginsAsked } from './asked-origins.ts';

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
				rows.length === 0 || rows.length > mostLitTokens
					? sentence
					: { ...sentence, origins: recordedWords(await ask(rows), asked.trace, maxWordsPerSentence) },
			);
		}
		return { sentences };
	});
}

/** The strongest words, as the record has them. */
export function recordedWords(origins: Origins, { contexts }: AnsweredTrace, most: number): RecordedOrigin[] {
	return originWords(
		origins,
		contexts.map(({ text }) => text.text),
	)
		.slice(0, most)
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
