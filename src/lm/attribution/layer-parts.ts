import { attendedCount } from '../../reading/sources.ts';
import type { LayerParts } from '../../reading/origins.ts';
import type { SpadAttribution } from './attribute.ts';
import type { DecoderStructure } from '../../onnx/recognise/decoder.ts';

/**
 * An attribution's parts by layer, `[R, L, ..]`, of the rows that are named. A layer may have no feed-forward block, or more than
 * one: they are added up.
 */
export function layerParts(
	{ tokens, layers: { attention, feedForward } }: SpadAttribution,
	{ blocks, layers: count }: DecoderStructure,
	rows: readonly number[],
): LayerParts {
	const attentionLayers = blocks.filter(({ kind }) => kind === 'attention').map(({ layer }) => layer);
	const ffnLayers = blocks.filter(({ kind }) => kind === 'ffn').map(({ layer }) => layer);
	const parts = { count, attention: new Float64Array(rows.length * count * attendedCount), ffn: new Float64Array(rows.length * count) };
	for (const [r, row] of rows.entries()) {
		for (const [b, layer] of attentionLayers.entries()) {
			const from = (b * tokens + row) * attendedCount;
			parts.attention.set(attention.subarray(from, from + attendedCount), (r * count + layer) * attendedCount);
		}
		for (const [b, layer] of ffnLayers.entries()) parts.ffn[r * count + layer]! += feedForward[b * tokens + row]!;
	}
	return parts;
}
