import { rowMaximaModule } from './row-maxima-module.ts';
import type { Matrix, RowMaxima } from './row-maxima.ts';

/** Bytes of directions that are gone through while they stay in the second cache, and entries that go through them meanwhile. */
const blockBytes = 192 * 1024;
const tile = 64;
const pageBytes = 65_536;

interface Memory {
	readonly buffer: ArrayBuffer;
	grow(pages: number): number;
}

/** As much of it as is used here; the types of Node have it as a type only. */
declare const WebAssembly: {
	validate(bytes: Uint8Array): boolean;
	Module: new (bytes: Uint8Array) => object;
	Instance: new (module: object) => { readonly exports: Readonly<Record<string, unknown>> };
	Memory: new (description: { initial: number }) => Memory;
};

/** The module of `row-maxima-module.ts`, and its memory, that grows with the directions. */
export interface VectorKernel {
	readonly memory: Memory;
	readonly run: (entries: number, directions: number, bytes: number, pairs: number, first: number, best: number) => void;
}

/** `null`: this processor has no vectors of four. */
export function vectorKernel(): VectorKernel | null {
	const bytes = rowMaximaModule();
	if (!WebAssembly.validate(bytes)) return null;
	const { kernel: exported, memory } = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
	if (typeof exported !== 'function' || !(memory instanceof WebAssembly.Memory))
		throw new TypeError('the kernel does not export what it should');
	return { memory, run: (...numbers) => void Reflect.apply(exported, undefined, numbers) };
}

/** `rowMaxima` by vectors. Rows are padded to whole vectors, entries to fours and directions to pairs (by the first one again, which is never the first of equals). */
export function vectorRowMaxima({ memory, run }: VectorKernel, entries: Matrix, directions: Matrix): RowMaxima {
	const { width } = entries;
	const padded = Math.max(4, Math.ceil(width / 4) * 4);
	const bytes = padded * 4;
	const pairs = Math.ceil(directions.count / 2);
	const tileAt = pairs * 2 * bytes;
	const bestAt = tileAt + tile * bytes;
	const needed = bestAt + tile * 8;
	if (memory.buffer.byteLength < needed) memory.grow(Math.ceil((needed - memory.buffer.byteLength) / pageBytes));
	const numbers = new Float32Array(memory.buffer, 0, needed / 4);
	const places = new Int32Array(memory.buffer, 0, needed / 4);
	copyRows(numbers, 0, directions, 0, directions.count, padded);
	if (directions.count % 2 === 1) numbers.copyWithin(directions.count * padded, 0, padded);
	const blockPairs = Math.max(1, Math.floor(blockBytes / (2 * bytes)));
	const maximum = new Float64Array(entries.count);
	const at = new Int32Array(entries.count);
	for (let from = 0; from < entries.count; from += tile) {
		const rows = Math.min(tile, entries.count - from);
		copyRows(numbers, tileAt / 4, entries, from, rows, padded);
		for (let row = 0; row < rows; row += 4) {
			numbers.fill(-Infinity, bestAt / 4 + row * 2, bestAt / 4 + row * 2 + 4);
			places.fill(0, bestAt / 4 + row * 2 + 4, bestAt / 4 + row * 2 + 8);
		}
		for (let pair = 0; pair < pairs; pair += blockPairs)
			for (let row = 0; row < rows; row += 4)
				run(tileAt + row * bytes, pair * 2 * bytes, bytes, Math.min(blockPairs, pairs - pair), pair * 2, bestAt + row * 8);
		for (let row = 0; row < rows; row++) {
			const best = bestAt / 4 + (row - (row % 4)) * 2 + (row % 4);
			maximum[from + row] = numbers[best]!;
			at[from + row] = places[best + 4]!;
		}
	}
	return { maximum, at };
}

function copyRows(to: Float32Array, start: number, { values, width }: Matrix, from: number, rows: number, padded: number): void {
	if (padded === width) {
		to.set(values.subarray(from * width, (from + rows) * width), start);
		return;
	}
	for (let row = 0; row < rows; row++) {
		to.set(values.subarray((from + row) * width, (from + row + 1) * width), start + row * padded);
		to.fill(0, start + row * padded + width, start + (row + 1) * padded);
	}
}
