/** One row of numbers of which most are zero: the others, by column. */
export interface SparseRow {
	readonly column: Uint32Array;
	readonly value: Float64Array;
}

/** Rows of numbers of which most are zero: of row `i` those from `offsets[i]` to `offsets[i + 1]`, by column. */
export interface SparseRows {
	readonly rows: number;
	readonly columns: number;
	readonly offsets: Uint32Array;
	readonly column: Uint32Array;
	readonly value: Float64Array;
}

export function sparseRows(all: readonly SparseRow[], columns: number): SparseRows {
	const offsets = new Uint32Array(all.length + 1);
	for (const [i, { column }] of all.entries()) offsets[i + 1] = offsets[i]! + column.length;
	const held = { column: new Uint32Array(offsets[all.length]!), value: new Float64Array(offsets[all.length]!) };
	for (const [i, { column, value }] of all.entries()) {
		held.column.set(column, offsets[i]);
		held.value.set(value, offsets[i]);
	}
	return { rows: all.length, columns, offsets, ...held };
}

/** The same with rows and columns changed. */
export function transposed(x: SparseRows): SparseRows {
	const offsets = new Uint32Array(x.columns + 1);
	for (const column of x.column) offsets[column + 1]!++;
	for (let i = 0; i < x.columns; i++) offsets[i + 1]! += offsets[i]!;
	const next = offsets.slice();
	const [column, value] = [new Uint32Array(x.column.length), new Float64Array(x.value.length)];
	for (let row = 0; row < x.rows; row++)
		for (let at = x.offsets[row]!; at < x.offsets[row + 1]!; at++) {
			const to = next[x.column[at]!]!++;
			column[to] = row;
			value[to] = x.value[at]!;
		}
	return { rows: x.columns, columns: x.rows, offsets, column, value };
}

/** `X A`, `[rows, width]`, of `A`, `[columns, width]`. */
export function timesDense(x: SparseRows, a: Float64Array, width: number): Float64Array {
	const out = new Float64Array(x.rows * width);
	for (let row = 0; row < x.rows; row++)
		for (let at = x.offsets[row]!; at < x.offsets[row + 1]!; at++)
			addScaled(out, row * width, a, x.column[at]! * width, width, x.value[at]!);
	return out;
}

/** `Xᵀ A`, `[columns, width]`, of `A`, `[rows, width]`. */
export function transposedTimesDense(x: SparseRows, a: Float64Array, width: number): Float64Array {
	const out = new Float64Array(x.columns * width);
	for (let row = 0; row < x.rows; row++)
		for (let at = x.offsets[row]!; at < x.offsets[row + 1]!; at++)
			addScaled(out, x.column[at]! * width, a, row * width, width, x.value[at]!);
	return out;
}

function addScaled(out: Float64Array, to: number, a: Float64Array, from: number, width: number, scale: number): void {
	for (let j = 0; j < width; j++) out[to + j]! += scale * a[from + j]!;
}
