/** A source of randomness for mechanisms. It gives only whole numbers, so that no draw has a bias that rounding hides. */
export interface RandomBits {
	/** Whether the draws can be repeated. What they release is not private and must not be called private. */
	readonly seeded: boolean;
	/**
	 * Returns a whole number in `[0, limit)`. Each is exactly equally likely.
	 * @throws {RangeError} unless `limit >= 1`.
	 */
	below(limit: bigint): bigint;
}

/** A source of whole numbers of 32 bits, `[0, 2^32)`. */
export type Words = () => number;

/**
 * Returns a whole number in `[0, limit)` from words that are independent and uniform.
 * It draws as many bits as `limit - 1` has, and draws again until the number is below `limit`. Each draw fails with a probability of less
 * than one half. Nothing is rounded.
 * @throws {RangeError} unless `limit >= 1`.
 */
export function uniformBelow(words: Words, limit: bigint): bigint {
	if (limit < 1n) throw new RangeError(`no whole number is below ${limit}`);
	const last = limit - 1n;
	if (last <= 0xffffffffn) return BigInt(shortBelow(words, Number(last)));
	const bits = bitLength(last);
	const count = Math.ceil(bits / 32);
	const excess = BigInt(count * 32 - bits);
	for (;;) {
		let drawn = BigInt(words());
		for (let i = 1; i < count; i++) drawn = (drawn << 32n) | BigInt(words());
		drawn >>= excess;
		if (drawn < limit) return drawn;
	}
}

/** Returns a whole number in `[0, last]`, with `last < 2^32`. */
function shortBelow(words: Words, last: number): number {
	if (last === 0) return 0;
	const excess = Math.clz32(last);
	for (;;) {
		const drawn = words() >>> excess;
		if (drawn <= last) return drawn;
	}
}

/** Returns the number of binary digits of a whole number `>= 1`. */
function bitLength(value: bigint): number {
	const digits = value.toString(16);
	return (digits.length - 1) * 4 + 32 - Math.clz32(Number.parseInt(digits[0]!, 16));
}

/**
 * Returns a source that repeats itself (a 32-bit counter whose steps are mixed). It is for tests, and for runs whose result may not be
 * released.
 */
export function seededBits(seed: number): RandomBits {
	let [low, high] = [seed >>> 0, 0x9e3779b9];
	// There are two counters. The second moves when the first has gone round. The words repeat after 2^64 of them.
	const words = (): number => {
		low = (low + 0x9e3779b9) >>> 0;
		if (low === seed >>> 0) high = (high + 0x6a09e667) >>> 0;
		return mixed(mixed(low) ^ high);
	};
	return { seeded: true, below: (limit) => uniformBelow(words, limit) };
}

/** Returns splitmix's step for 32 bits. */
function mixed(value: number): number {
	let x = value;
	x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
	x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
	return (x ^ (x >>> 15)) >>> 0;
}
