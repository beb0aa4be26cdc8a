/** Ranks from 1, equal values sharing their mean. A missing value (`NaN`) has no rank, and must not be among them. */
export function midranks(values: ArrayLike<number>): Float64Array {
	const order = Array.from(values, (_, i) => i).toSorted((a, b) => values[a]! - values[b]!);
	const ranks = new Float64Array(values.length);
	for (let from = 0; from < order.length; ) {
		let to = from + 1;
		while (to < order.length && values[order[to]!] === values[order[from]!]) to++;
		for (let place = from; place < to; place++) ranks[order[place]!] = (from + to + 1) / 2;
		from = to;
	}
	return ranks;
}

/** Share of `values` (ascending) below `score`, equal ones by half: its mid-rank among them, in [0, 1]. */
export function shareBelow(values: Float64Array, score: number): number {
	return (countBelow(values, score, false) + countBelow(values, score, true)) / 2 / values.length;
}

function countBelow(values: Float64Array, score: number, orEqual: boolean): number {
	let [low, high] = [0, values.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (values[middle]! < score || (orEqual && values[middle] === score)) low = middle + 1;
		else high = middle;
	}
	return low;
}
