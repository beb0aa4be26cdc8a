import { errorNumbers } from '../error-numbers.ts';
import { UserError } from '../errors.ts';
import type { ReadText } from './decoder-session.ts';
import { prefill, rowsWithin, type Feeding, type Progress } from './prefill.ts';
import type { KeyValueCache } from './key-value-cache.ts';
import type { Logits } from './logits.ts';

/** The rows of logits that predict a response's tokens along one path; a block of them at a time. */
export interface ResponseRows {
	/** Makes the rows from the last block's end to response token `to` ready, in place of the last block. */
	advance(to: number): Promise<void>;
	/** The row that predicts response token `t` of the block, `[V]`: a view, or its conversion in `scratch`, good until `advance` or the next call. */
	row(t: number, scratch: Float32Array): Float32Array;
	/** Of the prompt and of the response as far as it was fed, whatever the pieces; `undefined` where there is none. */
	readonly cache?: KeyValueCache | undefined;
}

/**
 * Rows that the model computes, teacher-forced behind a prompt: through its cache, or of the whole text at once where it has none.
 * @param ids the response: of a model whose numbers depend on pieces the whole of it, however many of its rows are wanted.
 * @param max tokens that one step may be fed where its logits are wanted; no block is larger.
 */
export function responseRows(
	feeding: Feeding,
	prompt: readonly number[],
	ids: readonly number[],
	max: number,
	progress: Progress,
): ResponseRows {
	if (feeding.growth === 'none') return new ReadRows(feeding, prompt, ids, progress);
	if (feeding.pieces === undefined) return new FedRows(feeding, prompt, ids, max, progress);
	const text = [...prompt, ...ids.slice(0, -1)];
	return new PieceRows(feeding, text, prompt.length - 1, feeding.pieces(text.length), progress);
}

/** Response tokens between two calls of `advance`, so that the logits of `paths` paths stay within the budget. */
export function blockOf(feeding: Feeding, paths: number, longest: number): number {
	const max = rowsWithin(feeding.session, feeding.logitsBudget / Math.max(1, paths));
	if (feeding.growth === 'none') return max;
	// Pieces come as they are cut, on each path elsewhere; of a block of one token no path holds more than one.
	if (feeding.pieces !== undefined) return 1;
	// Into an empty cache any graph takes several tokens.
	return feeding.growth === 'single' && longest > max ? 1 : max;
}

/** Tokens that are fed for the first `count` rows of a response that begins behind `prompt` tokens and is `all` tokens long. */
export function tokensFed(feeding: Feeding, prompt: number, count: number, all: number): number {
	if (feeding.pieces === undefined) return prompt - 1 + count;
	const total = prompt - 1 + all;
	const piece = feeding.pieces(total);
	return Math.min(total, Math.ceil((prompt - 1 + count) / piece) * piece);
}

/** Rows of a text that is read at once when the first of them are wanted; their logits come block by block. */
class ReadRows implements ResponseRows {
	readonly #feeding: Feeding;
	readonly #text: readonly number[];
	readonly #count: number;
	readonly #progress: Progress;
	#read: ReadText | undefined;
	#block: Logits | undefined;
	#from = 0;
	#to = 0;

	constructor(feeding: Feeding, prompt: readonly number[], ids: readonly number[], progress: Progress) {
		this.#feeding = feeding;
		this.#text = [...prompt, ...ids.slice(0, -1)];
		this.#count = ids.length;
		this.#progress = progress;
	}

	async advance(to: number): Promise<void> {
		[this.#from, this.#to] = [this.#to, to];
		// Two blocks would be more than the budget.
		this.#block = undefined;
		if (this.#read === undefined) {
			// Nothing can be canceled while a text is read.
			await this.#progress(0);
			this.#read = await this.#feeding.session.read(this.#text, this.#count);
			await this.#progress(this.#text.length);
		}
		this.#block = await this.#read.logits(this.#from, to);
		await this.#progress(0);
	}

	row(t: number, scratch: Float32Array): Float32Array {
		if (this.#block === undefined || t < this.#from || t >= this.#to)
			throw new RangeError(`row ${t} of a block from ${this.#from} to ${this.#to}`);
		return this.#block.row(t - this.#from, scratch);
	}
}

/** Logits of one step: those of response token `from` come first. */
interface Fed {
	readonly from: number;
	readonly logits: Logits;
}

/** Rows that come through the cache. */
class FedRows implements ResponseRows {
	readonly #feeding: Feeding;
	readonly #text: readonly number[];
	/** Tokens of the prompt but the last, whose row is the first that is wanted. */
	readonly #before: number;
	readonly #first: number;
	readonly #max: number;
	readonly #progress: Progress;
	#cache: KeyValueCache | undefined;
	/** In order; of more than one step only where the first one had to reach into the response. */
	#fed: Fed[] = [];
	#from = 0;
	#to = 0;

	constructor(feeding: Feeding, prompt: readonly number[], ids: readonly number[], max: number, progress: Progress) {
		this.#feeding = feeding;
		this.#text = [...prompt, ...ids.slice(0, -1)];
		this.#before = prompt.length - 1;
		this.#first = feeding.firstPiece(this.#text.length);
		this.#max = max;
		this.#progress = progress;
	}

	async advance(to: number): Promise<void> {
		[this.#from, this.#to] = [this.#to, to];
		// The block before this one is dropped first: two would be more than the budget.
		this.#fed = this.#fed.filter(({ from, logits }) => from + logits.rows > this.#from);
		const wanted = this.#before + to;
		if (this.#cache !== undefined && this.#cache.length >= wanted) return;
		// A pass costs at least the reading of all weights, so the prompt's tail goes into the same step as the first rows.
		const alone = Math.max(0, Math.min(this.#before, wanted - this.#max));
		this.#cache ??= await prefill(this.#feeding, this.#text.slice(0, alone < this.#first ? 0 : alone), this.#first, this.#progress);
		const begin = this.#cache.length;
		const end = begin === 0 ? Math.max(wanted, this.#first) : wanted;
		const from = Math.max(begin, this.#before);
		const step = await this.#feeding.session.step(this.#text.slice(begin, end), this.#cache, end - from);
		this.#cache = step.cache;
		this.#fed.push({ from: from - this.#before, logits: step.logits! });
		await this.#progress(end - begin);
	}

	get cache(): KeyValueCache | undefined {
		return this.#cache;
	}

	row(t: number, scratch: Float32Array): Float32Array {
		const fed = this.#fed.findLast(({ from }) => from <= t);
		if (fed === undefined || t < this.#from || t >= this.#to) throw new RangeError(`row ${t} of a block from ${this.#from} to ${this.#to}`);
		return fed.logits.row(t - fed.from, scratch);
	}
}

/** Rows that come through the cache, in pieces of one size counted from the text's first token, whichever rows are wanted. */
class PieceRows implements ResponseRows {
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

/**
 * Reduces what predicts response token `t`.
 * @throws {UserError} RA408 where the reduction finds no distribution, which it says with a RangeError.
 */
export function reducedAt<T>(t: number, reduction: () => T): T {
	try {
		return reduction();
	} catch (cause) {
		if (!(cause instanceof RangeError)) throw cause;
		throw new UserError(
			errorNumbers.outputIsNoDistribution,
			`The model's output at response token ${t + 1} is no distribution: ${cause.message}.`,
			{
				hint: 'Half-precision weights overflow on some devices: try another device or dtype.',
				cause,
			},
		);
	}
}
