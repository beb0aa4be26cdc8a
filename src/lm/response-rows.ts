import type { KeyValueCache } from './key-value-cache.ts';
import type { Logits } from './logits.ts';
import { prefill, type Feeding, type Progress } from './feeding.ts';

/** The rows of logits that predict a response's tokens along one path; a block of them at a time. */
export interface ResponseRows {
	/** Makes the rows from the last block's end to response token `to` ready, in place of the last block. */
	advance(to: number): Promise<void>;
	/** The row that predicts response token `t` of the block, `[V]`: a view, or its conversion in `scratch`, good until `advance` or the next call. */
	row(t: number, scratch: Float32Array): Float32Array;
}

/** Rows that the model computes, teacher-forced behind a prompt. */
export class FedRows implements ResponseRows {
	readonly #feeding: Feeding;
	readonly #prompt: readonly number[];
	readonly #ids: readonly number[];
	readonly #most: number;
	readonly #progress: Progress;
	#cache: KeyValueCache | undefined;
	#logits: Logits | undefined;
	#from = 0;
	#to = 0;

	/** @param most tokens that one step may be fed where its logits are wanted; no block is larger. */
	constructor(feeding: Feeding, prompt: readonly number[], ids: readonly number[], most: number, progress: Progress) {
		this.#feeding = feeding;
		this.#prompt = prompt;
		this.#ids = ids;
		this.#most = most;
		this.#progress = progress;
	}

	async advance(to: number): Promise<void> {
		// The block before this one is dropped first: two would be more than the budget.
		this.#logits = undefined;
		[this.#from, this.#to] = [this.#to, to];
		const { length } = this.#prompt;
		const end = length + to - 1;
		// A pass costs at least the reading of all weights, so the prompt's tail goes into the same step as the first rows.
		this.#cache ??= await prefill(this.#feeding, this.#prompt.slice(0, Math.max(0, Math.min(length - 1, end - this.#most))), this.#progress);
		const begin = this.#cache.length;
		const feed = [...this.#prompt.slice(begin), ...this.#ids.slice(Math.max(0, begin - length), end - length)];
		const step = await this.#feeding.session.step(feed, this.#cache, to - this.#from);
		this.#cache = step.cache;
		this.#logits = step.logits ?? undefined;
		await this.#progress(feed.length);
	}

	row(t: number, scratch: Float32Array): Float32Array {
		if (this.#logits === undefined || t < this.#from || t >= this.#to) throw new RangeError(`row ${t} of a block from ${this.#from} to ${this.#to}`);
		return this.#logits.row(t - this.#from, scratch);
	}
}
