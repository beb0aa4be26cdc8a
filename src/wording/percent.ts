/**
 * A probability (0 to 1) in per cent as every part of the product writes it: at most 3 significant digits, and no figure
 * below 0.1%, where nobody compares any more.
 */
export function percentOf(probability: number): string {
	const share = probability * 100;
	return share < 0.1 ? '<0.1%' : `${Number(share.toPrecision(3))}%`;
}
