/** Below this, under the largest, a term changes no sum of 2^20 terms in double precision. */
const negligible = -52;

/** The index of the largest number of a row `[V]`, the first of equals. @throws RangeError for a row with a number that is none, or without a finite one. */
export function likeliest(row: Float32Array): number {
	let best = -1;
	let most = -Infinity;
	for (let v = 0; v < row.length; v++) {
		const x = row[v]!;
		if (x > most) {
			best = v;
			most = x;
		} else if (Number.isNaN(x)) throw new RangeError(`logit ${v} is not a number`);
	}
	if (!Number.isFinite(most)) throw new RangeError('no logit is finite');
	return best;
}

/** `2^-n` for whole `n`, as far as terms are counted. */
const halves = Float64Array.from({ length: Math.ceil(-negligible / Math.LN2) + 2 }, (_, n) => 2 ** -n);
/**
 * `ln Σ exp(row[v])`, what is taken off logits to make them log-probabilities, to within 1e-9. Each power is that of two of the nearest
 * whole number times a series for the rest, at half the time of `Math.exp`: this is most of what is computed outside of the model.
 * @throws RangeError as `likeliest`.
 */
export function logNormaliser(row: Float32Array, most = row[likeliest(row)]!): number {
	let sum = 0;
	for (let v = 0; v < row.length; v++) {
		const under = row[v]! - most;
		if (!(under > negligible)) continue;
		const power = under * Math.LOG2E;
		const whole = (0.5 - power) | 0;
		const f = power + whole;
		// Of the Taylor series of 2^f: powers of ln 2 over factorials.
		const series =
			f *
			(0.6931471805599453 +
				f *
					(0.2402265069591007 +
						f *
							(0.05550410866482158 +
								f *
									(0.009618129107628477 +
										f * (0.0013333558146428443 + f * (1.540353039338161e-4 + f * (1.525273380405984e-5 + f * 1.321548679014431e-6)))))));
		sum += halves[whole]! * (1 + series);
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
