import { promptParts } from '../../analysis/analyse-trace.ts';
import type { AttributeOptions, AttributingModel } from '../../analysis/language-model.ts';
import { layerSteps } from '../../analysis/spad/layer-steps.ts';
import type { AnalysisRecord, AnalysisToken } from '../../formats/analysis-record.ts';
import type { AnsweredTrace } from '../../formats/read-traces.ts';
import { tokenSources } from '../../formats/token-sources.ts';

/** Tokens that are asked for at a time: an answer holds what each key gave to each of them, which is not wanted here. */
const together = 256;

/** The record with each token's path through the layers; one without sources stays as it is. Rejects as `AttributingModel.origins` does. */
export async function withLayers(record: AnalysisRecord, trace: AnsweredTrace, model: Pick<AttributingModel, 'origins'>, options: Pick<AttributeOptions, 'signal' | 'screen'>): Promise<AnalysisRecord> {
	if (record.attribution === null) return record;
	const tokens: AnalysisToken[] = [];
	let { errorBound } = record.attribution;
	while (tokens.length < record.tokens.length) {
		const asked = record.tokens.slice(tokens.length, tokens.length + together);
		const { layers, ...found } = await model.origins(promptParts(trace), asked.map((_, i) => tokens.length + i), { ...options, onProgress: () => undefined });
		// Layers are attributed apart from the sources.
		errorBound = Math.max(errorBound, found.errorBound);
		tokens.push(...asked.map((token, i) => ({ ...token, layers: layerSteps(token.sources?.[tokenSources.indexOf('initial')] ?? 0, layers, i) })));
	}
	return { ...record, attribution: { ...record.attribution, errorBound }, tokens };
}
