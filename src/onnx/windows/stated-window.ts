import * as z from 'zod';

/** The keys of `config.json` that say which layers have a sliding window. */
export const windowKeys = {
	model_type: z.string().nullish(),
	sliding_window: z.number().int().nullish(),
	use_sliding_window: z.boolean().nullish(),
	layer_types: z.array(z.string()).nullish(),
	max_window_layers: z.number().nullish(),
	/** Every so many layers sees all keys; families that write it as letters are not read. */
	sliding_window_pattern: z.union([z.number(), z.string()]).nullish(),
};
const shape = z.object(windowKeys);
export type WindowConfig = z.infer<typeof shape>;

/** Families whose older configs leave the pattern to the code that reads them. */
const patterns: Readonly<Record<string, number>> = { gemma2: 2, gemma3_text: 6, cohere2: 4 };

/** Keys that a row of this layer sees by the config: 0 for all, `undefined` where it cannot be told. */
export function statedWindow(config: WindowConfig, layer: number, layers: number): number | undefined {
	const { sliding_window: width, use_sliding_window: used, layer_types: types, max_window_layers: from, model_type: family } = config;
	if (types !== undefined && types !== null && types.length === layers)
		return types[layer] === 'sliding_attention' ? (width ?? undefined) : types[layer] === 'full_attention' ? 0 : undefined;
	if (width === undefined) return undefined;
	if (width === null || used === false) return 0;
	const pattern = config.sliding_window_pattern ?? (family === null || family === undefined ? undefined : patterns[family]);
	if (typeof pattern === 'string') return undefined;
	if (pattern !== undefined) return (layer + 1) % pattern === 0 ? 0 : width;
	return from === undefined || from === null || layer >= from ? width : 0;
}
