import type { ResponseRows } from './response-rows.ts';

/**
 * The rows of logits that the tokens of a generated answer were chosen from. They are what scoring that answer behind the same prompt
 * would compute again, so that RePCS costs one pass over the question and the answer alone (docs/methods/repcs.md).
 */
export class GeneratedRows {
	readonly #prompt: readonly number[];
	readonly #budget: number;
	readonly #ids: number[] = [];
	#rows: Float32Array[] = [];

	/** @param budget bytes: of an answer whose rows take more, none is kept. */
	constructor(prompt: readonly number[], budget: number) {
		this.#prompt = prompt;
		this.#budget = budget;
	}

	/** Bytes of the rows. */
	get bytes(): number {
		return this.#rows.reduce((sum, row) => sum + row.byteLength, 0);
	}

	/** The next token of the answer, and the row `[V]` that it was chosen from, which is copied. */
	push(id: number, row: Float32Array): void {
		const whole = this.#rows.length === this.#ids.length;
		this.#ids.push(id);
		if (!whole) return;
		if (this.bytes + row.byteLength > this.#budget) this.#rows = [];
		else this.#rows.push(row.slice());
	}

	/**
	 * The rows that predict the tokens `ids` behind `prompt`, or `undefined` where this answer was not written so: behind another prompt, in
	 * other tokens (a text that is tokenized again may come out in others), or too long to be kept. The prompt may hold white space of the
	 * template that the answer began with.
	 */
	rowsFor(prompt: readonly number[], ids: readonly number[]): ResponseRows | undefined {
		const lead = prompt.length - this.#prompt.length;
		if (lead < 0 || lead + ids.length > this.#rows.length) return undefined;
		const written = [...this.#prompt, ...this.#ids];
		// What the last token is, no row depends on.
		const read = [...prompt, ...ids.slice(0, -1)];
		if (read.some((id, i) => id !== written[i])) return undefined;
		const rows = this.#rows.slice(lead);
		return { advance: () => Promise.resolve(), row: (t) => rows[t]! };
	}
}
