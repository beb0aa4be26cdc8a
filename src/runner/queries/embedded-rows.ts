import { setImmediate as others } from 'node:timers/promises';
import { SpillFile } from '../../files/spill-file.ts';
import { rowMaxima, type Matrix } from '../../methods/memsad/row-maxima.ts';

/** Numbers as files of moments have them: little-endian, in base64. */
export function packed(values: Float32Array | Float64Array): string {
	return Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString('base64');
}

export function doubles(base64: string): Float64Array {
	return new Float64Array(bytesOf(base64));
}

export function floats(base64: string): Float32Array {
	return new Float32Array(bytesOf(base64));
}

function bytesOf(base64: string): ArrayBuffer {
	const bytes = Uint8Array.from(Buffer.from(base64, 'base64'));
	return bytes.buffer;
}

/** Rows of a piece: what is read from the disk at once, and gone through before others have their turn. */
const pieceRows = 4096;
/** Rows of which the largest inner product alone is kept at first. */
const blockRows = 64;
/** Bytes of rows that are held in memory; others lie on the disk. */
const defaultHeld = 512 * 2 ** 20;

/** A row that was found. */
export interface FoundRow {
	readonly row: number;
	readonly similarity: number;
}

/** A piece in memory, or where it lies. */
type Piece = Float32Array | { readonly at: number };

/** Unit embeddings, one behind the other, of which the nearest are found; what does not fit into the memory lies on the disk until it is disposed. */
export class EmbeddedRows implements AsyncDisposable {
	readonly width: number;
	readonly #folder: string;
	readonly #held: number;
	readonly #pieces: Piece[] = [];
	#file: SpillFile | undefined;
	#last: Float32Array;
	#count = 0;

	/** @param held bytes that stay in memory */
	constructor(width: number, folder: string, held: number = defaultHeld) {
		this.width = width;
		this.#folder = folder;
		this.#held = held;
		this.#last = new Float32Array(pieceRows * width);
	}

	get count(): number {
		return this.#count;
	}

	/** @param row of length 1 */
	async add(row: Float32Array): Promise<void> {
		const at = this.#count % pieceRows;
		this.#last.set(row, at * this.width);
		this.#count++;
		if (at < pieceRows - 1) return;
		const bytes = this.#last.byteLength;
		if ((this.#pieces.length + 1) * bytes <= this.#held) {
			this.#pieces.push(this.#last);
			this.#last = new Float32Array(pieceRows * this.width);
			return;
		}
		this.#file ??= await SpillFile.make(this.#folder);
		this.#pieces.push({ at: await this.#file.add(new Uint8Array(this.#last.buffer)) });
	}

	/**
	 * Of each query the `k` rows with the largest inner products, the first of equals before others. The kernel finds the largest of each block of rows; the
	 * `k` best blocks hold the `k` best rows, and are gone through once more.
	 * @param queries unit rows
	 */
	async nearest(queries: Matrix, k: number, signal: AbortSignal): Promise<FoundRow[][]> {
		const found: FoundRow[][] = Array.from({ length: queries.count }, () => []);
		for (let piece = 0; piece * pieceRows < this.#count; piece++) {
			signal.throwIfAborted();
			// oxlint-disable-next-line no-await-in-loop -- one piece is held at a time
			const values = await this.#valuesOf(piece);
			const rows = Math.min(pieceRows, this.#count - piece * pieceRows);
			const maxima: Float64Array[] = [];
			for (let from = 0; from < rows; from += blockRows)
				maxima.push(rowMaxima(queries, this.#block(values, from, Math.min(blockRows, rows - from))).maximum);
			for (let query = 0; query < queries.count; query++) {
				const best = maxima
					.map((maximum, block) => ({ block, maximum: maximum[query]! }))
					.toSorted((a, b) => b.maximum - a.maximum || a.block - b.block)
					.slice(0, k);
				const vector = queries.values.subarray(query * queries.width, (query + 1) * queries.width);
				for (const { block, maximum } of best) {
					const worst = found[query]!.length < k ? -Infinity : found[query]!.at(-1)!.similarity;
					// The kernel sums in another order, which moves the last bits.
					if (maximum < worst - 1e-5) continue;
					const from = block * blockRows;
					for (let row = from; row < Math.min(from + blockRows, rows); row++)
						place(found[query]!, { row: piece * pieceRows + row, similarity: product(vector, values, row * this.width) }, k);
				}
			}
			// oxlint-disable-next-line no-await-in-loop -- others have their turn between two pieces
			await others();
		}
		return found;
	}

	/** A copy. */
	async get(row: number): Promise<Float32Array> {
		const values = await this.#valuesOf(Math.floor(row / pieceRows));
		const at = (row % pieceRows) * this.width;
		return values.slice(at, at + this.width);
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.#file?.[Symbol.asyncDispose]();
	}

	#block(values: Float32Array, from: number, count: number): Matrix {
		return { values: values.subarray(from * this.width, (from + count) * this.width), count, width: this.width };
	}

	async #valuesOf(piece: number): Promise<Float32Array> {
		const held = this.#pieces[piece] ?? this.#last;
		if (held instanceof Float32Array) return held;
		const bytes = await this.#file!.read(held.at, pieceRows * this.width * 4);
		return new Float32Array(bytes.buffer, bytes.byteOffset, pieceRows * this.width);
	}
}

function product(query: Float32Array, values: Float32Array, at: number): number {
	let sum = 0;
	for (let k = 0; k < query.length; k++) sum += query[k]! * values[at + k]!;
	return sum;
}

/** Puts a row into a list of the best, in its order. */
function place(best: FoundRow[], one: FoundRow, k: number): void {
	if (
		best.length === k &&
		(one.similarity < best.at(-1)!.similarity || (one.similarity === best.at(-1)!.similarity && one.row > best.at(-1)!.row))
	)
		return;
	let at = best.length;
	while (
		at > 0 &&
		(best[at - 1]!.similarity < one.similarity || (best[at - 1]!.similarity === one.similarity && best[at - 1]!.row > one.row))
	)
		at--;
	best.splice(at, 0, one);
	if (best.length > k) best.pop();
}
