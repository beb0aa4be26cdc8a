import { Tensor, type InferenceSession } from 'onnxruntime-node';
import type { SplitDecoder } from '../onnx/split-at-unembedding.ts';
import { feedable } from './key-value-cache.ts';

/** What crosses from the body of a cut decoder to its head: of the last rows of a text. */
export interface CutStates {
	/** `[1, n, d]` */
	readonly rows: Tensor;
	readonly others: Readonly<Record<string, Tensor>>;
}

/** The head of a cut decoder: from states to logits, as many rows at a time as are wanted. */
export class HeadSession {
	readonly #session: InferenceSession;
	/** The body's output with a row for each token. */
	readonly rows: string;
	readonly #others: readonly string[];

	constructor(session: InferenceSession, { rows, others }: Pick<SplitDecoder, 'rows' | 'others'>) {
		this.#session = session;
		this.rows = rows;
		this.#others = others;
	}

	/** Outputs of the body. */
	get wanted(): string[] {
		return [this.rows, ...this.#others];
	}

	get outputMetadata(): InferenceSession['outputMetadata'] {
		return this.#session.outputMetadata;
	}

	/** The last `count` rows of what the body gave, without the memory of the others. */
	last(results: InferenceSession.ReturnType, count: number): CutStates {
		const rows = results[this.rows]!;
		const all = rows.dims.at(-2)!;
		return { rows: rowsOf(rows, all - count, all), others: Object.fromEntries(this.#others.map((name) => [name, results[name]!])) };
	}

	/** Logits `[1, to - from, V]`. Rejects with what the runtime says. */
	async logits({ rows, others }: CutStates, from: number, to: number): Promise<Tensor> {
		const results = await this.#session.run({ ...others, [this.rows]: rowsOf(rows, from, to) }, ['logits']);
		return results['logits']!;
	}

	async dispose(): Promise<void> {
		await this.#session.release();
	}
}

/** A copy of rows of a tensor `[1, n, d]`. */
function rowsOf({ type, data, dims }: Tensor, from: number, to: number): Tensor {
	const width = dims.at(-1)!;
	const range = [from * width, to * width] as const;
	const shape = [1, to - from, width];
	if (data instanceof Float32Array) return new Tensor('float32', data.slice(...range), shape);
	if (data instanceof Uint8Array) return new Tensor('uint8', data.slice(...range), shape);
	if (type !== 'float16' || !ArrayBuffer.isView(data)) throw new TypeError(`states of type ${type}`);
	return feedable(new Tensor('float16', new Uint16Array(data.buffer, data.byteOffset, data.byteLength / 2).slice(...range), shape));
}
