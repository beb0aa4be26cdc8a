/** Tokens `[from, to)` that are read together, of which `[keepFrom, keepTo)` count. */
export interface Window {
	readonly from: number;
	readonly to: number;
	readonly keepFrom: number;
	readonly keepTo: number;
}

/**
 * Windows over a text of `count` tokens that together keep each token once. Neighbors have `overlap` tokens in common, of which each keeps the half
 * that is further from its end: a token is judged with at least half of that to either side.
 * @param size tokens of a window at most, more than `overlap`.
 */
export function windowsOf(count: number, size: number, overlap: number): Window[] {
	if (!(overlap >= 0 && size > overlap)) throw new RangeError(`windows of ${size} tokens that overlap by ${overlap}`);
	const windows: Window[] = [];
	for (let from = 0; windows.length === 0 || windows.at(-1)!.to < count; from += size - overlap) {
		const to = Math.min(count, from + size);
		const keepFrom = from === 0 ? 0 : from + Math.floor(overlap / 2);
		windows.push({ from, to, keepFrom, keepTo: to === count ? to : to - Math.ceil(overlap / 2) });
	}
	return windows;
}
