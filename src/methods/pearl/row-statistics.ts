/** Below this, under the largest, a term changes no sum of 2^20 terms in double precision. */
const negligible = -52;

/** The index of the largest number of a row `[V]`, the first of equals. @throws RangeError for a row with a number that is none, or without a finite one. */
export function likeliest(row: Float32Array): number {
	let best = -1;
	let max = -Infinity;
	for (let v = 0; v < row.length; v++) {
		const x = row[v]!;
		if (x > max) {
			best = v;
			max = x;
		} else if (Number.isNaN(x)) throw new RangeError(`logit ${v} is not a number`);
	}
	if (!Number.isFinite(max)) throw new RangeError('no logit is finite');
	return best;
}

/** Steps in which powers of two are kept. */
const steps = 64;
const stepsPerNat = steps * Math.LOG2E;
/** `2^-(n/steps)` for whole `n`, as far as terms are counted. */
const powers = Float64Array.from({ length: Math.ceil(-negligible * stepsPerNat) + 2 }, (_, n) => 2 ** (-n / steps));
/** Of the Taylor series of `2^(f/steps)`: powers of ln 2 over factorials. */
const first = Math.LN2 / steps;
const second = first ** 2 / 2;
const third = first ** 3 / 6;

/** `exp(under)`, for what is not negligible, to within 1e-10 of itself: the nearest power that is kept times a series for the rest, at less than half the time of `Math.exp`. */
function power(under: number): number {
	const scaled = under * stepsPerNat;
	const whole = (0.5 - scaled) | 0;
	const f = scaled + whole;
	const kept = powers[whole]!;
	return kept + kept * f * (first + f * (second + f * third));
}

/**
 * `ln Σ exp(row[v])`, what is taken off logits to make them log-probabilities, to within 1e-9. This is most of what is computed outside of
 * the model: two numbers at a time, whose sums do not wait for each other.
 * @throws RangeError as `likeliest`.
 */
export function logNormalizer(row: Float32Array, max = largest(row)): number {
	if (!Number.isFinite(max)) throw new RangeError('no logit is finite');
	let sum = 0;
	let other = 0;
	const pairs = row.length & ~1;
	for (let v = 0; v < pairs; v += 2) {
		const under = row[v]! - max;
		const next = row[v + 1]! - max;
		if (under > negligible) sum += power(under);
		else if (Number.isNaN(under)) likeliest(row);
		if (next > negligible) other += power(next);
		else if (Number.isNaN(next)) likeliest(row);
	}
	if (pairs < row.length) {
		const under = row[pairs]! - max;
		if (under > negligible) sum += power(under);
		else if (Number.isNaN(under)) likeliest(row);
	}
	return max + Math.log(sum + other);
}

/** The largest number of a row, as far as it has numbers. */
function largest(row: Float32Array): number {
	let max = -Infinity;
	let other = -Infinity;
	const pairs = row.length & ~1;
	for (let v = 0; v < pairs; v += 2) {
		const x = row[v]!;
		const y = row[v + 1]!;
		if (x > max) max = x;
		if (y > other) other = y;
	}
	if (pairs < row.length && row[pairs]! > max) max = row[pairs]!;
	return max > other ? max : other;
}

/** How far below the largest numbers are told apart by their place, nats, and by how many places in each. */
const [reach, places] = [32, 32] as const;

/**
 * The `k`-th largest number of a row, or the least of one that is no longer than that. Numbers are counted by their distance from the
 * largest, and those sorted that share a place with the one that is sought: a heap of `k` costs three times as much, in wrong guesses of the processor.
 * @param room for as many numbers as the row has.
 */
export function kthLargest(row: Float32Array, k: number, room: Float32Array): number {
	const max = largest(row);
	const rank = Math.min(k, row.length);
	const counts = new Int32Array(reach * places + 1);
	for (let v = 0; v < row.length; v++) counts[placeOf(max - row[v]!)]!++;
	let place = 0;
	let above = 0;
	while (above + counts[place]! < rank) above += counts[place++]!;
	let found = 0;
	for (let v = 0; v < row.length; v++) if (placeOf(max - row[v]!) === place) room[found++] = row[v]!;
	return room.subarray(0, found).toSorted()[found - (rank - above)]!;
}

/** The last one is that of all that is further away. */
function placeOf(distance: number): number {
	return distance < reach ? (distance * places) | 0 : reach * places;
}
