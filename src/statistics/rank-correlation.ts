import { midranks } from './midranks.ts';

/**
 * Gives Spearman's rank correlation of two lists: Pearson's of their ranks, equal values sharing their mean.
 * @returns from -1 to 1; `null` where either list has one value only, or nothing.
 * @throws RangeError when one list is longer.
 */
export function rankCorrelation(a: ArrayLike<number>, b: ArrayLike<number>): number | null {
	if (a.length !== b.length) throw new RangeError(`${a.length} values beside ${b.length}`);
	const [first, second] = [midranks(a), midranks(b)];
	const mean = (a.length + 1) / 2;
	let [both, ofFirst, ofSecond] = [0, 0, 0];
	for (const [i, rank] of first.entries()) {
		const [x, y] = [rank - mean, second[i]! - mean];
		both += x * y;
		ofFirst += x * x;
		ofSecond += y * y;
	}
	return ofFirst === 0 || ofSecond === 0 ? null : Math.max(-1, Math.min(1, both / Math.sqrt(ofFirst * ofSecond)));
}
