import * as z from 'zod';

/** File that onnxruntime-genai's model builder writes in place of `config.json`. */
export const genaiConfigName = 'genai_config.json';

const size = z.number().int().positive().optional();
const genai = z.object({
	model: z.object({
		type: z.string().optional(),
		vocab_size: size,
		context_length: size,
		eos_token_id: z.union([z.number().int(), z.array(z.number().int())]).optional(),
		decoder: z.object({
			hidden_size: size,
			num_attention_heads: size,
			num_key_value_heads: size,
			num_hidden_layers: size,
			head_size: size,
			sliding_window: z.object({ window_size: size, layers: z.array(z.number().int()).optional() }).optional(),
		}),
	}),
});

/** What a parsed `genai_config.json` says of a model, under the names of `config.json`; anything else as it is. */
export function underUsualNames(parsed: unknown): unknown {
	const found = genai.safeParse(parsed);
	if (!found.success) return parsed;
	const { decoder, ...model } = found.data.model;
	const layers = decoder.sliding_window?.layers;
	return {
		model_type: model.type,
		vocab_size: model.vocab_size,
		max_position_embeddings: model.context_length,
		eos_token_id: model.eos_token_id,
		hidden_size: decoder.hidden_size,
		num_hidden_layers: decoder.num_hidden_layers,
		head_dim: decoder.head_size,
		soft_caps_told: false,
		num_attention_heads: decoder.num_attention_heads,
		num_key_value_heads: decoder.num_key_value_heads,
		// Without the layers it cannot be told which have a window.
		...(layers !== undefined &&
			decoder.num_hidden_layers !== undefined &&
			decoder.num_hidden_layers <= maxLayers && {
				sliding_window: decoder.sliding_window?.window_size,
				layer_types: Array.from({ length: decoder.num_hidden_layers }, (_, layer) =>
					layers.includes(layer) ? 'sliding_attention' : 'full_attention',
				),
			}),
	};
}

/** More than models have. */
const maxLayers = 4096;
