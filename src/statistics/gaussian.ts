import type { Random } from './random.ts';

/** A draw from the standard normal distribution (Box & Muller 1958), from two numbers of the source. */
export function standardNormal(random: Random): number {
	// 1 - u is never 0.
	return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
