/**
 * Expected calibration error (Naeini, Cooper and Hauskrecht, AAAI 2015, with bins of equal counts instead of equal widths): cases in order of their
 * probability are cut into `bins` runs that differ by one in length at most; the mean over the cases of `|share of positives − mean probability|` of
 * their run. Equal probabilities stay in the order given. NaN without cases.
 * @param labels one a probability: 1 for positive, 0 for negative
 */
export function calibrationError(probabilities: ArrayLike<number>, labels: ArrayLike<number>, bins = 10): number {
	const n = probabilities.length;
	const order = Array.from(probabilities, (_, i) => i).toSorted((a, b) => probabilities[a]! - probabilities[b]!);
	let error = 0;
	for (let bin = 0; bin < bins; bin++) {
		const run = order.slice(Math.floor((bin * n) / bins), Math.floor(((bin + 1) * n) / bins));
		error += Math.abs(run.reduce((sum, i) => sum + labels[i]! - probabilities[i]!, 0));
	}
	return error / n;
}
