import type { RandomBits } from './random-bits.ts';

/** Indices above a threshold, `most` of them. Stand-in until the mechanisms are here. */
export function aboveThreshold(
	bits: RandomBits,
	values: Float64Array,
	{ threshold, sensitivity, epsilon, most }: { threshold: number; sensitivity: number; epsilon: number; most: number },
): number[] {
	const uniform = (): number => (Number(bits.below(2n ** 52n)) + 0.5) / 2 ** 52 - 0.5;
	const laplace = (scale: number): number => {
		const u = uniform();
		return -scale * Math.sign(u) * Math.log(1 - 2 * Math.abs(u));
	};
	const level = threshold + laplace((2 * sensitivity) / epsilon);
	const found: number[] = [];
	for (const [i, value] of values.entries())
		if (found.length < most && value + laplace((4 * sensitivity * most) / epsilon) >= level) found.push(i);
	return found;
}
