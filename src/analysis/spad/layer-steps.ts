import type { LayerStep } from '../../formats/analysis-record.ts';
import { attendedCount, type LayerParts } from '../../model-io/attribution.ts';

/** What each layer gave to one token's probability, and the probe's probability on its way, from `initial`, what it is at the embedding. */
export function layerSteps(initial: number, { count, attention, ffn }: LayerParts, row: number): LayerStep[] {
	let probe = initial;
	return Array.from({ length: count }, (_, layer) => {
		const at = row * count + layer;
		const parts = Array.from(attention.subarray(attendedCount * at, attendedCount * (at + 1)));
		const afterAttention = probe + parts.reduce((a, b) => a + b, 0);
		probe = afterAttention + ffn[at]!;
		return { attention: parts, ffn: ffn[at]!, afterAttention: probability(afterAttention), afterFfn: probability(probe) };
	});
}

/** What rounding leaves below zero or above one is none. */
function probability(value: number): number {
	return Math.min(1, Math.max(0, value));
}
