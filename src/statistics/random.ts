/** A source of random numbers in `[0, 1)`. */
export type Random = () => number;

/** Returns a repeatable source of numbers: a 32-bit counter whose steps are mixed (splitmix). Do not use it for secrets. */
export function seededRandom(seed: number): Random {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x9e3779b9) >>> 0;
		let mixed = state;
		mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
		mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
		return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
	};
}

/** Returns a source of numbers that depends on the seed and the name (FNV-1a of both), so that each pair has its own. */
export function randomFor(seed: number, name: string): Random {
	let hash = 0x811c9dc5;
	for (const unit of `${seed} ${name}`) hash = Math.imul(hash ^ unit.codePointAt(0)!, 0x01000193);
	return seededRandom(hash);
}

/** Returns a random whole number from `low` to `high`, both included. */
export function between(random: Random, low: number, high: number): number {
	return low + Math.floor(random() * (high - low + 1));
}

/**
 * Returns one of the items. Each is equally likely.
 * @throws {RangeError} if there are no items.
 */
export function pick<T>(random: Random, items: readonly T[]): T {
	if (items.length === 0) throw new RangeError('nothing to pick from');
	return items[Math.floor(random() * items.length)]!;
}

/**
 * Returns one of the keys. Its probability is proportional to its weight.
 * @throws {RangeError} if there are no keys.
 */
export function pickWeighted<K extends string>(random: Random, weights: Readonly<Record<K, number>>): K {
	let left = 0;
	for (const key in weights) left += weights[key];
	left *= random();
	let last: K | undefined;
	for (const key in weights) {
		last = key;
		left -= weights[key];
		if (left < 0) return key;
	}
	if (last === undefined) throw new RangeError('nothing to pick from');
	return last;
}

/** Returns a copy in random order (Fisher–Yates). */
export function shuffled<T>(random: Random, items: readonly T[]): T[] {
	const copy = [...items];
	for (let i = copy.length - 1; i > 0; i--) {
		const j = Math.floor(random() * (i + 1));
		[copy[i], copy[j]] = [copy[j]!, copy[i]!];
	}
	return copy;
}

/** Returns `count` different items in random order, or all of them if there are fewer. */
export function sample<T>(random: Random, items: readonly T[], count: number): T[] {
	return shuffled(random, items).slice(0, count);
}

/** Returns a draw from the standard normal distribution (Box & Muller 1958). It takes two numbers from the source. */
export function standardNormal(random: Random): number {
	// 1 - u is never 0.
	return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
