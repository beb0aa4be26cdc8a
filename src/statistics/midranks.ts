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
