import type { AnalysisRecord } from '../../formats/analysis-record.ts';
import { rowsOf } from '../origin-blocks.ts';
import { withEachToken, type OriginsAsked } from './asked-origins.ts';
import { recordedWords } from './sentence-origins.ts';

/** Words of a token that are kept: further ones gave little, and a record has many tokens. */
const maxWordsPerToken = 8;

/** The record with, of each token, the words of the contexts that fed it. Otherwise as `withAsked`. */
export async function withTokenOrigins(record: AnalysisRecord, asked: OriginsAsked): Promise<AnalysisRecord> {
	return withEachToken(record, asked, (_, origins, i) => ({
		origins: recordedWords(rowsOf([origins], [...origins.rows.subarray(i, i + 1)]), asked.trace, maxWordsPerToken),
	}));
}
