/** The logits of all tokens of a text, as the original graph gives them. */
export type ReadRows = (ids: readonly number[]) => Promise<readonly Float32Array[]>;

/**
 * How much a text's first half depends on its second: attention says itself where it looks, and a branch without attention (a convolution
 * that was padded on the wrong side, a recurrence that runs both ways) does not.
 * @returns the largest difference between the logits of the first half, read with what follows and alone, relative to the largest of them.
 */
export async function lookAhead(ids: readonly number[], followed: readonly Float32Array[], read: ReadRows): Promise<number> {
	const half = ids.slice(0, Math.ceil(ids.length / 2));
	const alone = await read(half);
	let [difference, largest] = [0, 0];
	for (const [i, row] of alone.entries()) {
		for (const [v, x] of row.entries()) {
			const distance = Math.abs(x - followed[i]![v]!);
			// Written so that NaN stays.
			if (!(distance <= difference)) difference = distance;
			largest = Math.max(largest, Math.abs(x));
		}
	}
	return difference / Math.max(largest, 1e-20);
}
