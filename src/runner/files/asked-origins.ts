import { promptParts } from '../../analysis/analyse-trace.ts';
import type { AttributeOptions } from '../../reading/read-options.ts';
import type { AttributingModel } from '../../analysis/language-model.ts';
import type { Origins } from '../../reading/origins.ts';
import type { AnalysisRecord, AnalysisToken } from '../../formats/analysis-record.ts';
import type { AnsweredTrace } from '../../formats/read-traces.ts';

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
export async function withAsked(
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
export async function withEachToken(
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
