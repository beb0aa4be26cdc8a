import { Tensor, type InferenceSession } from 'onnxruntime-node';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import type { ExecutionProviderChoice } from '../devices/execution-provider-choice.ts';
import { integers } from '../integer-tensor.ts';
import { cacheSlots, emptyCache, feedable, type CacheSlot, type KeyValueCache } from '../key-value-cache.ts';
import type { ModelConfig } from '../model-config.ts';
import { createPart } from '../open-session.ts';
import { firstLine } from '../runtime-message.ts';
import { textFeeds, textInputTypes } from '../text-feeds.ts';
import { isTextInput } from '../../onnx/text-inputs.ts';
import { noLensRow } from '../../onnx/emit/logit-lens.ts';
import { spadNames, type SpadGraph } from '../../onnx/spad-graph.ts';
import { pieceTokens } from './ram-for-attribution.ts';

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
	/** Which of the R rows the second reading is wanted for. */
	readonly lens: readonly number[];
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

	private constructor(
		session: InferenceSession,
		file: string,
		slots: readonly CacheSlot[],
		{ takesCache, structure }: Pick<SpadGraph, 'takesCache' | 'structure'>,
	) {
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
	 * @param options see `createPart`.
	 * @throws {UserError} RA401 when the runtime cannot open the graph, RA402 for inputs that are not known.
	 */
	static async open(
		graph: SpadGraph,
		file: string,
		provider: ExecutionProviderChoice,
		config: ModelConfig,
		options: { keepWeightsInFile?: boolean } = {},
	): Promise<SpadSession> {
		let session: InferenceSession;
		try {
			session = await createPart(graph, provider, options);
		} catch (cause) {
			throw new UserError(
				errorNumbers.runtimeCannotOpenModel,
				`ONNX Runtime cannot open this model's attribution graph on ${provider.device}: ${firstLine(cause)}.`,
				{
					place: { file },
					hint: 'Choose another device, or another export of the model.',
					cause,
				},
			);
		}
		const inputs = session.inputMetadata.flatMap((meta) =>
			meta.isTensor && !isTextInput(meta.name) && !meta.name.startsWith('spad_') ? [meta] : [],
		);
		const slots = inputs.length === 0 ? [] : cacheSlots(inputs, session.outputNames, config);
		if (typeof slots === 'string') {
			await session.release();
			throw new UserError(errorNumbers.notADecoder, `This ONNX file is no decoder that can be scored: ${slots}.`, { place: { file } });
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
			results = await this.#session.run(
				this.#feeds(ids, cache, rows),
				this.#wanted.filter((name) => keeps || name.startsWith('spad_')),
			);
		} catch (cause) {
			throw new UserError(
				errorNumbers.runtimeFailed,
				`ONNX Runtime failed while it attributed tokens with this model: ${firstLine(cause)}.`,
				{
					place: { file: this.#file },
					hint: 'It may be short of memory: try a shorter text, or another device.',
					cause,
				},
			);
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

	#feeds(
		ids: readonly number[],
		cache: KeyValueCache,
		{ positions, targets, membership, asked, lens }: SpadRows,
	): InferenceSession.FeedsType {
		const { inputMetadata } = this.#session;
		const total = cache.length + ids.length;
		const own = new Map<string, readonly number[]>([
			[spadNames.positions, positions],
			[spadNames.targets, targets],
			[spadNames.asked, asked.length === 0 ? [0] : asked],
			[spadNames.lensRows, lens.length === 0 ? [noLensRow] : lens],
		]);
		const rows = inputMetadata.flatMap((meta): [string, Tensor][] => {
			const values = own.get(meta.name);
			return values !== undefined && meta.isTensor ? [[meta.name, integers(meta.type, values, [values.length])]] : [];
		});
		return {
			...Object.fromEntries(cache.tensors),
			...textFeeds(textInputTypes(inputMetadata), ids, cache.length, 1),
			...Object.fromEntries(rows),
			[spadNames.membership]: new Tensor('float32', membership, [total, membership.length / total]),
		};
	}
}
