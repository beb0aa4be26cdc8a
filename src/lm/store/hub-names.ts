import type { PretrainedConfig } from '@huggingface/transformers';
import { graphNames, dtypes, type Dtype } from '../safety/graph-name.ts';
import type { Repository } from './repository.ts';

/** Address of a file, by the scheme that `@huggingface/transformers` uses (`env.remotePathTemplate`). */
export async function fileAddress(from: Repository, file: string): Promise<URL> {
	const { env } = await import('@huggingface/transformers');
	const folder = env.remotePathTemplate.replaceAll('{model}', from.id).replaceAll('{revision}', encodeURIComponent(from.revision));
	return new URL(folder + file.split('/').map(encodeURIComponent).join('/'), from.host);
}

/**
 * Names under which a repository may keep its model file, the likeliest first: what `@huggingface/transformers` would
 * load for this configuration, then the other names that a model folder may use. With no dtype all are tried, fp32 first,
 * unless the configuration names one (`transformers.js_config.dtype`). Without a configuration of the usual kind, those names alone.
 */
export async function graphCandidates(
	id: string,
	config: Readonly<Record<string, unknown>> | undefined,
	dtype: Dtype | undefined,
): Promise<string[]> {
	const others = (dtype === undefined ? dtypes : [dtype]).flatMap((each) => graphNames(each).map(({ name }) => name));
	if (config === undefined) return others;
	const { env, LogLevel, ModelRegistry } = await import('@huggingface/transformers');
	const level = env.logLevel;
	// It warns of architectures that it cannot run itself; scoring does not need it to.
	env.logLevel = LogLevel.NONE;
	const named = await ModelRegistry.get_model_files(id, {
		config: asPretrainedConfig(config),
		...(dtype !== undefined && { dtype }),
	}).finally(() => {
		env.logLevel = level;
	});
	const own = named.filter((name) => name.endsWith('.onnx'));
	return [...new Set([...(own.length === 1 ? own : []), ...others])];
}

/** The library takes the parsed `config.json` as it is and wraps it itself; its type says otherwise. */
function asPretrainedConfig(config: Readonly<Record<string, unknown>>): PretrainedConfig {
	return Object.assign(Object.create(null), config);
}
