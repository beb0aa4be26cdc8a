/** Below this, under the largest, a term changes no sum of 2^20 terms in double precision. */
const negligible = -52;

/** The index of the largest number of a row `[V]`, the first of equals. @throws RangeError for a row with a number that is none, or without a finite one. */
export function likeliest(row: Float32Array): number {
	let [best, most] = [-1, -Infinity];
	for (let v = 0; v < row.length; v++) {
		const x = row[v]!;
		if (x > most) [best, most] = [v, x];
		else if (Number.isNaN(x)) throw new RangeError(`logit ${v} is not a number`);
	}
	if (!Number.isFinite(most)) throw new RangeError('no logit is finite');
	return best;
}

/** `ln Σ exp(row[v])`, what is taken off logits to make them log-probabilities. @throws RangeError as `likeliest`. */
export function logNormaliser(row: Float32Array, most = row[likeliest(row)]!): number {
	let sum = 0;
	for (let v = 0; v < row.length; v++) {
		const under = row[v]! - most;
		if (under > negligible) sum += Math.exp(under);
	}
	return most + Math.log(sum);
}

/**
 * The `k`-th largest number of a row, or the least of one that is no longer than that.
 * @param heap room for `k` numbers.
 */
export function kthLargest(row: Float32Array, k: number, heap: Float32Array): number {
	const size = Math.min(k, row.length);
	heap.set(row.subarray(0, size));
	for (let i = Math.floor(size / 2) - 1; i >= 0; i--) sift(heap, i, size);
	for (let v = size; v < row.length; v++) {
		if (row[v]! <= heap[0]!) continue;
		heap[0] = row[v]!;
		sift(heap, 0, size);
	}
	return heap[0]!;
}

/** Lets a number sink in a heap whose least one is the first. */
function sift(heap: Float32Array, from: number, size: number): void {
	const x = heap[from]!;
	let at = from;
	for (;;) {
		let child = 2 * at + 1;
		if (child >= size) break;
		if (child + 1 < size && heap[child + 1]! < heap[child]!) child++;
		if (heap[child]! >= x) break;
		heap[at] = heap[child]!;
		at = child;
	}
	heap[at] = x;
}
