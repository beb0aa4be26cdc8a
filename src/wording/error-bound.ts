/**
 * How far screened sources are from the exact ones at most, as every part of the product says it: `within 0.00066`, rounded up to two
 * digits, so that it stays true. `null` for exact ones (a bound of 0), of which nothing is said.
 */
export function withinBound(errorBound: number): string | null {
	if (errorBound === 0) return null;
	const unit = 10 ** (Math.floor(Math.log10(errorBound)) - 1);
	// What a division rounds is no reason for a step more.
	const steps = Math.ceil((errorBound / unit) * (1 - 1e-12));
	return `within ${Number((steps * unit).toPrecision(2))}`;
}
