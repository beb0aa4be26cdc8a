/** Rows that go together, so that each sum is read and written once for them. */
const together = 4;

/** `AᵀA`, `[width, width]`, of `A`, `[rows, width]`. */
export function innerProducts(a: Float64Array, width: number): Float64Array {
	const rows = a.length / width;
	const sums = new Float64Array(width * width);
	const whole = rows - (rows % together);
	for (let row = 0; row < whole; row += together) {
		const [first, second, third, fourth] = [row * width, (row + 1) * width, (row + 2) * width, (row + 3) * width];
		for (let i = 0; i < width; i++) {
			const [p, q, r, s] = [a[first + i]!, a[second + i]!, a[third + i]!, a[fourth + i]!];
			const to = i * width;
			for (let j = i; j < width; j++) sums[to + j]! += p * a[first + j]! + q * a[second + j]! + r * a[third + j]! + s * a[fourth + j]!;
		}
	}
	for (let row = whole; row < rows; row++)
		for (let i = 0; i < width; i++) for (let j = i; j < width; j++) sums[i * width + j]! += a[row * width + i]! * a[row * width + j]!;
	for (let i = 0; i < width; i++) for (let j = 0; j < i; j++) sums[i * width + j] = sums[j * width + i]!;
	return sums;
}

/** `A B`, `[rows, count]`, of `A`, `[rows, width]`, and a small `B`, `[width, count]`. */
export function timesSmall(a: Float64Array, width: number, b: Float64Array, count: number): Float64Array {
	const rows = a.length / width;
	const out = new Float64Array(rows * count);
	const whole = width - (width % together);
	for (let row = 0; row < rows; row++) {
		const [from, to] = [row * width, row * count];
		for (let i = 0; i < whole; i += together) {
			const [p, q, r, s] = [a[from + i]!, a[from + i + 1]!, a[from + i + 2]!, a[from + i + 3]!];
			const [first, second, third, fourth] = [i * count, (i + 1) * count, (i + 2) * count, (i + 3) * count];
			for (let k = 0; k < count; k++) out[to + k]! += p * b[first + k]! + q * b[second + k]! + r * b[third + k]! + s * b[fourth + k]!;
		}
		for (let i = whole; i < width; i++) for (let k = 0; k < count; k++) out[to + k]! += a[from + i]! * b[i * count + k]!;
	}
	return out;
}
