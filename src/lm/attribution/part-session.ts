import type { InferenceSession } from 'onnxruntime-node';
import type { ExecutionProviderChoice } from '../devices/execution-provider-choice.ts';
import { cacheSlots, zeroCache } from '../key-value-cache.ts';
import type { ModelConfig } from '../model-config.ts';
import { createPart } from '../open-session.ts';
import { textFeeds, textInputTypes } from '../text-feeds.ts';
import { isTextInput } from '../../onnx/text-inputs.ts';
import type { PartOfGraph } from '../../onnx/part-of-graph.ts';

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
	static async open(
		part: PartOfGraph,
		outputs: readonly string[],
		provider: ExecutionProviderChoice,
		config: ModelConfig,
	): Promise<PartSession> {
		return new PartSession(await createPart(part, provider, { keepWeightsInFile: true }), outputs, config);
	}

	/** What comes for `tokens` tokens behind `past` others, by output. Rejects with what the runtime says, or why it cannot be fed. */
	async run(tokens: number, past: number): Promise<ReadonlyMap<string, PartOutput>> {
		const results = await this.#session.run(this.#feeds(tokens, past));
		return new Map(
			Object.entries(results).map(([name, { data, dims }]) => {
				if (!(data instanceof Float32Array)) throw new TypeError(`'${name}' came as ${typeof data}`);
				return [name, { values: data, dims }];
			}),
		);
	}

	async dispose(): Promise<void> {
		await this.#session.release();
	}

	#feeds(tokens: number, past: number): InferenceSession.FeedsType {
		const inputs = this.#session.inputMetadata.flatMap((meta) => (meta.isTensor ? [meta] : []));
		const feeds = textFeeds(textInputTypes(inputs), new Uint8Array(tokens).fill(1), past, 1);
		const others = inputs.filter(({ name }) => !isTextInput(name));
		if (others.length === 0) return feeds;
		const slots = cacheSlots(others, this.#outputs, this.#config);
		if (typeof slots === 'string') throw new Error(slots);
		if (past > 0 && slots.some(({ bytesPerToken }) => bytesPerToken === 0))
			throw new Error('its cache has states whose value behind a text is not known');
		return { ...feeds, ...Object.fromEntries(zeroCache(slots, past).tensors) };
	}
}
