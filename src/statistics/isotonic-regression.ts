/** Observations that share one fitted value: their mean place and the value. */
export interface IsotonicBlock {
	readonly x: number;
	readonly y: number;
	readonly size: number;
}

/**
 * The rising step function nearest to the observations in squares, by pooling adjacent violators (Ayer et al. 1955).
 * Observations at one `x` count as one place. Blocks come with rising `x` and rising `y`.
 */
export function isotonicRegression(observations: readonly { readonly x: number; readonly y: number }[]): IsotonicBlock[] {
	const places = new Map<number, { y: number; size: number }>();
	for (const { x, y } of observations) {
		const place = places.get(x) ?? { y: 0, size: 0 };
		places.set(x, { y: place.y + y, size: place.size + 1 });
	}
	const ascending = [...places].toSorted(([a], [b]) => a - b);
	/** Sums, so that pooling is adding. */
	const blocks: { x: number; y: number; size: number }[] = [];
	for (const [x, { y, size }] of ascending) {
		let block = { x: x * size, y, size };
		for (let last = blocks.at(-1); last !== undefined && last.y / last.size >= block.y / block.size; last = blocks.at(-1)) {
			blocks.pop();
			block = { x: last.x + block.x, y: last.y + block.y, size: last.size + block.size };
		}
		blocks.push(block);
	}
	return blocks.map(({ x, y, size }) => ({ x: x / size, y: y / size, size }));
}
