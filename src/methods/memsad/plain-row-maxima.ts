import type { Matrix, RowMaxima } from './row-maxima.ts';

/** Directions that are gone through while they stay in the cache: 48 of 384 numbers are 72 KiB. */
const block = 48;

/**
 * `rowMaxima` where there are no vectors, and what it is held to: four entries by three directions at a time, sums of float64.
 * @param entries `[n, d]`
 * @param directions `[m, d]`, m at least 1
 * @throws RangeError for another width, or no direction
 */
export function plainRowMaxima(entries: Matrix, directions: Matrix): RowMaxima {
	if (entries.width !== directions.width) throw new RangeError(`entries of ${entries.width} numbers, directions of ${directions.width}`);
	if (directions.count === 0) throw new RangeError('no direction');
	const found = { maximum: new Float64Array(entries.count).fill(-Infinity), at: new Int32Array(entries.count) };
	for (let from = 0; from < directions.count; from += block) {
		const to = Math.min(from + block, directions.count);
		const whole = from + 3 * Math.floor((to - from) / 3);
		let row = 0;
		for (; row + 4 <= entries.count; row += 4) {
			fourByThree(entries.values, directions.values, entries.width, row, from, whole, found);
			for (let column = whole; column < to; column++)
				for (let one = row; one < row + 4; one++) oneByOne(entries.values, directions.values, entries.width, one, column, found);
		}
		for (; row < entries.count; row++)
			for (let column = from; column < to; column++) oneByOne(entries.values, directions.values, entries.width, row, column, found);
	}
	return found;
}

function oneByOne(e: Float32Array, v: Float32Array, width: number, row: number, column: number, { maximum, at }: RowMaxima): void {
	let sum = 0;
	for (let k = 0, i = row * width, j = column * width; k < width; k++) sum += e[i + k]! * v[j + k]!;
	if (sum > maximum[row]!) {
		maximum[row] = sum;
		at[row] = column;
	}
}

function fourByThree(
	e: Float32Array,
	v: Float32Array,
	width: number,
	row: number,
	from: number,
	to: number,
	{ maximum, at }: RowMaxima,
): void {
	const e0 = row * width;
	const e1 = e0 + width;
	const e2 = e1 + width;
	const e3 = e2 + width;
	for (let column = from; column < to; column += 3) {
		const v0 = column * width;
		const v1 = v0 + width;
		const v2 = v1 + width;
		let [s00, s01, s02, s10, s11, s12, s20, s21, s22, s30, s31, s32] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
		for (let k = 0; k < width; k++) {
			const a = v[v0 + k]!;
			const b = v[v1 + k]!;
			const c = v[v2 + k]!;
			const w = e[e0 + k]!;
			s00 += w * a;
			s01 += w * b;
			s02 += w * c;
			const x = e[e1 + k]!;
			s10 += x * a;
			s11 += x * b;
			s12 += x * c;
			const y = e[e2 + k]!;
			s20 += y * a;
			s21 += y * b;
			s22 += y * c;
			const z = e[e3 + k]!;
			s30 += z * a;
			s31 += z * b;
			s32 += z * c;
		}
		keepLargest(maximum, at, row, column, s00, s01, s02);
		keepLargest(maximum, at, row + 1, column, s10, s11, s12);
		keepLargest(maximum, at, row + 2, column, s20, s21, s22);
		keepLargest(maximum, at, row + 3, column, s30, s31, s32);
	}
}

function keepLargest(maximum: Float64Array, at: Int32Array, row: number, column: number, a: number, b: number, c: number): void {
	if (a > maximum[row]!) {
		maximum[row] = a;
		at[row] = column;
	}
	if (b > maximum[row]!) {
		maximum[row] = b;
		at[row] = column + 1;
	}
	if (c > maximum[row]!) {
		maximum[row] = c;
		at[row] = column + 2;
	}
}
