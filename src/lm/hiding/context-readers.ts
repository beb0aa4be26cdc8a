import { mapBudget } from '../attention-budget.ts';
import { querySource } from '../conversation.ts';
import type { FittedConversation } from '../fit-context-window.ts';
import type { KeyValueCache } from '../key-value-cache.ts';
import { rowsWithin, type Feeding, type Progress } from '../prefill.ts';
import { blockOf, responseRows } from '../response-rows.ts';
import { chosenColumns } from './cache-columns.ts';
import type { HidingWay } from './hiding-way.ts';
import { logProbabilityAt } from './read-prompt.ts';

/** Reads a response without some of the contexts of its prompt. */
interface ContextReader {
	/** Tokens that are fed in so many passes over `rows` tokens of the response. */
	tokensFed(rows: number, passes: number): number;
	/**
	 * `ln P(y_t)` of the first `rows` response tokens, once for each set of contexts that is away, nats.
	 * @throws {UserError} RA408 for logits that are no numbers; the signal's reason, within one chunk.
	 */
	read(away: readonly (readonly number[])[], rows: number, progress: Progress): Promise<Float64Array[]>;
}

/** Hides the contexts' columns of a prompt's cache. */
export class HiddenContexts implements ContextReader {
	readonly #feeding: Feeding;
	readonly #way: HidingWay;
	readonly #prompt: readonly number[];
	readonly #response: readonly number[];
	/** Columns of the cache by context. */
	readonly #columns = new Map<number, number[]>();
	readonly #scratch: Float32Array;
	readonly #cache: KeyValueCache;

	/** @param cache that begins with the prompt. */
	constructor(
		feeding: Feeding,
		way: HidingWay,
		cache: KeyValueCache,
		{ conversation: { withContext, response }, responseTokens }: FittedConversation,
	) {
		this.#feeding = feeding;
		this.#way = way;
		this.#scratch = new Float32Array(feeding.session.logitBytes === 2 ? feeding.session.vocabulary : 0);
		this.#prompt = withContext.ids;
		const before = Array.from({ length: withContext.ids.length - 1 }, (_, column) => column);
		this.#cache = cache.length === before.length ? cache : chosenColumns(cache, feeding.session.slots, before);
		this.#response = response.ids.slice(0, responseTokens);
		for (const [column, context] of withContext.sources.entries()) {
			// The prompt's last token is the first of the rows.
			if (context === querySource || column === withContext.ids.length - 1) continue;
			const own = this.#columns.get(context);
			if (own === undefined) this.#columns.set(context, [column]);
			else own.push(column);
		}
	}

	tokensFed(rows: number, passes: number): number {
		return rows * passes;
	}

	async read(away: readonly (readonly number[])[], rows: number, progress: Progress): Promise<Float64Array[]> {
		const { session, growth, logitsBudget } = this.#feeding;
		const fed = [this.#prompt.at(-1)!, ...this.#response.slice(0, rows - 1)];
		const max = growth === 'single' ? 1 : rowsWithin(session, logitsBudget);
		const together = this.#way.batches ? textsTogether(max, rows, session.cacheBytes(this.#cache.length)) : 1;
		const found: Float64Array[] = [];
		for (let from = 0; from < away.length; from += together)
			found.push(...(await this.#pass(this.#cache, away.slice(from, from + together), fed, max, progress)));
		return found;
	}

	async #pass(
		cache: KeyValueCache,
		away: readonly (readonly number[])[],
		fed: readonly number[],
		max: number,
		progress: Progress,
	): Promise<Float64Array[]> {
		const open = this.#way.open(
			cache,
			away.map((contexts) => contexts.flatMap((context) => this.#columns.get(context) ?? []).toSorted((a, b) => a - b)),
		);
		const found = away.map(() => new Float64Array(fed.length));
		for (let from = 0; from < fed.length; from += max) {
			const ids = fed.slice(from, from + max);
			const logits = await open.feed(ids, from + max >= fed.length);
			for (const [text, own] of found.entries())
				for (let i = 0; i < ids.length; i++)
					own[from + i] = logProbabilityAt(logits.row(text * ids.length + i, this.#scratch), from + i, this.#response[from + i]!);
			await progress(ids.length * away.length);
		}
		return found;
	}
}

/** Texts of `rows` rows that are fed at once: as many rows as of one text, and no more bytes of caches than attention maps may take. */
export function textsTogether(max: number, rows: number, cacheBytes: number): number {
	return Math.max(1, Math.min(Math.floor(max / rows), Math.floor(mapBudget / Math.max(1, cacheBytes))));
}

/** Reads the prompt anew without the contexts, for a model that cannot hide them. */
export class LeftOutContexts implements ContextReader {
	readonly #feeding: Feeding;
	readonly #fitted: FittedConversation;

	constructor(feeding: Feeding, fitted: FittedConversation) {
		this.#feeding = feeding;
		this.#fitted = fitted;
	}

	tokensFed(rows: number, passes: number): number {
		return (this.#fitted.conversation.withContext.ids.length - 1 + rows) * passes;
	}

	async read(away: readonly (readonly number[])[], rows: number, progress: Progress): Promise<Float64Array[]> {
		const { conversation, responseTokens } = this.#fitted;
		// Where what is fed together matters, what follows does too.
		const ids = conversation.response.ids.slice(0, this.#feeding.pieces === undefined ? rows : responseTokens);
		const found: Float64Array[] = [];
		for (const contexts of away) {
			const prompt = contexts.length === 0 ? conversation.withContext : conversation.without(new Set(contexts));
			const step = blockOf(this.#feeding, 1, prompt.ids.length - 1 + ids.length);
			const path = responseRows(this.#feeding, prompt.ids, ids, step, progress);
			const scratch = new Float32Array(this.#feeding.session.vocabulary);
			const own = new Float64Array(rows);
			for (let from = 0; from < rows; from += step) {
				const to = Math.min(rows, from + step);
				await path.advance(to);
				for (let t = from; t < to; t++) own[t] = logProbabilityAt(path.row(t, scratch), t, ids[t]!);
			}
			found.push(own);
		}
		return found;
	}
}
