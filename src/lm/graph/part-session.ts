import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { ExecutionProviderChoice } from '../devices/execution-provider-choice.ts';
import { integers } from '../integer-tensor.ts';
import { cacheSlots, zeroCache } from '../key-value-cache.ts';
import type { ModelConfig } from '../model-config.ts';
import type { PartOfGraph } from './part-of-graph.ts';

/** What a part of a graph gave. */
export interface PartOutput {
	readonly values: Float32Array;
	readonly dims: readonly number[];
}

/** A session over a part of a graph that is run for what tells nothing of the tokens: masks, and what depends on lengths. */
export class PartSession {
	readonly #session: InferenceSession;
	readonly #outputs: readonly string[];
	readonly #config: ModelConfig;

	private constructor(session: InferenceSession, outputs: readonly string[], config: ModelConfig) {
		this.#session = session;
		this.#outputs = outputs;
		this.#config = config;
	}

	/** @param outputs of the whole graph, by which its cache inputs are known. Rejects with what the runtime says. */
	static async open(part: PartOfGraph, outputs: readonly string[], { options }: ExecutionProviderChoice, config: ModelConfig): Promise<PartSession> {
		return new PartSession(await InferenceSession.create(part.bytes, {
			...options, enableMemPattern: false, logSeverityLevel: 4,
			extra: { session: { model_external_initializers_file_folder_path: part.folder, disable_prepacking: '1' } },
		}), outputs, config);
	}

	/** What comes for `tokens` tokens behind `past` others, by output. Rejects with what the runtime says, or why it cannot be fed. */
	async run(tokens: number, past: number): Promise<ReadonlyMap<string, PartOutput>> {
		const results = await this.#session.run(this.#feeds(tokens, past));
		return new Map(Object.entries(results).map(([name, { data, dims }]) => {
			if (!(data instanceof Float32Array)) throw new TypeError(`'${name}' came as ${typeof data}`);
			return [name, { values: data, dims }];
		}));
	}

	async dispose(): Promise<void> {
		await this.#session.release();
	}

	#feeds(tokens: number, past: number): InferenceSession.FeedsType {
		const total = past + tokens;
		const ones = (n: number): number[] => Array.from({ length: n }, () => 1);
		const own: Readonly<Record<string, () => [readonly number[], readonly number[]]>> = {
			input_ids: () => [ones(tokens), [1, tokens]],
			attention_mask: () => [ones(total), [1, total]],
			position_ids: () => [Array.from({ length: tokens }, (_, i) => past + i), [1, tokens]],
			num_logits_to_keep: () => [[1], []],
		};
		const inputs = this.#session.inputMetadata.flatMap((meta) => (meta.isTensor ? [meta] : []));
		const feeds: Record<string, Tensor> = {};
		const others: typeof inputs = [];
		for (const meta of inputs) {
			const made = own[meta.name]?.();
			if (made !== undefined) feeds[meta.name] = integers(meta.type, ...made);
			else if (meta.name === 'use_cache_branch') feeds[meta.name] = new Tensor('bool', Uint8Array.of(past > 0 ? 1 : 0), [1]);
			else others.push(meta);
		}
		if (others.length === 0) return feeds;
		const slots = cacheSlots(others, this.#outputs, this.#config);
		if (typeof slots === 'string') throw new Error(slots);
		if (past > 0 && slots.some(({ bytesPerToken }) => bytesPerToken === 0)) throw new Error('its cache has states whose value behind a text is not known');
		return { ...feeds, ...Object.fromEntries(zeroCache(slots, past).tensors) };
	}
}
