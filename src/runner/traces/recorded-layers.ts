import { promptParts } from '../../analysis/analyze-trace.ts';
import { traceReading } from '../../analysis/trace-reading.ts';
import type { AttributingModel } from '../../analysis/language-model.ts';
import { layerSteps } from '../../analysis/spad/layer-steps.ts';
import type { AnalysisRecord, AnalysisToken } from '../../formats/analysis-record.ts';
import type { AnsweredTrace } from '../../formats/read-traces.ts';
import { tokenSources } from '../../formats/token-sources.ts';
import type { AttributeOptions } from '../../model-io/requests.ts';

/** Tokens that are asked for at a time: an answer holds what each key gave to each of them. */
const together = 256;

/** Whom to ask for the path of a trace's response, and how. */
interface LayersAsked {
	readonly trace: AnsweredTrace;
	readonly model: Pick<AttributingModel, 'origins'>;
	readonly options: Pick<AttributeOptions, 'signal' | 'screen'>;
}

/**
 * Returns the record with each token's path through the layers. One without sources stays as it is.
 * Rejects as `AttributingModel.origins` does.
 */
export async function withLayers(record: AnalysisRecord, { trace, model, options }: LayersAsked): Promise<AnalysisRecord> {
	if (record.attribution === null) return record;
	let { errorBound } = record.attribution;
	const tokens: AnalysisToken[] = [];
	while (tokens.length < record.tokens.length) {
		const first = tokens.length;
		const next = record.tokens.slice(first, first + together);
		const rows = next.map((_, i) => first + i);
		// oxlint-disable-next-line no-await-in-loop -- the model does one thing at a time
		const { layers, errorBound: own } = await model.origins(traceReading(promptParts(trace)).parts, rows, {
			...options,
			onProgress: () => undefined,
		});
		// These are attributed apart from the sources.
		errorBound = Math.max(errorBound, own);
		const start = tokenSources.indexOf('initial');
		tokens.push(...next.map((token, i) => ({ ...token, layers: layerSteps(token.sources?.[start] ?? 0, layers, i) })));
	}
	return { ...record, tokens, attribution: { ...record.attribution, errorBound } };
}
