import { isRendering, quantitiesOf, renderedRange } from './quantities.ts';
import type { Amount } from './values.ts';

/** What many computed numbers have in common. */
export interface Computation {
	/** What the last digit counts. */
	readonly step: number;
	/** How many numbers one was computed of. */
	readonly terms: number;
	/** Whether it is a product, a part or an average, which something must say. */
	readonly isLoose: boolean;
}

/**
 * Numbers that were computed, by what they measure. A table of thousands of numbers gives millions, so that they are held without an object each: in
 * lists of doubles, one for each way in which they were computed.
 */
export class ComputedNumbers {
	readonly #groups = new Map<string, Map<number, Group[]>>();

	add(measure: string, value: number, step: number, terms = 1, isLoose = false): void {
		let bySteps = this.#groups.get(measure);
		if (bySteps === undefined) {
			bySteps = new Map();
			this.#groups.set(measure, bySteps);
		}
		let groups = bySteps.get(step);
		if (groups === undefined) {
			groups = [];
			bySteps.set(step, groups);
		}
		let group = groups.find((one) => one.terms === terms && one.isLoose === isLoose);
		if (group === undefined) {
			group = new Group(step, terms, isLoose);
			groups.push(group);
		}
		group.add(value);
	}

	/** Returns whether one of the numbers of a measure in `[low, high]` passes a test. */
	some(measure: string, low: number, high: number, passes: (value: number, computation: Computation) => boolean): boolean {
		const bySteps = this.#groups.get(measure);
		if (bySteps === undefined) return false;
		for (const groups of bySteps.values())
			for (const group of groups) {
				const values = group.sorted();
				for (let i = firstNotBelow(values, low); i < values.length && values[i]! <= high; i++) if (passes(values[i]!, group)) return true;
			}
		return false;
	}

	/** Returns whether an amount renders one of them, times a factor above 0. */
	render(amount: Amount, factor = 1): boolean {
		return quantitiesOf(amount).some((said) => {
			const { low, high } = renderedRange(said, amount.hedge);
			// A quotient may be off by its last bit.
			const [least, most] = [low / factor, high / factor];
			return this.some(
				said.measure,
				least - Math.abs(least) * 1e-12,
				most + Math.abs(most) * 1e-12,
				(value, { step }) =>
					value * factor <= high && isRendering(said, { value: value * factor, step, factor: said.factor }, amount.hedge),
			);
		});
	}
}

class Group implements Computation {
	readonly step: number;
	readonly terms: number;
	readonly isLoose: boolean;
	#values = new Float64Array(4);
	#length = 0;
	#isSorted = true;

	constructor(step: number, terms: number, isLoose: boolean) {
		this.step = step;
		this.terms = terms;
		this.isLoose = isLoose;
	}

	add(value: number): void {
		// The same numbers come again and again: room is made only where leaving out the others gives too little.
		if (this.#length === this.#values.length && this.sorted().length > this.#values.length / 2) {
			const larger = new Float64Array(2 * this.#values.length);
			larger.set(this.#values);
			this.#values = larger;
		}
		this.#values[this.#length++] = value;
		this.#isSorted = false;
	}

	/** Returns the different values in order. */
	sorted(): Float64Array {
		if (!this.#isSorted) {
			const values = this.#values.subarray(0, this.#length);
			values.sort();
			let kept = 0;
			for (const value of values) if (kept === 0 || value !== values[kept - 1]) values[kept++] = value;
			this.#length = kept;
			this.#isSorted = true;
		}
		return this.#values.subarray(0, this.#length);
	}
}

function firstNotBelow(sorted: Float64Array, bound: number): number {
	let [low, high] = [0, sorted.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (sorted[middle]! < bound) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** Index of the first of some sorted values that is not below a bound. */
export function firstFrom(sorted: readonly { readonly value: number }[], bound: number): number {
	let [low, high] = [0, sorted.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (sorted[middle]!.value < bound) low = middle + 1;
		else high = middle;
	}
	return low;
}
