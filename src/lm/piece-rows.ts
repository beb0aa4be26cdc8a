import type { Feeding, Progress } from './feeding.ts';
import type { KeyValueCache } from './key-value-cache.ts';
import type { Logits } from './logits.ts';
import type { ResponseRows } from './response-rows.ts';

/** Rows that come through the cache, in pieces of one size counted from the text's first token, whichever rows are wanted. */
export class PieceRows implements ResponseRows {
	readonly #feeding: Feeding;
	readonly #text: readonly number[];
	/** Tokens of the prompt but the last, whose row is the first that is wanted. */
	readonly #before: number;
	readonly #size: number;
	readonly #progress: Progress;
	#cache: KeyValueCache | undefined;
	/** In order; `from` is the response token that the first of the rows predicts. */
	#fed: { readonly from: number; readonly logits: Logits }[] = [];
	#from = 0;
	#to = 0;

	constructor(feeding: Feeding, text: readonly number[], before: number, size: number, progress: Progress) {
		this.#feeding = feeding;
		this.#text = text;
		this.#before = before;
		this.#size = size;
		this.#progress = progress;
	}

	async advance(to: number): Promise<void> {
		[this.#from, this.#to] = [this.#to, to];
		// Dropped before anything is fed: two pieces would be more than the budget.
		this.#fed = this.#fed.filter(({ from, logits }) => from + logits.rows > this.#from);
		const { session } = this.#feeding;
		if (this.#cache === undefined) await this.#progress(0);
		this.#cache ??= session.start();
		while (this.#cache.length < this.#before + to) {
			const begin = this.#cache.length;
			const end = Math.min(this.#text.length, begin + this.#size);
			const rows = Math.max(0, end - Math.max(begin, this.#before));
			const step = await session.step(this.#text.slice(begin, end), this.#cache, rows);
			this.#cache = step.cache;
			if (step.logits !== null) this.#fed.push({ from: end - rows - this.#before, logits: step.logits });
			await this.#progress(end - begin);
		}
	}

	row(t: number, scratch: Float32Array): Float32Array {
		const fed = this.#fed.findLast(({ from }) => from <= t);
		if (fed === undefined || t < this.#from || t >= this.#to) throw new RangeError(`row ${t} of a block from ${this.#from} to ${this.#to}`);
		return fed.logits.row(t - fed.from, scratch);
	}
}
