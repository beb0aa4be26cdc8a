import { Tensor } from 'onnxruntime-node';
import { float16ToFloat32 } from '../onnx/float16.ts';

/** Logits of some rows, `[n, V]`, as one run gave them; drop it before the next run. */
export class Logits {
	readonly rows: number;
	readonly vocabulary: number;
	readonly bytes: number;
	readonly #single: Float32Array | null;
	readonly #half: Uint16Array | null;

	/** @param rows the last rows of the tensor `[1, m, V]` that are meant, `rows <= m`. */
	constructor(tensor: Tensor, rows: number, vocabulary: number) {
		const { data, dims } = tensor;
		if (dims.at(-1) !== vocabulary || dims.length !== 3 || dims[0] !== 1 || dims[1]! < rows)
			throw new RangeError(`logits of shape [${dims.join(', ')}] where [1, ${rows}, ${vocabulary}] was expected`);
		const from = (dims[1]! - rows) * vocabulary;
		if (!ArrayBuffer.isView(data)) throw new TypeError('logits are not numbers');
		this.rows = rows;
		this.vocabulary = vocabulary;
		this.bytes = data.byteLength;
		this.#single = data instanceof Float32Array ? data.subarray(from) : null;
		// Float16Array where the engine has it, Uint16Array where not: the bits are the same.
		this.#half = this.#single === null ? new Uint16Array(data.buffer, data.byteOffset, data.byteLength / 2).subarray(from) : null;
	}

	/** Rows `from` to `to` of these: a view. */
	part(from: number, to: number): Logits {
		const range = [from * this.vocabulary, to * this.vocabulary] as const;
		const dims = [1, to - from, this.vocabulary];
		const tensor =
			this.#single === null
				? new Tensor('float16', this.#half!.subarray(...range), dims)
				: new Tensor('float32', this.#single.subarray(...range), dims);
		return new Logits(tensor, to - from, this.vocabulary);
	}

	/** Row `i`, `[V]`: a view, or its conversion in `scratch`, good until the next call with the same `scratch`. */
	row(i: number, scratch: Float32Array): Float32Array {
		const [from, to] = [i * this.vocabulary, (i + 1) * this.vocabulary];
		if (this.#single !== null) return this.#single.subarray(from, to);
		float16ToFloat32(this.#half!.subarray(from, to), scratch);
		return scratch;
	}
}
