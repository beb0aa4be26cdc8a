import { InferenceSession, Tensor } from 'onnxruntime-node';
import { rowMaximaGraph } from './bench-row-maxima-graph.ts';

/** Rows of numbers, one behind the other. */
export interface Rows {
	readonly values: Float32Array;
	readonly count: number;
	readonly width: number;
}

/** Of each entry: its largest inner product with a direction, which that is, and its inner product with the mean of all. */
export interface RowMaximaAndMeans {
	readonly maximum: Float32Array;
	readonly at: Int32Array;
	readonly mean: Float32Array;
}

/** Products that are made at once: 1 MiB of them stays in the cache until their maxima are taken. */
const productsAtOnce = 2 ** 18;
const [fewestRows, maxRows] = [64, 4096];

/** What entries are compared with, laid out for the product once. */
export interface LaidOutDirections {
	readonly directions: Tensor;
	readonly mean: Tensor;
	readonly count: number;
	readonly width: number;
}

/** Largest inner products by ONNX Runtime's matrix product, which is many times as fast as one over typed arrays. */
export class RowMaximaSession {
	readonly #session: InferenceSession;

	private constructor(session: InferenceSession) {
		this.#session = session;
	}

	/** @param threads of the runtime; absent: its own choice */
	static async open(threads?: number): Promise<RowMaximaSession> {
		return new RowMaximaSession(
			await InferenceSession.create(rowMaximaGraph(), {
				executionProviders: ['cpu'],
				logSeverityLevel: 4,
				...(threads === undefined ? {} : { intraOpNumThreads: threads, interOpNumThreads: 1 }),
			}),
		);
	}

	/** @throws RangeError without a direction */
	static layOut({ values, count, width }: Rows): LaidOutDirections {
		if (count === 0) throw new RangeError('no direction');
		const across = new Float32Array(values.length);
		const mean = new Float64Array(width);
		for (let row = 0, at = 0; row < count; row++)
			for (let k = 0; k < width; k++, at++) {
				across[k * count + row] = values[at]!;
				mean[k]! += values[at]!;
			}
		return {
			directions: new Tensor('float32', across, [width, count]),
			mean: new Tensor(
				'float32',
				Float32Array.from(mean, (sum) => sum / count),
				[width, 1],
			),
			count,
			width,
		};
	}

	/** @throws RangeError for entries of another width */
	async run(entries: Rows, to: LaidOutDirections): Promise<RowMaximaAndMeans> {
		const { values, count, width } = entries;
		if (width !== to.width) throw new RangeError(`entries of ${width} numbers, directions of ${to.width}`);
		const found = { maximum: new Float32Array(count), at: new Int32Array(count), mean: new Float32Array(count) };
		const rows = Math.min(maxRows, Math.max(fewestRows, Math.floor(productsAtOnce / to.count)));
		for (let from = 0; from < count; from += rows) {
			const until = Math.min(count, from + rows);
			const part = new Tensor('float32', values.subarray(from * width, until * width), [until - from, width]);
			// oxlint-disable-next-line no-await-in-loop -- a part after the other stays in the cache
			const { maximum, at, means } = await this.#session.run({ entries: part, directions: to.directions, mean: to.mean });
			found.maximum.set(floats(maximum), from);
			found.mean.set(floats(means), from);
			const places = at?.data;
			if (!(places instanceof BigInt64Array)) throw new TypeError('places are no whole numbers');
			for (let i = 0; i < places.length; i++) found.at[from + i] = Number(places[i]);
		}
		return found;
	}

	dispose(): Promise<void> {
		return this.#session.release();
	}
}

function floats(tensor: Tensor | undefined): Float32Array {
	if (!(tensor?.data instanceof Float32Array)) throw new TypeError('products are no single-precision numbers');
	return tensor.data;
}
