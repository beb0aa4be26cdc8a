import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { sourceCount } from '../../src/model-io/attribution.ts';
import { stateNames, type DecoderShape } from '../bench/random-decoder.ts';

/** What a decoder of random-decoder.ts is fed for a whole text. */
export function feedsOf(session: InferenceSession, ids: readonly number[], { keyHeads, headSize }: DecoderShape): Record<string, Tensor> {
	const integers = (values: readonly number[]): Tensor => new Tensor('int64', BigInt64Array.from(values, BigInt), [1, values.length]);
	const empty = session.inputNames
		.filter((name) => name.startsWith('past_key_values'))
		.map((name) => [name, new Tensor('float32', new Float32Array(), [1, keyHeads, 0, headSize])]);
	return { input_ids: integers(ids), attention_mask: integers(ids.map(() => 1)), ...Object.fromEntries(empty) };
}

/**
 * SPAD as one writes it down over a runtime that gives every state (docs/methods/spad.md): one session for the model, one for the head, which
 * hands whole rows of probabilities back, and attention and heads in JavaScript.
 */
export class NaiveSpad {
	readonly #inside: InferenceSession;
	readonly #head: InferenceSession;
	readonly #shape: DecoderShape;
	readonly #weight: (name: string) => Float32Array;

	private constructor(inside: InferenceSession, head: InferenceSession, shape: DecoderShape, weight: (name: string) => Float32Array) {
		this.#inside = inside;
		this.#head = head;
		this.#shape = shape;
		this.#weight = weight;
	}

	/** Opens the files of `writeRandomDecoders`. */
	static async open(folder: string, shape: DecoderShape, layers: number): Promise<NaiveSpad> {
		const options = { executionProviders: ['cpu'], logSeverityLevel: 3 } as const;
		const [inside, head] = [
			await InferenceSession.create(join(folder, `inside-${layers}.onnx`), options),
			await InferenceSession.create(join(folder, 'head.onnx'), options),
		];
		const { buffer, byteOffset } = await readFile(join(folder, 'weights.bin'));
		const { weights } = JSON.parse(await readFile(join(folder, 'weights.json'), 'utf8')) as {
			weights: readonly { name: string; dims: readonly number[]; offset: number }[];
		};
		const places = new Map(weights.map((weight) => [weight.name, weight]));
		return new NaiveSpad(inside, head, { ...shape, layers }, (name) => {
			const { dims, offset } = places.get(name)!;
			return new Float32Array(
				buffer,
				byteOffset + offset,
				dims.reduce((product, size) => product * size, 1),
			);
		});
	}

	/** `[R, 7]` of the last R tokens fed; `groups` as in a `SpadRequest` of one context. */
	async attribute(ids: readonly number[], targets: readonly number[], groups: Int32Array): Promise<Float64Array> {
		const { layers } = this.#shape;
		const outputs = await this.#inside.run(
			feedsOf(this.#inside, ids, this.#shape),
			[...this.#inside.outputNames].filter((name) => !name.startsWith('present')),
		);
		const numbers = (name: string): Float32Array => outputs[name]!.data as Float32Array;
		const first = ids.length - targets.length;
		const probes: Float64Array[] = [];
		for (const name of [...stateNames(layers), `${layers}.n`]) {
			// oxlint-disable-next-line no-await-in-loop -- one after another, as it is written down
			probes.push(await this.#probe(numbers(name), first, targets));
		}
		const sources = new Float64Array(targets.length * sourceCount);
		for (let l = 0; l < layers; l++) {
			const [queries, keys] = [this.#turned(numbers(`${l}.q_out`), ids.length), this.#turned(numbers(`${l}.k_out`), ids.length)];
			for (const [r, target] of targets.entries()) {
				const own = sources.subarray(r * sourceCount, (r + 1) * sourceCount);
				const [before, middle, after] = [probes[2 * l]![r]!, probes[2 * l + 1]![r]!, probes[2 * l + 2]![r]!];
				for (const [h, share] of this.#headShares(l, numbers(`${l}.heads`), first + r, target).entries()) {
					for (const [j, weight] of this.#attention(queries, keys, first + r, h).entries())
						own[j === first + r ? 3 : groups[j]! < 0 ? 2 : groups[j]!]! += (middle - before) * share * weight;
				}
				own[4]! += after - middle;
			}
		}
		for (let r = 0; r < targets.length; r++) {
			sources[r * sourceCount + 5] = probes.at(-1)![r]! - probes.at(-2)![r]!;
			sources[r * sourceCount + 6] = probes[0]![r]!;
		}
		return sources;
	}

	async dispose(): Promise<void> {
		await this.#inside.release();
		await this.#head.release();
	}

	async #probe(state: Float32Array, first: number, targets: readonly number[]): Promise<Float64Array> {
		const { width, vocabulary } = this.#shape;
		const rows = state.slice(first * width, (first + targets.length) * width);
		const { probabilities } = await this.#head.run({ state: new Tensor('float32', rows, [targets.length, width]) });
		const all = probabilities!.data as Float32Array;
		return Float64Array.from(targets, (target, r) => all[r * vocabulary + target]!);
	}

	/** Softmax over the heads of what each gives to the target's logit. */
	#headShares(layer: number, outputs: Float32Array, row: number, target: number): Float64Array {
		const { width, heads, headSize } = this.#shape;
		const inner = heads * headSize;
		const projection = this.#weight(`${layer}.o`);
		const wanted = this.#weight('embedding').subarray(target * width, (target + 1) * width);
		const gives = new Float64Array(heads);
		for (let i = 0; i < inner; i++) {
			let dot = 0;
			for (let d = 0; d < width; d++) dot += projection[i * width + d]! * wanted[d]!;
			gives[Math.floor(i / headSize)]! += outputs[row * inner + i]! * dot;
		}
		return softmax(gives);
	}

	/** A head's attention at a row `[row + 1]`. */
	#attention(queries: Float32Array, keys: Float32Array, row: number, head: number): Float64Array {
		const { heads, keyHeads, headSize } = this.#shape;
		const query = (row * heads + head) * headSize;
		const keyHead = Math.floor((head * keyHeads) / heads);
		return softmax(
			Float64Array.from({ length: row + 1 }, (_, j) => {
				const key = (j * keyHeads + keyHead) * headSize;
				let dot = 0;
				for (let d = 0; d < headSize; d++) dot += queries[query + d]! * keys[key + d]!;
				return dot / Math.sqrt(headSize);
			}),
		);
	}

	/** Vectors of `headSize` `[T, n]`, each rotated to its position. */
	#turned(vectors: Float32Array, positions: number): Float32Array {
		const half = this.#shape.headSize / 2;
		const [cosine, sine] = [this.#weight('cosine'), this.#weight('sine')];
		const perPosition = vectors.length / positions;
		return vectors.map((x, i) => {
			const d = i % (2 * half);
			const at = Math.floor(i / perPosition) * half + (d % half);
			return d < half ? x * cosine[at]! - vectors[i + half]! * sine[at]! : x * cosine[at]! + vectors[i - half]! * sine[at]!;
		});
	}
}

function softmax(values: Float64Array): Float64Array {
	const max = values.reduce((a, b) => Math.max(a, b), -Infinity);
	const powers = values.map((x) => Math.exp(x - max));
	const sum = powers.reduce((a, b) => a + b, 0);
	return powers.map((x) => x / sum);
}
