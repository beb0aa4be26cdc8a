import * as z from 'zod';
import { errorNumbers } from '../error-numbers.ts';
import { UserError } from '../errors.ts';
import { underUsualNames } from './genai-config.ts';
import { readJsonFile } from './safety/json-file.ts';
import type { ModelFiles } from './safety/model-folder.ts';

const size = z.number().int().positive().nullish();

/** The keys of `config.json` that are read, under the names that model families give them. */
const textConfig = z.object({
	vocab_size: size,
	max_position_embeddings: size,
	n_positions: size,
	n_ctx: size,
	max_seq_len: size,
	seq_length: size,
	max_sequence_length: size,
	hidden_size: size,
	n_embd: size,
	d_model: size,
	num_attention_heads: size,
	n_head: size,
	n_heads: size,
	num_key_value_heads: size,
	num_kv_heads: size,
	multi_query: z.boolean().nullish(),
	head_dim: size,
});
type SizeKey = Exclude<keyof z.infer<typeof textConfig>, 'multi_query'>;
const stops = z.union([z.number().int(), z.array(z.number().int())], 'a whole number, or a list of them, was expected').nullish();
const configShape = textConfig.extend({ eos_token_id: stops, text_config: textConfig.extend({ eos_token_id: stops }).nullish() });
const generationShape = z.object({ eos_token_id: stops });

/** Context window if neither the config nor the tokenizer states one, tokens. */
export const fallbackWindow = 2048;

/** What the engine needs to know about a model that its graph does not say. */
export interface ModelConfig {
	readonly vocabulary: number | undefined;
	/** Context window in tokens. `undefined` if the config does not say. */
	readonly contextWindow: number | undefined;
	readonly heads: number | undefined;
	readonly keyValueHeads: number | undefined;
	readonly headSize: number | undefined;
	/** Tokens that end an answer. */
	readonly endTokens: ReadonlySet<number>;
}

/**
 * Reads `config.json` (or `genai_config.json`, which builders write instead) and `generation_config.json`.
 * @throws {UserError} RA205 for keys of an unexpected type.
 */
export async function loadModelConfig(files: Pick<ModelFiles, 'config' | 'generationConfig'>): Promise<ModelConfig> {
	const config = await read(files.config, configShape);
	const generation = files.generationConfig === undefined ? {} : await read(files.generationConfig, generationShape);
	// Models with more modalities keep the language model's part in `text_config`.
	const first = (...keys: SizeKey[]) =>
		keys.map((key) => config.text_config?.[key] ?? config[key] ?? undefined).find((found) => found !== undefined);
	const heads = first('num_attention_heads', 'n_head', 'n_heads');
	const width = first('hidden_size', 'n_embd', 'd_model');
	return {
		vocabulary: first('vocab_size'),
		contextWindow: first('max_position_embeddings', 'n_positions', 'n_ctx', 'max_seq_len', 'seq_length', 'max_sequence_length'),
		heads,
		keyValueHeads:
			first('num_key_value_heads', 'num_kv_heads') ?? ((config.text_config?.multi_query ?? config.multi_query) === true ? 1 : heads),
		headSize: first('head_dim') ?? (width !== undefined && heads !== undefined && width % heads === 0 ? width / heads : undefined),
		endTokens: new Set([generation.eos_token_id, config.eos_token_id, config.text_config?.eos_token_id].flatMap((id) => id ?? [])),
	};
}

async function read<S extends z.ZodType>(file: ModelFiles['config'], shape: S): Promise<z.infer<S>> {
	const found = shape.safeParse(underUsualNames(await readJsonFile(file)));
	if (found.success) return found.data;
	const issue = found.error.issues[0]!;
	throw new UserError(
		errorNumbers.malformedModelJson,
		`In this file '${issue.path.join('.')}' is not what was expected: ${issue.message}.`,
		{
			place: { file: file.path },
			hint: 'Download the model again.',
		},
	);
}
