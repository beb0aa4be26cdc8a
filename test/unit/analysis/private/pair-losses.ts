/**
 * What a mechanism lets somebody tell two neighbors apart by, nats, from its definition in floating point. Where the worst neighbors of a mechanism are others, this is less
 * than its ε, so that an audit of these two sees a mistake that would hide below ε.
 */

/** The largest loss of any set of `k` words, by the counts of either neighbor: sequences ∝ `exp(−ε max_i (c_(i) − c_{s_i}) / 2)`. */
export function keywordLoss(
	first: readonly number[],
	second: readonly number[],
	{ k, epsilon }: { readonly k: number; readonly epsilon: number },
): number {
	return largestLoss(chancesOfSets(first, k, epsilon), chancesOfSets(second, k, epsilon));
}

function largestLoss(chances: ReadonlyMap<string, number>, others: ReadonlyMap<string, number>): number {
	return Math.max(...[...chances].map(([outcome, chance]) => Math.abs(Math.log(chance / others.get(outcome)!))));
}

function chancesOfSets(counts: readonly number[], k: number, epsilon: number): Map<string, number> {
	const sorted = counts.toSorted((a, b) => b - a);
	const weights = new Map<string, number>();
	for (const sequence of sequences(counts.length, k)) {
		const loss = Math.max(...sequence.map((item, i) => sorted[i]! - counts[item]!));
		const set = sequence.toSorted((a, b) => a - b).join();
		weights.set(set, (weights.get(set) ?? 0) + Math.exp((-epsilon * loss) / 2));
	}
	const sum = [...weights.values()].reduce((a, b) => a + b);
	return new Map([...weights].map(([set, weight]) => [set, weight / sum]));
}

/** All sequences of `k` different indices below `n`. */
function sequences(n: number, k: number): number[][] {
	if (k === 0) return [[]];
	const indices = Array.from({ length: n }, (_, i) => i);
	return sequences(n, k - 1).flatMap((head) => indices.flatMap((i) => (head.includes(i) ? [] : [[...head, i]])));
}

export interface SparseVectorSides {
	readonly sensitivity: number;
	readonly high: number;
	readonly low: number;
	/** Of both sides together. */
	readonly epsilon: number;
}

/** The largest loss of any outcome of a sparse vector on each side, one report on each, by the gaps of either neighbor. A sentence that is in both counts as cut. */
export function sparseVectorLoss(first: readonly number[], second: readonly number[], sides: SparseVectorSides): number {
	return largestLoss(chancesOfSides(first, sides), chancesOfSides(second, sides));
}

function chancesOfSides(gaps: readonly number[], { sensitivity, high, low, epsilon }: SparseVectorSides): Map<string, number> {
	const first = (scores: readonly number[]): number[] =>
		firstAbove(
			scores.map((score) => score / sensitivity),
			epsilon / 2,
		);
	const [cut, refilled] = [first(gaps.map((gap) => gap - high)), first(gaps.map((gap) => low - gap))];
	const chances = new Map<string, number>();
	for (const [i, ofCut] of cut.entries())
		for (const [j, ofRefilled] of refilled.entries()) {
			const outcome = `${i} ${j === i ? gaps.length : j}`;
			chances.set(outcome, (chances.get(outcome) ?? 0) + ofCut * ofRefilled);
		}
	return chances;
}

/** Chance that the first score above a noisy threshold of 0 is each one, and behind them that none is: an integral over the threshold's noise. Scores by sensitivity. */
function firstAbove(scores: readonly number[], epsilon: number): number[] {
	const ofThreshold = epsilon / (1 + 2 ** (2 / 3));
	const scale = 1 / ofThreshold;
	const reportScale = 2 / (epsilon - ofThreshold);
	const below = (x: number): number => (x < 0 ? Math.exp(x / reportScale) / 2 : 1 - Math.exp(-x / reportScale) / 2);
	const chances = [...scores, 0].map(() => 0);
	const step = scale / 50;
	for (let threshold = -30 * scale + step / 2; threshold < 30 * scale; threshold += step) {
		let left = (Math.exp(-Math.abs(threshold) / scale) / (2 * scale)) * step;
		for (const [i, score] of scores.entries()) {
			const isAbove = 1 - below(threshold - score);
			chances[i]! += left * isAbove;
			left *= 1 - isAbove;
		}
		chances[scores.length]! += left;
	}
	return chances;
}
