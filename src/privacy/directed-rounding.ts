/**
 * Sums and products that are never below the exact ones, and exact where float64 can hold them: what was spent is never told too low, and
 * thrice 1 is still 3. For numbers from `2^-900` to `2^900`, and 0.
 */
export function sumUpward(a: number, b: number): number {
	const sum = a + b;
	// What the rounding lost (Knuth's two-sum).
	const partOfB = sum - a;
	const lost = a - (sum - partOfB) + (b - partOfB);
	return lost > 0 ? nextUp(sum) : sum;
}

/** As `sumUpward`, of a product of two numbers `>= 0`. */
export function productUpward(a: number, b: number): number {
	const product = a * b;
	if (product === 0 || !Number.isFinite(product)) return product;
	const [[aHigh, aLow], [bHigh, bLow]] = [halves(a), halves(b)];
	// What the rounding lost (Dekker's product).
	const lost = aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
	return lost > 0 ? nextUp(product) : product;
}

/** The largest share `x` of a whole in `parts` equal ones for which `productUpward(x, parts) <= whole`. */
export function shareDownward(whole: number, parts: number): number {
	let share = whole / parts;
	while (productUpward(share, parts) > whole) share = nextDown(share);
	return share;
}

function halves(value: number): [high: number, low: number] {
	const scaled = value * 0x8000001;
	const high = scaled - (scaled - value);
	return [high, value - high];
}

const float = new Float64Array(1);
const bits = new BigInt64Array(float.buffer);

/** The next larger float64 of a positive finite one. */
function nextUp(value: number): number {
	float[0] = value;
	bits[0]! += 1n;
	return float[0];
}

/** The next smaller float64 of a positive finite one. */
export function nextDown(value: number): number {
	float[0] = value;
	bits[0]! -= 1n;
	return float[0];
}
