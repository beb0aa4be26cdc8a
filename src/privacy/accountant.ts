import { boundedRangeCurve, epsilonAt, pureCurve, sparseVectorCurve, type RenyiCurve } from './renyi-curves.ts';
import { nextDown, productUpward, sumUpward } from './directed-rounding.ts';

/** A step that has one ε: of bounded range (`drawExponential`), or pure DP. */
interface PlainStep {
	readonly kind: 'bounded-range' | 'pure';
	/** Of each step, rounding included. */
	readonly epsilon: number;
	/** Steps like this one. */
	readonly count: number;
}

/** `isReleased`: what a document gives is in one of these. */
interface PartitionSelectionStep {
	readonly kind: 'partition-selection';
	readonly epsilon: number;
	readonly delta: number;
	readonly count: number;
}

/** `aboveThreshold`, with ε as `sparseVectorEpsilon` divides it. */
interface SparseVectorStep {
	readonly kind: 'sparse-vector';
	/** Of the threshold. */
	readonly threshold: number;
	/** Of each report. */
	readonly report: number;
	/** At most, in one run. */
	readonly reports: number;
	/** Runs. */
	readonly count: number;
}

/** What a mechanism spends. */
export type PrivateStep = PlainStep | PartitionSelectionStep | SparseVectorStep;

/** More steps that differ than this are composed all in one way. */
const maxSubsets = 8;

/**
 * ε of all steps together at this δ, each step chosen by whoever sees the outcomes of those before: never too low, rounded up. `Infinity`
 * where the steps' own δ are more than δ.
 *
 * Why it is true: the steps' ε and δ add up (basic composition). Or: an (ε, δ)-DP step is what somebody makes of an answer that tells all
 * with chance δ and is else a pure ε-DP one (Kairouz, Oh, Viswanath 2015), so that with chance at least `1 − Σ δ_i` all steps are pure, their Rényi
 * curves add up (Mironov 2017), and what is left of δ pays for the conversion. Some steps may be added up in the one way and the rest in the
 * other, which is basic composition of the two sums; the least of all is taken.
 * @throws RangeError for steps with an ε, a δ or a count below 0 or not finite, and unless `0 <= δ < 1`.
 */
export function epsilonOf(steps: readonly PrivateStep[], delta: number): number {
	if (!(delta >= 0 && delta < 1)) throw new RangeError(`a δ of ${delta}`);
	const entries = merged(steps);
	const spent = entries.reduce((sum, step) => sumUpward(sum, deltaOf(step)), 0);
	if (spent > delta) return Infinity;
	// Below what `left` rounds, nothing is left.
	const left = (delta - spent) * (1 - 2 ** -50);
	const basic = entries.reduce((sum, step) => sumUpward(sum, pureEpsilonOf(step)), 0);
	if (!(left > delta * 2 ** -40)) return basic;
	const curves = entries.map(curveOf);
	const converted = (chosen: readonly number[]): number =>
		epsilonAt((alpha) => chosen.reduce((sum, i) => sum + curves[i]!(alpha), 0) * (1 + 2 ** -44), left);
	const all = [...entries.keys()];
	if (entries.length > maxSubsets) return Math.min(basic, converted(all));
	let min = basic;
	for (let subset = 1; subset < 2 ** entries.length; subset++) {
		const rest = all.filter((i) => ((subset >> i) & 1) === 0).reduce((sum, i) => sumUpward(sum, pureEpsilonOf(entries[i]!)), 0);
		if (rest < min) min = Math.min(min, sumUpward(rest, converted(all.filter((i) => ((subset >> i) & 1) === 1))));
	}
	return min;
}

/** δ that steps have of their own, rounded up. */
export function deltaOfSteps(steps: readonly PrivateStep[]): number {
	return steps.reduce((sum, step) => sumUpward(sum, deltaOf(step)), 0);
}

/**
 * The largest ε of a step with which `count` of its kind stay within (ε, δ): `epsilonOf` of them is at most ε, up to the last bit.
 * @throws RangeError unless ε is from 1e-100 up and finite, `0 <= δ < 1`, and `count` a whole number `>= 1`.
 */
export function largestStep(epsilon: number, delta: number, kind: 'bounded-range' | 'pure', count: number): number {
	if (!(epsilon >= 1e-100 && epsilon < Infinity)) throw new RangeError(`an ε of ${epsilon}`);
	if (!(Number.isInteger(count) && count >= 1)) throw new RangeError(`${count} steps`);
	const key = JSON.stringify([epsilon, delta, kind, count]);
	if (lastLargest?.key !== key) lastLargest = { key, step: searchLargestStep(epsilon, delta, kind, count) };
	return lastLargest.step;
}

/** A run asks for the same step at each of its checks, and the search is most of what they cost. */
let lastLargest: { readonly key: string; readonly step: number } | undefined;

function searchLargestStep(epsilon: number, delta: number, kind: 'bounded-range' | 'pure', count: number): number {
	const fits = (step: number): boolean => epsilonOf([{ kind, epsilon: step, count }], delta) <= epsilon;
	let low = epsilon / count;
	while (!fits(low)) low = nextDown(low);
	let high = low * 2;
	while (fits(high)) [low, high] = [high, high * 2];
	for (let i = 0; i < 50; i++) {
		const middle = (low + high) / 2;
		if (fits(middle)) low = middle;
		else high = middle;
	}
	return low;
}

/** ε of a step where it does not tell all, rounded up, as often as it is done. */
function pureEpsilonOf(step: PrivateStep): number {
	const once = step.kind === 'sparse-vector' ? sumUpward(step.threshold, productUpward(step.report, step.reports)) : step.epsilon;
	return productUpward(once, step.count);
}

function deltaOf(step: PrivateStep): number {
	return step.kind === 'partition-selection' ? productUpward(step.delta, step.count) : 0;
}

function curveOf(step: PrivateStep): RenyiCurve {
	const once = curveOfOne(step);
	return (alpha) => step.count * once(alpha);
}

function curveOfOne(step: PrivateStep): RenyiCurve {
	switch (step.kind) {
		case 'bounded-range':
			return boundedRangeCurve(step.epsilon);
		case 'sparse-vector':
			return sparseVectorCurve(step.threshold, step.report, step.reports);
		// Where it does not tell all, which its δ pays for.
		case 'partition-selection':
		case 'pure':
			return pureCurve(step.epsilon);
	}
}

/** Equal steps as one that is done as often as all; without those that spend nothing. */
function merged(steps: readonly PrivateStep[]): PrivateStep[] {
	const byKind = new Map<string, PrivateStep>();
	for (const step of steps) {
		const { count, ...sort } = step;
		for (const value of Object.values(step))
			if (typeof value === 'number' && !(value >= 0 && value < Infinity)) throw new RangeError(`a step of ${value}`);
		if (!Number.isInteger(count)) throw new RangeError(`${count} steps`);
		if (count === 0) continue;
		const key = JSON.stringify(Object.entries(sort).toSorted(([a], [b]) => (a < b ? -1 : 1)));
		const same = byKind.get(key);
		byKind.set(key, { ...step, count: count + (same?.count ?? 0) });
	}
	return [...byKind.values()].filter((step) => pureEpsilonOf(step) > 0 || deltaOf(step) > 0);
}
