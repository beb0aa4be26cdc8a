import { solvePositiveDefinite } from '../../statistics/positive-definite.ts';

/** Points of a learning curve, with their errors. */
export interface CurvePoints {
	/** Numbers of labels, ascending. */
	readonly x: readonly number[];
	/** Areas under the ROC curve. */
	readonly y: readonly number[];
	readonly covariance: readonly Float64Array[];
}

/** Rates of learning, each as likely as the others before any label is seen: areas of all classifiers that we have measured rose by one between them. */
const exponents = [0.25, 0.5, 0.75, 1];
/** What a doubling takes of the area that is missing, on average, before any label is seen. */
const defaultPart = 0.4;
/** No curve is quite of this law: the points count as if their variance were so many times as large. Chosen with the two above on synthetic data (`learning-coverage.test.ts`). */
const looseness = 5;
/** Gains are told to this. */
const step = 0.0005;
/** Levels that a curve may have, in standard errors from the likeliest. */
const deviations = Array.from({ length: 61 }, (_, i) => (i - 30) / 10);
/** No gain is larger: an area is at least that of chance, 0.5. */
const max = 0.5;
const held = 0.95;

/**
 * What `y` gains between two `x` on the inverse power law `y = a − b · x^−c` (Figueroa et al., BMC Medical Informatics 2012), with `b` at least 0, for
 * learning takes nothing away, and `a` at most 1, for no area is larger: which is what keeps a steep beginning from promising too much. Points of some tens of
 * labels do not tell `c`, and whoever believes the curve that fits best, or the larger of two gains, believes chance. So the gain is the mean over
 * all curves by how well they fit and by how usual they are (`exponents`; of gains an exponential law that takes `defaultPart` of the missing area at
 * a doubling, `meanOverLevels`), and the interval the shortest that holds 95 % of them. Such a mean leans neither way, however a gain was chosen among several.
 * @returns `undefined` where the errors determine nothing: fewer than two points, or no error at all.
 */
export function powerLawGain(
	{ x, y, covariance }: CurvePoints,
	from: number,
	to: number,
): { value: number; low: number; high: number } | undefined {
	if (x.length < 2) return undefined;
	const solve = (values: Float64Array): Float64Array | undefined => solvePositiveDefinite(covariance, values);
	const [ones, ys] = [Float64Array.from(x, () => 1), Float64Array.from(y)];
	const [byOnes, byY] = [solve(ones), solve(ys)];
	if (byOnes === undefined || byY === undefined) return undefined;
	const [aa, ay, yy] = [dot(ones, byOnes), dot(ones, byY), dot(ys, byY)];
	// The area of the last point has chance of its own, which a curve through all points does not take away.
	const spread = Math.sqrt(looseness * Math.max(1 / aa, covariance.at(-1)!.at(-1)!));
	const doublings = Math.log2(to / from);
	const logs: Float64Array[] = [];
	for (const c of exponents) {
		const scale = from ** -c - to ** -c;
		/** How many of the gains lie between `from` and each point, and between `from` and infinity. */
		const us = Float64Array.from(x, (one) => (from ** -c - one ** -c) / scale);
		const whole = from ** -c / scale;
		const byU = solve(us);
		if (byU === undefined) return undefined;
		const [au, uu, uy] = [dot(us, byOnes), dot(us, byU), dot(us, byY)];
		const part = 1 - (1 - defaultPart) ** doublings;
		logs.push(
			Float64Array.from({ length: Math.round(max / step) }, (_, i) => {
				const gain = (i + 0.5) * step;
				const level = (ay - gain * au) / aa;
				const misfit = yy - 2 * gain * uy + gain * gain * uu - level * level * aa;
				return -misfit / (2 * looseness) + Math.log(Math.max(meanOverLevels({ level, spread }, gain, whole, part), Number.MIN_VALUE));
			}),
		);
	}
	return summary(densityOf(logs));
}

/**
 * Returns how usual a gain is, up to a factor: a mean over what the area at `from` may be: a normal distribution of the level, cut where the curve would rise above 1.
 * A level that the same few labels show too high would leave too little to gain.
 * @param whole what is gained between `from` and infinity, in gains between `from` and `to`
 * @param part what the gain takes of the missing area, on average (`defaultPart`)
 */
function meanOverLevels(
	{ level, spread }: { readonly level: number; readonly spread: number },
	gain: number,
	whole: number,
	part: number,
): number {
	let sum = 0;
	for (const z of deviations) {
		const area = level + z * spread;
		if (area + gain * whole > 1) break;
		const mean = part * Math.max(1 - area, step);
		sum += Math.exp(-(z ** 2) / 2 - gain / mean) / mean;
	}
	return sum;
}

/** Of the gains `(i + ½) · step`, from the logarithms of their densities by exponent; adds up to 1. */
function densityOf(logs: readonly Float64Array[]): Float64Array {
	const top = logs.reduce((largest, row) => row.reduce((a, b) => Math.max(a, b), largest), -Infinity);
	const sums = logs[0]!.map((_, i) => logs.reduce((sum, row) => sum + Math.exp(row[i]! - top), 0));
	const total = sums.reduce((a, b) => a + b, 0);
	return sums.map((one) => one / total);
}

/** The mean, and the shortest interval that holds 95 %. */
function summary(density: Float64Array): { value: number; low: number; high: number } {
	const value = density.reduce((sum, weight, i) => sum + weight * (i + 0.5) * step, 0);
	let [first, end, inside] = [0, 0, 0];
	let shortest: readonly [number, number] = [0, density.length];
	for (; first < density.length; first++) {
		while (end < density.length && inside < held) inside += density[end++]!;
		if (inside < held) break;
		if (end - first < shortest[1] - shortest[0]) shortest = [first, end];
		inside -= density[first]!;
	}
	const [low, high] = [shortest[0] * step, shortest[1] * step];
	return { value, low: Math.min(low, value), high: Math.max(high, value) };
}

function dot(a: Float64Array, b: Float64Array): number {
	return a.reduce((sum, value, i) => sum + value * b[i]!, 0);
}
