import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { errorNumbers } from '../error-numbers.ts';
import { UserError } from '../errors.ts';
import type { AllocationLimit } from './allocations/allocation-limit.ts';
import { tokensAtATime } from './allocations/largest-tensors.ts';
import type { ExecutionProviderChoice } from './devices/execution-provider-choice.ts';
import type { SplitDecoder } from '../onnx/split-at-unembedding.ts';
import { readModelFile } from '../onnx/onnx-model-reader.ts';
import { windowedCaches } from '../onnx/windowed-cache.ts';
import type { PartOfGraph } from '../onnx/part-of-graph.ts';
import { HeadSession } from './head-session.ts';
import { cacheSlots, emptyCache, feedable, type CacheSlot, type KeyValueCache } from './key-value-cache.ts';
import { Logits } from './logits.ts';
import { fallbackWindow, type ModelConfig } from './model-config.ts';
import { openModel, openPart } from './open-session.ts';
import { firstLine } from './runtime-message.ts';
import type { CacheBatch } from './paths/cache-batch.ts';
import { batchFeeds, feedsBehind, textFeeds, textInputTypes, type Behind, type TextInputTypes } from './text-feeds.ts';
import { isTextInput, type TextInput } from '../onnx/text-inputs.ts';

/** The result of one run: the rows' logits if they were requested, and the cache for the next run. */
export interface Step {
	readonly logits: Logits | null;
	readonly cache: KeyValueCache;
}

/** The result of feeding one more token to each text of a batch. */
export interface BatchStep {
	/** One row for each text. */
	readonly logits: Logits;
	readonly batch: CacheBatch;
}

/** The last rows of a text that was read at once. */
export interface ReadText {
	/**
	 * Returns the logits of rows `from` to `to`, counted within these last rows. If the unembedding is its own session, the logits are
	 * computed now.
	 */
	logits(from: number, to: number): Promise<Logits>;
}

/**
 * A decoder-only ONNX graph from any exporter, with or without a key/value cache.
 * The batch is 1. The input is `input_ids [1, n]` and the output `logits [1, n, V]`. `step` and `read` block this thread while the graph
 * runs.
 */
export class DecoderSession {
	readonly #session: InferenceSession;
	/** The unembedding, if `#session` ends before it. */
	readonly #head: HeadSession | undefined;
	readonly #file: string;
	readonly #types: TextInputTypes;
	readonly #slots: readonly CacheSlot[];
	#takesCache: boolean;
	/** Number of tokens of the longest text that was read at once. */
	#longest = 0;
	/** Size of the vocabulary, `V`. */
	readonly vocabulary: number;
	/** Bytes of one logit as the graph returns it. */
	readonly logitBytes: number;
	/** Whether a text can be read without the logits of all its rows. */
	readonly trimsLogits: boolean;
	/** Largest number of tokens that are fed at a time. */
	readonly maxInputTokens: number;
	/** Whether the graph has two branches: one for an empty cache and one for a filled cache. */
	readonly branches: boolean;
	/** Bytes of the largest logits tensor so far. */
	largestLogits = 0;

	private constructor(
		session: InferenceSession,
		head: HeadSession | undefined,
		file: string,
		config: ModelConfig,
		windows: ReadonlyMap<string, number>,
		limit: AllocationLimit | undefined,
	) {
		this.#session = session;
		this.#head = head;
		this.#file = file;
		const inputs = session.inputMetadata.flatMap((meta) => (meta.isTensor ? [meta] : []));
		this.#types = textInputTypes(inputs);
		const logits = (head ?? session).outputMetadata.find((meta) => meta.name === 'logits');
		if (!this.#types.has('input_ids') || logits === undefined) throw this.#refusal("it has no input 'input_ids' or no output 'logits'");
		const past = inputs.filter(({ name }) => !isTextInput(name));
		const slots = past.length === 0 ? [] : cacheSlots(past, session.outputNames, config, windows);
		if (typeof slots === 'string') throw this.#refusal(slots);
		this.#slots = slots;
		this.#takesCache = slots.length > 0;
		const [texts, length] = inputs.find(({ name }) => name === 'input_ids')?.shape ?? [];
		if (!this.#takesCache && (typeof length === 'number' || (typeof texts === 'number' && texts !== 1))) {
			throw this.#refusal(`it takes texts of one size only ('input_ids' is ${String(texts)} × ${String(length)})`);
		}
		if (!logits.isTensor || (logits.type !== 'float32' && logits.type !== 'float16'))
			throw this.#refusal("its output 'logits' is neither float32 nor float16");
		const width = logits.shape.at(-1);
		const vocabulary = typeof width === 'number' ? width : config.vocabulary;
		if (vocabulary === undefined) throw this.#refusal("neither its output 'logits' nor config.json says how large its vocabulary is");
		this.vocabulary = vocabulary;
		this.logitBytes = logits.type === 'float16' ? 2 : 4;
		this.branches = this.#types.has('use_cache_branch');
		this.maxInputTokens = tokensAtATime(limit, config.heads, config.contextWindow ?? fallbackWindow);
		this.trimsLogits = head !== undefined || this.#types.has('num_logits_to_keep');
	}

	/**
	 * Opens a checked model file.
	 * @param file path of the `.onnx`. External data is beside it.
	 * @param parts the model in two parts, or written anew. It is opened in place of the file.
	 * @param windows cache inputs that keep no more than a window, and how many tokens that is. Absent: what the file says.
	 * @throws {UserError} RA401 if the runtime cannot open it on the device, RA402 if it is not a decoder that can be fed.
	 */
	static async open(
		file: string,
		provider: ExecutionProviderChoice,
		config: ModelConfig,
		parts?: SplitDecoder | PartOfGraph,
		windows?: ReadonlyMap<string, number>,
	): Promise<DecoderSession> {
		const cut = parts !== undefined && 'body' in parts ? parts : undefined;
		const body = parts !== undefined && 'body' in parts ? parts.body : parts;
		const session = await (body === undefined ? openModel(file, provider) : openPart(body, file, provider));
		let head: HeadSession | undefined;
		try {
			head = cut && new HeadSession(await openPart(cut.head, file, provider), cut);
			return new DecoderSession(
				session,
				head,
				file,
				config,
				windows ?? (cut === undefined ? windowedCaches(readModelFile(file).graph) : new Map()),
				provider.allocationLimit,
			);
		} catch (error) {
			await session.release();
			await head?.dispose();
			throw error;
		}
	}

	/** Returns whether a text can be fed in pieces. If not, it is read at once. */
	get takesCache(): boolean {
		return this.#takesCache;
	}

	/** Returns whether the graph has a cache that is not used because `forgoCache` was called. */
	get forgoesCache(): boolean {
		return this.#slots.length > 0 && !this.#takesCache;
	}

	/** Makes the session read each text at once from now on, like a graph that was exported without a cache. */
	forgoCache(): void {
		this.#takesCache = false;
	}

	/** Returns an empty cache. */
	start(): KeyValueCache {
		return emptyCache(this.#slots);
	}

	/** Returns the bytes that the cache takes for `tokens` tokens of one sequence. */
	cacheBytes(tokens: number): number {
		return this.#slots.reduce((sum, slot) => sum + slot.bytesPerToken * tokens + slot.fixedBytes, 0);
	}

	/** Returns the bytes that the cache takes if layers with a sliding window keep all tokens, as they do for attribution. */
	wholeCacheBytes(tokens: number): number {
		return this.#slots.reduce((sum, slot) => sum + (slot.whole === 0 ? slot.fixedBytes : slot.whole * tokens), 0);
	}

	/** Returns the bytes that the largest tensor of the cache takes for `tokens` tokens. */
	largestCacheBytes(tokens: number): number {
		return this.#slots.reduce((max, slot) => Math.max(max, slot.bytesPerToken * tokens + slot.fixedBytes), 0);
	}

	/**
	 * Feeds tokens after those in the cache. For a graph that takes no cache, the cache must be empty, and it stays empty.
	 * @param ids `[n]`, n >= 1.
	 * @param rows number of rows whose logits are wanted, from the last. Row `i` of n predicts what follows `ids[i]`. 0: only the cache.
	 * @returns the logits, and the cache that replaces the given one. Do not use the given one again.
	 * @throws {UserError} RA409 if the runtime fails. Without a cache, as `read`.
	 */
	async step(ids: ArrayLike<number>, cache: KeyValueCache, rows: number): Promise<Step> {
		if (!this.#takesCache) {
			if (cache.length > 0) throw new RangeError('a graph that takes no cache was fed behind other tokens');
			return { logits: rows === 0 ? null : await (await this.read(ids, rows)).logits(0, rows), cache };
		}
		const results = await this.#running(
			this.#session.run(this.#feeds(ids, cache, rows), [...this.#slots.map((slot) => slot.output), ...(rows > 0 ? ['logits'] : [])]),
		);
		const next = {
			length: cache.length + ids.length,
			tensors: new Map(this.#slots.map((slot) => [slot.input, feedable(results[slot.output]!)])),
		};
		return { logits: rows === 0 ? null : this.#logits(results['logits']!, rows), cache: next };
	}

	/** Returns the slots that the cache consists of. */
	get slots(): readonly CacheSlot[] {
		return this.#slots;
	}

	/**
	 * Feeds one token after each text of a batch. The graph must have passed the check that it can run a batch (`paths/batch-check.ts`).
	 * @param ids `[n]`, one for each text.
	 * @returns the logits, and the batch that replaces the given one. Do not use the given one again.
	 * @throws {UserError} RA409 if the runtime fails.
	 */
	async stepBatch(ids: readonly number[], batch: CacheBatch): Promise<BatchStep> {
		const feeds = { ...Object.fromEntries(batch.tensors), ...batchFeeds(this.#types, ids, batch) };
		const results = await this.#running(this.#session.run(feeds, ['logits', ...this.#slots.map((slot) => slot.output)]));
		const logits = results['logits']!;
		const { dims } = logits;
		if (dims.length !== 3 || dims[0] !== ids.length || dims[1] !== 1)
			throw this.#refusal(`of ${ids.length} texts with a token each it gives logits [${dims.join(', ')}]`);
		const grown = {
			...batch,
			lengths: batch.lengths.map((length) => length + 1),
			max: batch.max + 1,
			width: batch.width + 1,
			tensors: new Map(this.#slots.map((slot) => [slot.input, feedable(results[slot.output]!)])),
		};
		return { logits: this.#logits(logits.reshape([1, ids.length, this.vocabulary]), ids.length), batch: grown };
	}

	/** Returns whether the graph has an input of this name. */
	takes(input: TextInput): boolean {
		return this.#types.has(input);
	}

	/**
	 * Feeds the same tokens behind several caches of one length, of which each may hide columns. The graph must have passed the check that it
	 * can (`hiding/hiding-check.ts`).
	 * @param ids `[n]`, n >= 1.
	 * @param cache texts are its first axis.
	 * @param behind one for each text.
	 * @param isLast whether nothing is fed behind them: the cache that follows is then the given one.
	 * @returns the logits of all rows, text by text, and the cache that follows. The given cache stays as it is.
	 * @throws {UserError} RA409 if the runtime fails.
	 */
	async stepBehind(ids: ArrayLike<number>, cache: KeyValueCache, behind: readonly Behind[], isLast = false): Promise<Step> {
		const rows = behind.length * ids.length;
		const feeds = { ...Object.fromEntries(cache.tensors), ...feedsBehind(this.#types, ids, cache.length, behind) };
		// A cache that nobody wants is not copied out of the runtime, which takes a tenth of a short reading behind a long prompt.
		const caches = isLast ? [] : this.#slots.map((slot) => slot.output);
		const results = await this.#running(this.#session.run(feeds, [...caches, 'logits']));
		const logits = results['logits']!;
		const { dims } = logits;
		if (dims.length !== 3 || dims[0] !== behind.length || dims[1] !== ids.length)
			throw this.#refusal(`of ${behind.length} texts with ${ids.length} tokens each it gives logits [${dims.join(', ')}]`);
		return {
			logits: this.#logits(logits.reshape([1, rows, this.vocabulary]), rows),
			cache: isLast
				? cache
				: {
						length: cache.length + ids.length,
						tensors: new Map(this.#slots.map((slot) => [slot.input, feedable(results[slot.output]!)])),
					},
		};
	}

	/**
	 * Reads a text at once.
	 * @param ids `[n]`, n >= 1.
	 * @param rows number of rows that are wanted, from the last, at least one.
	 * @throws {UserError} RA402 if the graph returns fewer rows, RA409 if the runtime fails, RA413 if the runtime fails and has read a
	 * shorter text at once before.
	 */
	async read(ids: ArrayLike<number>, rows: number): Promise<ReadText> {
		const head = this.#head;
		const results = await this.#running(this.#session.run(this.#feeds(ids, this.start(), rows), head?.wanted ?? ['logits']), ids.length);
		this.#longest = Math.max(this.#longest, ids.length);
		const given = results[head?.rows ?? 'logits']?.dims.at(-2) ?? 0;
		if (given < rows) throw this.#refusal(`of ${rows} tokens it gives the logits of ${given}`);
		if (head === undefined) {
			const logits = this.#logits(results['logits']!, rows);
			return { logits: (from, to) => Promise.resolve(logits.part(from, to)) };
		}
		const states = head.last(results, rows);
		return { logits: async (from, to) => this.#logits(await this.#running(head.logits(states, from, to)), to - from) };
	}

	/** Releases the runtime's sessions. */
	async dispose(): Promise<void> {
		await this.#session.release();
		await this.#head?.dispose();
	}

	#logits(tensor: Tensor, rows: number): Logits {
		const logits = new Logits(tensor, rows, this.vocabulary);
		this.largestLogits = Math.max(this.largestLogits, logits.bytes);
		return logits;
	}

	#feeds(ids: ArrayLike<number>, cache: KeyValueCache, rows: number): InferenceSession.FeedsType {
		return { ...Object.fromEntries(cache.tensors), ...textFeeds(this.#types, ids, cache.length, rows) };
	}

	/**
	 * Waits for a run. Throws the runtime's error as a `UserError`.
	 * @param whole number of tokens, if a text is read at once.
	 */
	async #running<T>(run: Promise<T>, whole?: number): Promise<T> {
		try {
			return await run;
		} catch (cause) {
			const place = { file: this.#file };
			if (whole !== undefined && this.#longest > 0 && whole > this.#longest) {
				throw new UserError(
					errorNumbers.longTextFailedWithoutCache,
					`${this.forgoesCache ? "This model's key/value cache fails" : 'This model was exported without a key/value cache'}, so that every text is read at once, and it fails at one of ${whole} tokens: ${firstLine(cause)}.`,
					{
						place,
						hint: `It has read ${this.#longest}. Shorten the contexts, write into config.json how many tokens it takes (max_position_embeddings), or export the model with a cache that works (for optimum: --task text-generation-with-past); it may also be short of memory.`,
						cause,
					},
				);
			}
			throw new UserError(errorNumbers.runtimeFailed, `ONNX Runtime failed while it ran this model: ${firstLine(cause)}.`, {
				place,
				hint: "It may be short of memory, or the device may not know one of the model's operators: try another device.",
				cause,
			});
		}
	}

	#refusal(why: string): UserError {
		return new UserError(errorNumbers.notADecoder, `This ONNX file is no decoder that can be scored: ${why}.`, {
			place: { file: this.#file },
			hint: 'A text-generation export was expected, best with a key/value cache (for optimum: --task text-generation-with-past).',
		});
	}
}
