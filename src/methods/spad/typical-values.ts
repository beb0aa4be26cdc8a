import { quantile } from '../../statistics/quantile.ts';
import type { Samples } from './samples.ts';

/**
 * What each feature usually is: its median over the grounded samples in which it is not 0 (a part of speech that a span does not have
 * gives zeros), 0 where it always is. All samples stand in for grounded ones where there are none.
 */
export function typicalValues({ features: { values, rows, columns }, labels }: Samples): Float64Array {
	const grounded = Array.from({ length: rows }, (_, row) => row).filter((row) => labels[row] === 0);
	const chosen = grounded.length > 0 ? grounded : Array.from({ length: rows }, (_, row) => row);
	return Float64Array.from({ length: columns }, (_, column) => {
		const present = Float64Array.from(chosen, (row) => values[row * columns + column]!)
			.filter((value) => value !== 0)
			.toSorted();
		return present.length === 0 ? 0 : quantile(present, 0.5);
	});
}
