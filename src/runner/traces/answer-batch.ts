import { maxBatch, type ProfileAnswers } from '../../analysis/likeness/likeness-of.ts';
import type { LikenessRow } from '../../analysis/likeness/likeness-row.ts';
import type { Likeness } from '../../formats/data-likeness.ts';

/** The last answers that were analyzed, each once, beside those that their profile was made from: what is told of them together. */
export class AnswerBatch {
	readonly #rows = new Map<string, LikenessRow>();
	#reference: ProfileAnswers | null = null;
	#likeness: Likeness | null | undefined;

	/** @param key of the answer, by which a later analysis of it takes the place of an earlier one; `reference`: of the profile that judged it. */
	add(key: string, row: LikenessRow, reference: ProfileAnswers | null): void {
		// Another profile was made from other answers, and perhaps by another model.
		if (reference !== this.#reference) {
			this.#rows.clear();
			this.#reference = reference;
		}
		this.#rows.delete(key);
		this.#rows.set(key, row);
		for (const first of this.#rows.keys()) {
			if (this.#rows.size <= maxBatch) break;
			this.#rows.delete(first);
		}
		this.#likeness = undefined;
	}

	/** `null` where the profile does not say what its answers looked like. */
	get likeness(): Likeness | null {
		this.#likeness ??= this.#reference === null ? null : this.#reference.likenessOf([...this.#rows.values()]);
		return this.#likeness;
	}
}
