import { InferenceSession, Tensor } from 'onnxruntime-node';
import { UserError } from '../../errors.ts';
import type { ExecutionProviderChoice } from '../devices/execution-provider-choice.ts';
import { executionProvidersOf } from '../devices/execution-providers.ts';
import { integers } from '../integer-tensor.ts';
import { cacheSlots, emptyCache, feedable, type CacheSlot, type KeyValueCache } from '../key-value-cache.ts';
import type { ModelConfig } from '../model-config.ts';
import { firstLine } from '../runtime-message.ts';
import { isTextInput } from '../text-inputs.ts';
import { readOnnxModel } from './onnx-model-reader.ts';
import { memorySource } from './protobuf-reader.ts';
import { spadNames, type SpadGraph } from './spad-graph.ts';
import { pieceTokens } from './piece-tokens.ts';

/** What one run gives; arrays are row-major. */
export interface SpadStep {
	/** By output name. */
	readonly outputs: ReadonlyMap<string, Float32Array>;
	/** To go on with. */
	readonly cache: KeyValueCache;
}

/** Rows that are asked about in one run. */
export interface SpadRows {
	/** Positions in the whole sequence of rows among those fed `[R]`, R >= 1. */
	readonly positions: readonly number[];
	/** The tokens that follow; `noTarget` alone: nothing is computed but the cache. */
	readonly targets: readonly number[];
	/** `[S, groups]`: 1 where a position, cached ones included, belongs to a group. */
	readonly membership: Float32Array;
	/** Which of the R rows shares by key position are wanted for. */
	readonly asked: readonly number[];
}

/** A session over an instrumented graph. `step` blocks this thread while the graph runs. */
export class SpadSession {
	readonly #session: InferenceSession;
	readonly #file: string;
	readonly #slots: readonly CacheSlot[];
	readonly #wanted: readonly string[];
	readonly #takesCache: boolean;
	/** Tokens that are best fed at a time. */
	readonly pieceTokens: number;

	private constructor(session: InferenceSession, file: string, slots: readonly CacheSlot[], { takesCache, structure }: Pick<SpadGraph, 'takesCache' | 'structure'>) {
		this.#session = session;
		this.#file = file;
		this.#slots = slots;
		this.#takesCache = takesCache && slots.length > 0;
		this.pieceTokens = pieceTokens(structure);
		const kept = new Set(this.#takesCache ? slots.map(({ output }) => output) : []);
		this.#wanted = session.outputNames.filter((name) => name.startsWith('spad_') || kept.has(name));
	}

	/**
	 * @param file the original model file, for messages.
	 * @param options.keepWeightsInFile weights are read from their file's pages as they are, which other sessions share, and not
	 * rearranged for speed: less memory, 10–20 % slower.
	 * @throws {UserError} RA401 when the runtime cannot open the graph, RA402 for inputs that are not known.
	 */
	static async open(graph: SpadGraph, file: string, provider: ExecutionProviderChoice, config: ModelConfig, options: { keepWeightsInFile?: boolean } = {}): Promise<SpadSession> {
		const providers = executionProvidersOf(provider, () => readOnnxModel(memorySource(graph.bytes)));
		let session: InferenceSession;
		try {
			session = await InferenceSession.create(graph.bytes, {
				...providers, enableMemPattern: false, logSeverityLevel: 4,
				extra: { session: { model_external_initializers_file_folder_path: graph.folder, ...(options.keepWeightsInFile === true ? { disable_prepacking: '1' } : {}) } },
			});
		} catch (cause) {
			throw new UserError('RA401', `ONNX Runtime cannot open this model's attribution graph on ${provider.device}: ${firstLine(cause)}.`, {
				place: { file }, hint: 'Choose another device, or another export of the model.', cause,
			});
		}
		const inputs = session.inputMetadata.flatMap((meta) => (meta.isTensor && !isTextInput(meta.name) && !meta.name.startsWith('spad_') ? [meta] : []));
		const slots = inputs.length === 0 ? [] : cacheSlots(inputs, session.outputNames, config);
		if (typeof slots === 'string') {
			await session.release();
			throw new UserError('RA402', `This ONNX file is no decoder that can be scored: ${slots}.`, { place: { file } });
		}
		return new SpadSession(session, file, slots, graph);
	}

	/** Whether `step` can go on from the cache of the step before. */
	get takesCache(): boolean {
		return this.#takesCache;
	}

	start(): KeyValueCache {
		return emptyCache(this.#slots);
	}

	/**
	 * Feeds `ids` behind the cache and attributes `rows`.
	 * @param goesOn whether the cache will be used again; where it will not, it is not handed out, and the given one comes back.
	 * @throws {UserError} RA409 when the runtime fails.
	 */
	async step(ids: readonly number[], cache: KeyValueCache, rows: SpadRows, goesOn: boolean): Promise<SpadStep> {
		const keeps = goesOn && this.#takesCache;
		let results: InferenceSession.ReturnType;
		try {
			results = await this.#session.run(this.#feeds(ids, cache, rows), this.#wanted.filter((name) => keeps || name.startsWith('spad_')));
		} catch (cause) {
			throw new UserError('RA409', `ONNX Runtime failed while it attributed tokens with this model: ${firstLine(cause)}.`, { place: { file: this.#file }, hint: 'It may be short of memory: try a shorter text, or another device.', cause });
		}
		const outputs = new Map<string, Float32Array>();
		for (const name of this.#wanted) {
			const data = results[name]?.data;
			if (name.startsWith('spad_') && data instanceof Float32Array) outputs.set(name, data);
		}
		const next = keeps
			? { length: cache.length + ids.length, tensors: new Map(this.#slots.map((slot) => [slot.input, feedable(results[slot.output]!)])) }
			: cache;
		return { outputs, cache: next };
	}

	async dispose(): Promise<void> {
		await this.#session.release();
	}

	#feeds(ids: readonly number[], cache: KeyValueCache, { positions, targets, membership, asked }: SpadRows): InferenceSession.FeedsType {
		const n = ids.length;
		const total = cache.length + n;
		const feeds: Record<string, Tensor> = Object.fromEntries(cache.tensors);
		const own: Readonly<Record<string, () => [readonly number[], readonly number[]]>> = {
			input_ids: () => [ids, [1, n]],
			attention_mask: () => [Array.from({ length: total }, () => 1), [1, total]],
			position_ids: () => [Array.from({ length: n }, (_, i) => cache.length + i), [1, n]],
			num_logits_to_keep: () => [[1], []],
			[spadNames.positions]: () => [positions, [positions.length]],
			[spadNames.targets]: () => [targets, [targets.length]],
			[spadNames.asked]: () => [asked.length === 0 ? [0] : asked, [Math.max(1, asked.length)]],
		};
		for (const meta of this.#session.inputMetadata) {
			const made = own[meta.name]?.();
			if (made !== undefined && meta.isTensor) feeds[meta.name] = integers(meta.type, ...made);
			else if (meta.name === 'use_cache_branch') feeds[meta.name] = new Tensor('bool', Uint8Array.of(cache.length > 0 ? 1 : 0), [1]);
		}
		feeds[spadNames.membership] = new Tensor('float32', membership, [total, membership.length / total]);
		return feeds;
	}
}
