import { solvePositiveDefinite } from '../../statistics/positive-definite.ts';

/** Points of a learning curve, with their errors. */
export interface CurvePoints {
	/** Numbers of labels, ascending. */
	readonly x: readonly number[];
	/** Areas under the ROC curve. */
	readonly y: readonly number[];
	readonly covariance: readonly Float64Array[];
}

/** Rates of learning that are tried; 0: the logarithm, by which every doubling brings as much as the one before. */
const exponents = Array.from({ length: 9 }, (_, i) => i / 4);
/** Of chi-squared with one degree of freedom, for 95 %. */
const chiSquared95 = 3.841458820694124;

/**
 * What `y` gains between two `x` on the inverse power law `y = a − b · x^−c` (Figueroa et al., BMC Medical Informatics 2012) with `b` at least
 * 0, for learning takes nothing away, and `c` from a grid, 0 (then `y = a + b · ln x`) to 2: by generalised least squares, with the 95 % interval of the profile
 * likelihood over all three. So where points do not tell how fast the curve flattens, the interval is of the slowest and of the fastest that agree with them.
 * @returns `undefined` where the errors determine nothing: fewer than two points, or no error at all.
 */
export function powerLawGain(
	{ x, y, covariance }: CurvePoints,
	from: number,
	to: number,
): { value: number; low: number; high: number } | undefined {
	if (x.length < 2) return undefined;
	const fits: { readonly gain: number; readonly error: number; readonly misfit: number }[] = [];
	for (const c of exponents) {
		const line = generalLine(
			x.map((one) => risen(one, c)),
			y,
			covariance,
		);
		if (line === undefined) return undefined;
		const scale = risen(to, c) - risen(from, c);
		fits.push({ gain: line.slope * scale, error: line.error * scale, misfit: line.misfit });
	}
	const bounded = fits.map(({ gain, error, misfit }) => ({
		value: Math.max(0, gain),
		misfit: misfit + (gain < 0 ? (gain / error) ** 2 : 0),
	}));
	const best = bounded.reduce((least, fit) => (fit.misfit < least.misfit - 1e-12 ? fit : least));
	let [low, high] = [best.value, best.value];
	for (const { gain, error, misfit } of fits) {
		const room = best.misfit + chiSquared95 - misfit;
		if (room < 0) continue;
		const half = error * Math.sqrt(room);
		if (gain + half < 0) continue;
		low = Math.min(low, Math.max(0, gain - half));
		high = Math.max(high, gain + half);
	}
	return { value: best.value, low, high };
}

/** `y = a + slope · z` by generalised least squares: the slope with its standard error, and the weighted sum of squares that is left. */
function generalLine(
	z: readonly number[],
	y: readonly number[],
	covariance: readonly Float64Array[],
): { slope: number; error: number; misfit: number } | undefined {
	const [ones, zs, ys] = [Float64Array.from(z, () => 1), Float64Array.from(z), Float64Array.from(y)];
	const [byOnes, byZ, byY] = [
		solvePositiveDefinite(covariance, ones),
		solvePositiveDefinite(covariance, zs),
		solvePositiveDefinite(covariance, ys),
	];
	if (byOnes === undefined || byZ === undefined || byY === undefined) return undefined;
	const [aa, az, zz, ay, zy, yy] = [dot(ones, byOnes), dot(ones, byZ), dot(zs, byZ), dot(ones, byY), dot(zs, byY), dot(ys, byY)];
	const determinant = aa * zz - az * az;
	const slope = (aa * zy - az * ay) / determinant;
	const level = (ay - az * slope) / aa;
	return { slope, error: Math.sqrt(aa / determinant), misfit: Math.max(0, yy - level * ay - slope * zy) };
}

function risen(x: number, c: number): number {
	return c === 0 ? Math.log(x) : -(x ** -c);
}

function dot(a: Float64Array, b: Float64Array): number {
	return a.reduce((sum, value, i) => sum + value * b[i]!, 0);
}
