import { InferenceSession, Tensor } from 'onnxruntime-node';
import { UserError } from '../errors.ts';
import type { ExecutionProviderChoice } from './devices/execution-provider-choice.ts';
import { executionProvidersOf } from './devices/execution-providers.ts';
import { readModelFile } from './graph/onnx-model-reader.ts';
import { integers } from './integer-tensor.ts';
import { cacheSlots, emptyCache, feedable, type CacheSlot, type KeyValueCache } from './key-value-cache.ts';
import { Logits } from './logits.ts';
import type { ModelConfig } from './model-config.ts';
import { firstLine } from './runtime-message.ts';

/** The result of one run: the rows' logits when they were asked for, and the cache to go on with. */
export interface Step {
	readonly logits: Logits | null;
	readonly cache: KeyValueCache;
}

/** Inputs besides the cache that we know how to feed. */
const known = ['input_ids', 'attention_mask', 'position_ids', 'use_cache_branch', 'num_logits_to_keep'] as const;
type KnownInput = (typeof known)[number];

/**
 * A decoder-only ONNX graph with a key/value cache, whatever exporter wrote it: batch 1, `input_ids [1, n]` in,
 * `logits [1, n, V]` out. `step` blocks this thread while the graph runs.
 */
export class DecoderSession {
	readonly #session: InferenceSession;
	readonly #file: string;
	readonly #types: ReadonlyMap<KnownInput, Tensor.Type>;
	readonly #slots: readonly CacheSlot[];
	/** `V`. */
	readonly vocabulary: number;
	/** Bytes of one logit as the graph gives it. */
	readonly logitBytes: number;
	/** Whether the graph can be told to give only the last rows' logits. */
	readonly trimsLogits: boolean;
	/** Whether the graph has two ways in one: for an empty cache, and for a filled one. */
	readonly branches: boolean;
	/** Bytes of the largest logits tensor that was held so far. */
	largestLogits = 0;

	private constructor(session: InferenceSession, file: string, config: ModelConfig) {
		this.#session = session;
		this.#file = file;
		const inputs = session.inputMetadata.flatMap((meta) => (meta.isTensor ? [meta] : []));
		this.#types = new Map(inputs.flatMap((meta) => known.flatMap((name) => (meta.name === name ? [[name, meta.type] as const] : []))));
		if (!this.#types.has('input_ids') || !session.outputNames.includes('logits')) throw this.#refusal("it has no input 'input_ids' or no output 'logits'");
		const slots = cacheSlots(inputs.filter((meta) => !known.some((name) => name === meta.name)), session.outputNames, config);
		if (typeof slots === 'string') throw this.#refusal(slots);
		this.#slots = slots;
		const logits = session.outputMetadata.find((meta) => meta.name === 'logits');
		if (logits === undefined || !logits.isTensor || logits.type !== 'float32' && logits.type !== 'float16') throw this.#refusal("its output 'logits' is neither float32 nor float16");
		const width = logits.shape.at(-1);
		const vocabulary = typeof width === 'number' ? width : config.vocabulary;
		if (vocabulary === undefined) throw this.#refusal("neither its output 'logits' nor config.json says how large its vocabulary is");
		this.vocabulary = vocabulary;
		this.logitBytes = logits.type === 'float16' ? 2 : 4;
		this.branches = this.#types.has('use_cache_branch');
		this.trimsLogits = this.#types.has('num_logits_to_keep');
	}

	/**
	 * Opens a checked model file.
	 * @param file path of the `.onnx`; external data lies beside it.
	 * @throws {UserError} RA401 when the runtime cannot open it there, RA402 when it is no decoder with a cache.
	 */
	static async open(file: string, provider: ExecutionProviderChoice, config: ModelConfig): Promise<DecoderSession> {
		const providers = executionProvidersOf(provider, () => readModelFile(file));
		let session: InferenceSession;
		try {
			// Memory patterns assume that shapes repeat; with a growing cache they only cost memory.
			session = await InferenceSession.create(file, { ...providers, enableMemPattern: false, logSeverityLevel: 3 });
		} catch (cause) {
			throw new UserError('RA401', `ONNX Runtime cannot open this model on ${provider.device}: ${firstLine(cause)}.`, {
				place: { file }, hint: 'The file may be damaged, or made for a newer runtime or another device. Download or export it again, or choose another device.', cause,
			});
		}
		try {
			return new DecoderSession(session, file, config);
		} catch (error) {
			await session.release();
			throw error;
		}
	}

	start(): KeyValueCache {
		return emptyCache(this.#slots);
	}

	/** Bytes that the cache takes for `tokens` tokens of one sequence. */
	cacheBytes(tokens: number): number {
		return this.#slots.reduce((sum, slot) => sum + slot.bytesPerToken * tokens + slot.fixedBytes, 0);
	}

	/**
	 * Feeds tokens behind those in the cache.
	 * @param ids `[n]`, n >= 1.
	 * @param rows logits of how many rows, from the last, row `i` of n predicting what follows `ids[i]`; 0: only the cache.
	 * @returns the cache that replaces the given one, which must not be used again.
	 * @throws {UserError} RA409 when the runtime fails.
	 */
	async step(ids: ArrayLike<number>, cache: KeyValueCache, rows: number): Promise<Step> {
		const outputs = [...this.#slots.map((slot) => slot.output), ...(rows > 0 ? ['logits'] : [])];
		let results: InferenceSession.ReturnType;
		try {
			results = await this.#session.run(this.#feeds(ids, cache, rows), outputs);
		} catch (cause) {
			throw new UserError('RA409', `ONNX Runtime failed while it ran this model: ${firstLine(cause)}.`, {
				place: { file: this.#file }, hint: 'It may be short of memory, or the device may not know one of the model\'s operators: try another device.', cause,
			});
		}
		const next = { length: cache.length + ids.length, tensors: new Map(this.#slots.map((slot) => [slot.input, feedable(results[slot.output]!)])) };
		if (rows === 0) return { logits: null, cache: next };
		const logits = new Logits(results['logits']!, rows, this.vocabulary);
		this.largestLogits = Math.max(this.largestLogits, logits.bytes);
		return { logits, cache: next };
	}

	async dispose(): Promise<void> {
		await this.#session.release();
	}

	#feeds(ids: ArrayLike<number>, cache: KeyValueCache, rows: number): InferenceSession.FeedsType {
		const n = ids.length;
		const feeds: Record<string, Tensor> = Object.fromEntries(cache.tensors);
		for (const [name, type] of this.#types) {
			switch (name) {
				case 'input_ids': feeds[name] = integers(type, Array.from(ids), [1, n]); break;
				case 'attention_mask': feeds[name] = integers(type, Array.from({ length: cache.length + n }, () => 1), [1, cache.length + n]); break;
				case 'position_ids': feeds[name] = integers(type, Array.from({ length: n }, (_, i) => cache.length + i), [1, n]); break;
				case 'use_cache_branch': feeds[name] = new Tensor('bool', Uint8Array.of(cache.length > 0 ? 1 : 0), [1]); break;
				case 'num_logits_to_keep': feeds[name] = integers(type, [Math.max(1, rows)], []); break;
			}
		}
		return feeds;
	}

	#refusal(why: string): UserError {
		return new UserError('RA402', `This ONNX file is no decoder that can be scored: ${why}.`, {
			place: { file: this.#file }, hint: 'A text-generation export with a key/value cache was expected (for optimum: --task text-generation-with-past).',
		});
	}
}
