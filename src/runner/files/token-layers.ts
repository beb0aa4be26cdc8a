import { layerSteps } from '../../analysis/spad/layer-steps.ts';
import type { AnalysisRecord } from '../../formats/analysis-record.ts';
import { tokenSources } from '../../formats/token-sources.ts';
import { withEachToken, type OriginsAsked } from './asked-origins.ts';

/** The record with each token's path through the layers. Otherwise as `withAsked`. */
export async function withLayers(record: AnalysisRecord, asked: OriginsAsked): Promise<AnalysisRecord> {
	return withEachToken(record, asked, ({ sources }, { layers }, i) => ({
		layers: layerSteps(sources?.[tokenSources.indexOf('initial')] ?? 0, layers, i),
	}));
}
