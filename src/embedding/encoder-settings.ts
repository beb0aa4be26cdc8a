import * as z from 'zod';
import { errorNumbers } from '../error-numbers.ts';
import { UserError } from '../errors.ts';
import { listInWords } from '../wording/phrases.ts';
import { poolings, type Pooling } from './pooling.ts';

/** What texts are to the one who asks: some encoders read a question in another way than what may answer it. */
export type TextRole = 'query' | 'document';

/** What of a model's folder decides its embeddings, beside its weights and its tokenizer. */
export interface EncoderSettings {
	/** One behind another; `null`: the graph itself gives one vector for a text, or the folder does not say. */
	readonly pooling: readonly Pooling[] | null;
	/** Whether what the folder says is more than a pooling of rows: only the graph itself can do it. */
	readonly needsGraph: string | null;
	/** What stands before a text, by its role; and before one whose role is not said. */
	readonly prompts: Readonly<Record<TextRole, string>>;
	readonly defaultPrompt: string;
	/** Whether the tokens of a prompt count in pooling. */
	readonly poolsPrompt: boolean;
	readonly lowerCase: boolean;
	/** Tokens of a text, special ones included, before it is cut off; `undefined`: as its tokenizer says. */
	readonly maxTokens: number | undefined;
}

/** A JSON file of the folder, where there is one. */
export interface FolderJson {
	readonly path: string;
	readonly json: unknown;
}

/** Files of sentence-transformers that may lie in the folder. */
export interface SettingsFiles {
	readonly modules: FolderJson | undefined;
	readonly pooling: FolderJson | undefined;
	readonly sentenceBert: FolderJson | undefined;
	readonly prompts: FolderJson | undefined;
}

const poolingNames = z.enum(poolings);
const modulesShape = z.array(z.looseObject({ path: z.string(), type: z.string() })).min(1);
const flag = z.boolean().nullish();
const poolingShape = z.looseObject({
	pooling_mode: z.union([poolingNames, z.array(poolingNames).min(1)]).nullish(),
	pooling_mode_cls_token: flag,
	pooling_mode_max_tokens: flag,
	pooling_mode_mean_tokens: flag,
	pooling_mode_mean_sqrt_len_tokens: flag,
	pooling_mode_weightedmean_tokens: flag,
	pooling_mode_lasttoken: flag,
	include_prompt: flag,
});
const sentenceBertShape = z.looseObject({ max_seq_length: z.number().int().positive().nullish(), do_lower_case: flag });
const promptsShape = z.looseObject({
	prompts: z.record(z.string(), z.string().nullable()).nullish(),
	default_prompt_name: z.string().nullish(),
});

/** Modules by the last part of their type's name: what becomes of a text in their order. */
const known = new Set(['Transformer', 'Pooling', 'Normalize']);

/**
 * Reads what sentence-transformers keeps beside a model. What is not there is as sentence-transformers has it for a plain model: the mean of the tokens,
 * and no prompts.
 * @throws {UserError} RA453 for what cannot be understood: an embedding by guess would be another one.
 */
export function encoderSettings({ modules, pooling, sentenceBert, prompts }: SettingsFiles): EncoderSettings {
	const types = modules === undefined ? [] : read(modulesShape, modules).map(({ type }) => type.split('.').at(-1) ?? type);
	const others = types.filter((type) => !known.has(type));
	const poolingConfig = pooling === undefined ? undefined : read(poolingShape, pooling);
	const bert = sentenceBert === undefined ? {} : read(sentenceBertShape, sentenceBert);
	const said = prompts === undefined ? {} : read(promptsShape, prompts);
	const named = said.prompts ?? {};
	const promptOf = (...names: readonly string[]): string => names.map((name) => named[name] ?? '').find((prompt) => prompt !== '') ?? '';
	const byDefault = said.default_prompt_name;
	if (typeof byDefault === 'string' && !Object.hasOwn(named, byDefault))
		throw notUnderstood(`its default prompt '${byDefault}' is none of its prompts`, prompts!.path);
	const defaultPrompt = (typeof byDefault === 'string' ? named[byDefault] : undefined) ?? '';
	return {
		pooling: poolingConfig === undefined ? null : poolingOf(poolingConfig),
		needsGraph: others.length === 0 ? null : listInWords(others),
		prompts: { query: promptOf('query'), document: promptOf('document', 'passage', 'corpus') },
		defaultPrompt,
		poolsPrompt: poolingConfig?.include_prompt ?? true,
		lowerCase: bert.do_lower_case ?? false,
		maxTokens: bert.max_seq_length ?? undefined,
	};
}

function poolingOf(said: z.infer<typeof poolingShape>): readonly Pooling[] {
	if (said.pooling_mode !== null && said.pooling_mode !== undefined)
		return typeof said.pooling_mode === 'string' ? [said.pooling_mode] : said.pooling_mode;
	const flags: readonly (readonly [boolean | null | undefined, Pooling])[] = [
		[said.pooling_mode_cls_token, 'cls'],
		[said.pooling_mode_max_tokens, 'max'],
		[said.pooling_mode_mean_tokens, 'mean'],
		[said.pooling_mode_mean_sqrt_len_tokens, 'mean_sqrt_len_tokens'],
		[said.pooling_mode_weightedmean_tokens, 'weightedmean'],
		[said.pooling_mode_lasttoken, 'lasttoken'],
	];
	const chosen = flags.filter(([isOn]) => isOn === true).map(([, kind]) => kind);
	return chosen.length === 0 ? ['mean'] : chosen;
}

function read<S extends z.ZodType>(shape: S, { path, json }: FolderJson): z.infer<S> {
	const found = shape.safeParse(json);
	if (found.success) return found.data;
	const issue = found.error.issues[0]!;
	throw notUnderstood(`'${issue.path.join('.')}' is not what was expected (${issue.message})`, path);
}

/** RA453. */
export function notUnderstood(why: string, file: string): UserError {
	return new UserError(errorNumbers.unknownPooling, `How this encoder makes a vector of a text cannot be understood: ${why}.`, {
		place: { file },
		hint: 'Expected the files that sentence-transformers writes (modules.json, 1_Pooling/config.json). Use another model, or an export whose graph has the output sentence_embedding.',
	});
}
