/**
 * Sample quantile by linear interpolation between order statistics (Hyndman & Fan's type 7, numpy's default); `sorted` is ascending.
 * @throws RangeError for no values or a probability outside `[0, 1]`.
 */
export function quantile(sorted: ArrayLike<number>, probability: number): number {
	if (sorted.length === 0 || !(probability >= 0 && probability <= 1))
		throw new RangeError(`quantile ${probability} of ${sorted.length} values`);
	const place = probability * (sorted.length - 1);
	const below = Math.floor(place);
	const low = sorted[below]!;
	// On a value itself, whatever is above it: nothing of an infinite one is no number.
	return place > below ? low + (place - below) * (sorted[below + 1]! - low) : low;
}
