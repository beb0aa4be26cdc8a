/** Shares of the sub-samples that flow down a branch when a feature is left out (`zero`) and when it is known (`one`). */
export interface Fractions {
	readonly zero: number;
	readonly one: number;
}

const untouched: Fractions = { zero: 1, one: 1 };

/**
 * The different features on the way from the root to a node, with the sum of permutation weights over their subsets of each size:
 * `m` of Algorithm 2 in Lundberg et al. (Nature Machine Intelligence 2020). Entry 0 stands for no feature.
 */
export class ShapPath {
	private length = 0;
	private readonly feature: Int32Array;
	private readonly zero: Float64Array;
	private readonly one: Float64Array;
	/** `weight[i]`: of the subsets with `i` features. */
	private readonly weight: Float64Array;

	private constructor(capacity: number) {
		this.feature = new Int32Array(capacity);
		this.zero = new Float64Array(capacity);
		this.one = new Float64Array(capacity);
		this.weight = new Float64Array(capacity);
	}

	/** The path at the root of a tree of the given depth. */
	static ofRoot(depth: number): ShapPath {
		const path = new ShapPath(depth + 1);
		path.append(-1, untouched);
		return path;
	}

	/** A copy with one feature more (EXTEND). The feature must not be on the path. */
	extended(feature: number, zero: number, one: number): ShapPath {
		const copy = new ShapPath(this.feature.length);
		copy.length = this.length;
		copy.feature.set(this.feature);
		copy.zero.set(this.zero);
		copy.one.set(this.one);
		copy.weight.set(this.weight);
		copy.append(feature, { zero, one });
		return copy;
	}

	/** Takes a feature off the path (UNWIND) and gives its fractions; one that is not on it changes nothing. */
	remove(feature: number): Fractions {
		const at = this.feature.indexOf(feature, 1);
		if (at < 0 || at >= this.length) return untouched;
		const removed = { zero: this.zero[at]!, one: this.one[at]! };
		const last = this.length - 1;
		this.withoutEntry(at, (size, weight) => {
			this.weight[size] = weight;
		});
		this.feature.copyWithin(at, at + 1, this.length);
		this.zero.copyWithin(at, at + 1, this.length);
		this.one.copyWithin(at, at + 1, this.length);
		this.length = last;
		return removed;
	}

	/** Adds what the features of this path have of a leaf's output to `result`. */
	addLeaf(output: number, result: Float64Array): void {
		for (let at = 1; at < this.length; at++) {
			let sum = 0;
			this.withoutEntry(at, (_, weight) => {
				sum += weight;
			});
			result[this.feature[at]!]! += sum * (this.one[at]! - this.zero[at]!) * output;
		}
	}

	private append(feature: number, { zero, one }: Fractions): void {
		const { weight, length } = this;
		this.feature[length] = feature;
		this.zero[length] = zero;
		this.one[length] = one;
		weight[length] = length === 0 ? 1 : 0;
		for (let size = length - 1; size >= 0; size--) {
			weight[size + 1]! += (one * weight[size]! * (size + 1)) / (length + 1);
			weight[size] = (zero * weight[size]! * (length - size)) / (length + 1);
		}
		this.length = length + 1;
	}

	/** The weights as they would be without the entry `at`, largest subsets first. */
	private withoutEntry(at: number, take: (size: number, weight: number) => void): void {
		const { weight, length } = this;
		const last = length - 1;
		const [zero, one] = [this.zero[at]!, this.one[at]!];
		let next = weight[last]!;
		for (let size = last - 1; size >= 0; size--) {
			const own = weight[size]!;
			if (one === 0) {
				take(size, (own * length) / (zero * (last - size)));
				continue;
			}
			const without = (next * length) / ((size + 1) * one);
			next = own - (without * zero * (last - size)) / length;
			take(size, without);
		}
	}
}
