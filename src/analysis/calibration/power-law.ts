/** A point of a curve. */
interface Point {
	readonly x: number;
	readonly y: number;
}

/** Rates of learning that are tried. */
const exponents = Array.from({ length: 8 }, (_, i) => (i + 1) / 4);

/**
 * The inverse power law `y = a − b · x^−c` of least squared error with `a` at most 1 and `b` at least 0, for areas under a curve against
 * a number of labels. `c` is taken from a grid, 0.25 to 2, the smallest of equally good ones; `a` and `b` are then linear regression.
 * @throws RangeError for fewer than two points, or an `x` that is not above 0.
 */
export function fitPowerLaw(points: readonly Point[]): (x: number) => number {
	if (points.length < 2 || points.some(({ x }) => !(x > 0))) throw new RangeError(`no curve through ${points.length} points`);
	const fits = exponents.map((c) => {
		const line = bounded(points.map(({ x, y }) => ({ x: x ** -c, y })));
		const at = (x: number): number => line.a - line.b * x ** -c;
		return { at, error: points.reduce((sum, { x, y }) => sum + (y - at(x)) ** 2, 0) };
	});
	return fits.reduce((best, fit) => fit.error < best.error - 1e-15 ? fit : best).at;
}

/** `y = a − b · x`, the bounds kept: on a bound the other parameter is fitted alone. */
function bounded(points: readonly Point[]): { a: number; b: number } {
	const mean = (of: (point: Point) => number): number => points.reduce((sum, point) => sum + of(point), 0) / points.length;
	const [mx, my] = [mean(({ x }) => x), mean(({ y }) => y)];
	const spread = mean(({ x }) => (x - mx) ** 2);
	const slope = spread === 0 ? 0 : -mean(({ x, y }) => (x - mx) * (y - my)) / spread;
	if (slope <= 0) return { a: Math.min(1, my), b: 0 };
	const a = my + slope * mx;
	if (a <= 1) return { a, b: slope };
	return { a: 1, b: Math.max(0, mean(({ x, y }) => x * (1 - y)) / mean(({ x }) => x * x)) };
}
