import * as z from 'zod';
import { readJsonFile } from '../safety/json-file.ts';
import type { ModelFiles } from '../safety/model-folder.ts';

const size = z.number().int().positive().nullish().catch(undefined);
const shape = z.looseObject({
	max_position_embeddings: size,
	n_positions: size,
	num_attention_heads: size,
	n_heads: size,
	hidden_size: size,
	dim: size,
	intermediate_size: size,
	hidden_dim: size,
	pad_token_id: z.number().int().nonnegative().nullish().catch(undefined),
});

/** What `config.json` says of an encoder's size. */
export interface EncoderConfig {
	/** Tokens that it takes at a time; `undefined`: it does not say. */
	readonly positions: number | undefined;
	readonly heads: number | undefined;
	/** Numbers of a token between layers, and within one. */
	readonly width: number | undefined;
	readonly innerWidth: number | undefined;
	/** What fills up short texts, where nobody looks. */
	readonly padding: number;
}

export async function encoderConfig({ config }: Pick<ModelFiles, 'config'>): Promise<EncoderConfig> {
	const data = shape.parse(await readJsonFile(config));
	const max = data.max_position_embeddings ?? data.n_positions ?? undefined;
	return {
		// RoBERTa and its kin count two positions (514, 8194) that no token ever has.
		positions: max !== undefined && max % 8 === 2 && max > 2 ? max - 2 : max,
		heads: data.num_attention_heads ?? data.n_heads ?? undefined,
		width: data.hidden_size ?? data.dim ?? undefined,
		innerWidth: data.intermediate_size ?? data.hidden_dim ?? undefined,
		padding: data.pad_token_id ?? 0,
	};
}
