import type { Matrix } from '../../../../src/methods/memsad/row-maxima.ts';
import type { Random } from '../../../../src/statistics/random.ts';

/** Unit rows by a formula that also stands in make_oracle.py. */
export function formulaRows(count: number, width: number, seed: number): Matrix {
	return matrixOf(
		Array.from({ length: count }, (_, i) =>
			unit(
				Float64Array.from(
					{ length: width },
					(__, k) => Math.sin((i + 1) * 12.9898 * (seed + 1) + (k + 1) * (i + 3) * 0.7531 + k * 4.1) + 0.4,
				),
			),
		),
	);
}

/** Unit rows at random, not evenly: enough for properties. */
export function randomRows(random: Random, count: number, width: number): Matrix {
	return matrixOf(Array.from({ length: count }, () => unit(Float64Array.from({ length: width }, () => random() * 2 - 1 + 0.2))));
}

export function matrixOf(rows: readonly ArrayLike<number>[]): Matrix {
	const width = rows[0]?.length ?? 0;
	const values = new Float32Array(rows.length * width);
	for (const [at, row] of rows.entries()) values.set(row, at * width);
	return { values, count: rows.length, width };
}

export function rowOf({ values, width }: Matrix, row: number): Float32Array {
	return values.slice(row * width, (row + 1) * width);
}

export function unit(row: Float64Array): Float64Array {
	const length = Math.hypot(...row);
	return row.map((value) => value / length);
}

export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
	let sum = 0;
	for (let k = 0; k < a.length; k++) sum += a[k]! * b[k]!;
	return sum;
}
