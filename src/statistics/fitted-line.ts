/** A line through points. */
export interface FittedLine {
	readonly slope: number;
	readonly intercept: number;
	at(x: number): number;
}

/** By least squares; level where all `x` are the same. @throws RangeError for no point, or as many `y` as there are not `x` */
export function fittedLine(x: ArrayLike<number>, y: ArrayLike<number>): FittedLine {
	const n = x.length;
	if (n === 0 || n !== y.length) throw new RangeError(`a line through ${n} and ${y.length} numbers`);
	let [meanX, meanY] = [0, 0];
	for (let i = 0; i < n; i++) {
		meanX += x[i]! / n;
		meanY += y[i]! / n;
	}
	let [square, product] = [0, 0];
	for (let i = 0; i < n; i++) {
		square += (x[i]! - meanX) ** 2;
		product += (x[i]! - meanX) * (y[i]! - meanY);
	}
	// Rounding alone leaves a little where all are the same.
	const slope = square > n * (1e-12 * Math.max(1, Math.abs(meanX))) ** 2 ? product / square : 0;
	const intercept = meanY - slope * meanX;
	return { slope, intercept, at: (value) => intercept + slope * value };
}
