import { isRendering, quantitiesOf, renderedRange } from './quantities.ts';
import type { Amount } from './values.ts';

/** Numbers that were computed, each with what its last digits count, by what they measure. */
export class ComputedNumbers {
	readonly #found = new Map<string, { value: number; step: number }[]>();
	#isSorted = true;

	add(measure: string, value: number, step: number): void {
		const known = this.#found.get(measure);
		if (known === undefined) this.#found.set(measure, [{ value, step }]);
		else known.push({ value, step });
		this.#isSorted = false;
	}

	/** Returns whether an amount renders one of them, times a factor above 0. */
	render(amount: Amount, factor = 1): boolean {
		if (!this.#isSorted) for (const list of this.#found.values()) list.sort((a, b) => a.value - b.value);
		this.#isSorted = true;
		return quantitiesOf(amount).some((said) => {
			const list = this.#found.get(said.measure) ?? [];
			const { low, high } = renderedRange(said, amount.hedge);
			for (let i = firstFrom(list, (low / factor) * (1 - 1e-12)); i < list.length && list[i]!.value * factor <= high; i++)
				if (isRendering(said, { value: list[i]!.value * factor, step: list[i]!.step, factor: said.factor }, amount.hedge)) return true;
			return false;
		});
	}
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
