import { UserError } from '../errors.ts';
import type { GenerateOptions, GenerateResult, LanguageModel, ModelIdentity, PromptParts, ScoreOptions, ScoreResult } from '../analysis/language-model.ts';
import { generateResult, scoreResult } from '../protocol/model-process.ts';
import type { JobQueue } from './job-queue.ts';
import type { ModelHost } from './model-host.ts';
import { cacheKey, type ResultCache } from './result-cache.ts';
import { ResumedText } from './resumed-text.ts';

export interface QueuedModelOptions {
	readonly host: Pick<ModelHost, 'run'>;
	readonly queue: JobQueue;
	readonly cache: Pick<ResultCache, 'get' | 'put'>;
	/** The product's, for the names of what is cached. */
	readonly version: string;
	/** Bytes. */
	readonly memoryLimit: () => number;
	/** A number for sampling when the caller gave none. */
	readonly newSeed: () => number;
}

/** The language model as analysis sees it: scores come from the cache, or from the model process when the queue says so. */
export class QueuedModel implements LanguageModel {
	readonly identity: ModelIdentity;
	readonly #owner: string;
	readonly #options: QueuedModelOptions;

	/** `owner`: whose turn the work counts as, a document's URI or a request's token. */
	constructor(identity: ModelIdentity, owner: string, options: QueuedModelOptions) {
		this.identity = identity;
		this.#owner = owner;
		this.#options = options;
	}

	async score(parts: PromptParts, { topK, signal, onProgress }: ScoreOptions): Promise<ScoreResult> {
		signal.throwIfAborted();
		const { host, queue, cache, memoryLimit, version } = this.#options;
		const key = cacheKey(parts, this.identity, topK, version);
		const cached = await cache.get(key);
		signal.throwIfAborted();
		if (cached !== undefined) return cached;
		const { value, identity } = await queue.add(this.#owner, signal, () => host.run(
			{ type: 'score', parts: plain(parts), topK, memoryLimit: memoryLimit() },
			{ signal, onProgress: (_message, done, total) => onProgress(done, total) },
		));
		this.#expect(identity);
		const result = scoreResult.parse(value);
		await cache.put(key, result);
		return result;
	}

	async generate(parts: PromptParts, { maxTokens, temperature, topP, seed, signal, onText }: GenerateOptions): Promise<GenerateResult> {
		signal.throwIfAborted();
		const { host, queue, memoryLimit, newSeed } = this.#options;
		const text = new ResumedText(onText);
		const { value, identity } = await queue.add(this.#owner, signal, () => host.run(
			// A seed always, so that a second attempt writes the same text.
			{ type: 'generate', parts: plain(parts), maxTokens, temperature, topP, seed: seed ?? newSeed(), memoryLimit: memoryLimit() },
			{ signal, onText: (piece) => text.add(piece), onAttempt: () => text.restart() },
		));
		this.#expect(identity);
		return generateResult.parse(value);
	}

	#expect(identity: ModelIdentity): void {
		if (identity.sha256 === this.identity.sha256) return;
		throw new UserError('RA504', `The model's files changed while it was in use: ${this.identity.name}.`, { hint: 'Analyse again.' });
	}
}

/** A copy with nothing but what the message's schema names. */
function plain(parts: PromptParts): { system?: string; query: string; contexts: { id: string; text: string }[]; response?: string } {
	const { system, query, contexts, response } = parts;
	return {
		query, contexts: contexts.map(({ id, text }) => ({ id, text })),
		...(system === undefined ? {} : { system }), ...(response === undefined ? {} : { response }),
	};
}
