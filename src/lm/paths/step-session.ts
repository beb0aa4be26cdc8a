import { requireUnchanged } from '../safety/unchanged-files.ts';
import { Tensor, type InferenceSession } from 'onnxruntime-node';
import { readModelFile } from '../../onnx/onnx-model-reader.ts';
import type { GraphFiles } from '../../onnx/graph-files.ts';
import { addedRows, pathLengths, roomMask, stepGraph, type StepCache, type StepGraph } from '../../onnx/step-graph.ts';
import type { BatchStep, DecoderSession } from '../decoder-session.ts';
import type { ExecutionProviderChoice } from '../devices/execution-provider-choice.ts';
import type { CacheSlot } from '../key-value-cache.ts';
import { Logits } from '../logits.ts';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { firstLine } from '../runtime-message.ts';
import { openPart } from '../open-session.ts';
import { withRoom, type CacheBatch } from './cache-batch.ts';

/** Tokens that room is made for at a time: that copies the cache. */
export const roomAtOnce = 32;

/** A decoder that continues several texts by a token each over caches that stay where they are (`stepGraph`). */
export class StepSession {
	readonly #session: InferenceSession;
	readonly #caches: StepGraph['caches'];
	readonly #slots: readonly CacheSlot[];
	readonly #vocabulary: number;
	#mask = new Float32Array();

	private constructor(
		session: InferenceSession,
		{ caches }: StepGraph,
		{ slots, vocabulary }: Pick<DecoderSession, 'slots' | 'vocabulary'>,
	) {
		this.#session = session;
		this.#caches = caches;
		this.#slots = slots;
		this.#vocabulary = vocabulary;
	}

	/**
	 * Opens it beside the session of the model, with weights of its own.
	 * @returns `undefined` for a model that it cannot be made of.
	 * @throws {UserError} RA401 when the runtime cannot open it, RA432 for weights in several folders, RA504 where the files have changed since they were checked.
	 */
	static async open(
		files: GraphFiles,
		provider: ExecutionProviderChoice,
		model: Pick<DecoderSession, 'slots' | 'vocabulary'>,
	): Promise<StepSession | undefined> {
		const graph = stepGraphOf(files, model.slots);
		if (graph === undefined) return undefined;
		const session = await openPart(graph.part, files.graph.path, provider);
		try {
			await requireUnchanged(files);
		} catch (error) {
			await session.release();
			throw error;
		}
		return new StepSession(session, graph, model);
	}

	/** As `DecoderSession.stepBatch`, for a batch whose texts stand at the left; its tensors are written to. @throws {UserError} RA409 when the runtime fails. */
	async stepBatch(ids: readonly number[], given: CacheBatch): Promise<BatchStep> {
		const batch = given.max >= given.width ? withRoom(given, this.#slots, roomAtOnce) : given;
		const { lengths, width, tensors } = batch;
		const results = await this.#run({
			...Object.fromEntries(
				this.#caches.map(({ input, heads, size }) => [input, tensors.get(input)!.reshape([ids.length, heads, 1, width, size])]),
			),
			input_ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), [ids.length, 1]),
			[roomMask]: this.#maskOf(batch),
			[pathLengths]: new Tensor('int64', BigInt64Array.from(lengths, BigInt), [ids.length, 1]),
		});
		append(results[addedRows]!, this.#caches, batch);
		const logits = new Logits(results['logits']!.reshape([1, ids.length, this.#vocabulary]), ids.length, this.#vocabulary);
		return { logits, batch: { ...batch, lengths: lengths.map((length) => length + 1), max: batch.max + 1 } };
	}

	async dispose(): Promise<void> {
		await this.#session.release();
	}

	async #run(feeds: InferenceSession.FeedsType): Promise<InferenceSession.ReturnType> {
		try {
			return await this.#session.run(feeds);
		} catch (cause) {
			throw new UserError(
				errorNumbers.runtimeFailed,
				`ONNX Runtime failed while it ran this model on several texts: ${firstLine(cause)}.`,
				{
					hint: 'It may be short of memory: use fewer or shorter documents.',
					cause,
				},
			);
		}
	}

	#maskOf({ lengths, width }: CacheBatch): Tensor {
		const size = lengths.length * width;
		if (this.#mask.length !== size) this.#mask = new Float32Array(size);
		for (const [row, length] of lengths.entries()) {
			this.#mask.fill(0, row * width, row * width + length);
			this.#mask.fill(-Infinity, row * width + length, (row + 1) * width);
		}
		return new Tensor('float32', this.#mask, [lengths.length, 1, 1, 1, width]);
	}
}

/** The graph of a session whose cache is all keys and values of four dimensions. */
export function stepGraphOf(files: GraphFiles, slots: readonly CacheSlot[]): StepGraph | undefined {
	if (slots.length === 0 || slots.some(({ type, dims, bytesPerToken }) => type !== 'float32' || dims.length !== 4 || bytesPerToken === 0))
		return undefined;
	return stepGraph(files, readModelFile(files.graph.realPath), new Map(slots.map(({ input, dims }) => [input, dims[3]!])));
}

/** Writes what a token adds behind what there is, `[texts, heads, width, size]`. */
function append({ data: added }: Tensor, caches: readonly StepCache[], { lengths, width, tensors }: CacheBatch): void {
	if (!(added instanceof Float32Array)) throw new TypeError('a cache of other numbers');
	const perText = added.length / lengths.length;
	let ahead = 0;
	for (const { input, heads, size } of caches) {
		const cache = tensors.get(input)!.data;
		if (!(cache instanceof Float32Array)) throw new TypeError('a cache of other numbers');
		for (let row = 0; row < lengths.length; row++)
			for (let head = 0; head < heads; head++) {
				const from = row * perText + ahead + head * size;
				const to = ((row * heads + head) * width + lengths[row]!) * size;
				// A view and a call cost more than so few numbers.
				for (let i = 0; i < size; i++) cache[to + i] = added[from + i]!;
			}
		ahead += heads * size;
	}
}
