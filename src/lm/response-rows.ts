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

/** Logits of one step: those of response token `from` come first. */
interface Fed {
	readonly from: number;
	readonly logits: Logits;
}

/** Rows that the model computes, teacher-forced behind a prompt. */
export class FedRows implements ResponseRows {
	readonly #feeding: Feeding;
	readonly #text: readonly number[];
	/** Tokens of the prompt but the last, whose row is the first that is wanted. */
	readonly #before: number;
	readonly #first: number;
	readonly #most: number;
	readonly #progress: Progress;
	#cache: KeyValueCache | undefined;
	/** In order; of more than one step only where the first one had to reach into the response. */
	#fed: Fed[] = [];
	#from = 0;
	#to = 0;

	/** @param most tokens that one step may be fed where its logits are wanted; no block is larger. */
	constructor(feeding: Feeding, prompt: readonly number[], ids: readonly number[], most: number, progress: Progress) {
		this.#feeding = feeding;
		this.#text = [...prompt, ...ids.slice(0, -1)];
		this.#before = prompt.length - 1;
		this.#first = feeding.firstPiece(this.#text.length);
		this.#most = most;
		this.#progress = progress;
	}

	async advance(to: number): Promise<void> {
		[this.#from, this.#to] = [this.#to, to];
		// The block before this one is dropped first: two would be more than the budget.
		this.#fed = this.#fed.filter(({ from, logits }) => from + logits.rows > this.#from);
		const wanted = this.#before + to;
		if (this.#cache !== undefined && this.#cache.length >= wanted) return;
		// A pass costs at least the reading of all weights, so the prompt's tail goes into the same step as the first rows.
		const alone = Math.max(0, Math.min(this.#before, wanted - this.#most));
		this.#cache ??= await prefill(this.#feeding, this.#text.slice(0, alone < this.#first ? 0 : alone), this.#first, this.#progress);
		const begin = this.#cache.length;
		const end = begin === 0 ? Math.max(wanted, this.#first) : wanted;
		const from = Math.max(begin, this.#before);
		const step = await this.#feeding.session.step(this.#text.slice(begin, end), this.#cache, end - from);
		this.#cache = step.cache;
		this.#fed.push({ from: from - this.#before, logits: step.logits! });
		await this.#progress(end - begin);
	}

	row(t: number, scratch: Float32Array): Float32Array {
		const fed = this.#fed.findLast(({ from }) => from <= t);
		if (fed === undefined || t < this.#from || t >= this.#to) throw new RangeError(`row ${t} of a block from ${this.#from} to ${this.#to}`);
		return fed.logits.row(t - fed.from, scratch);
	}
}
