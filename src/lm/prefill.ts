import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ReadOptions } from '../model-io/requests.ts';
import type { CacheGrowth } from './cache-check.ts';
import type { DecoderSession } from './decoder-session.ts';
import type { FirstPiece } from './first-chunk.ts';
import type { Pieces } from './chunk-size.ts';
import type { KeyValueCache } from './key-value-cache.ts';

/** Tokens fed at a time at most, and fewer where that takes too much memory in one piece: between two chunks a job can be canceled. */
export const chunkTokens = 128;

/** How a model is fed. */
export interface Feeding {
	readonly session: DecoderSession;
	/** Bytes of logits that may be held at once. */
	readonly logitsBudget: number;
	/** How many tokens it takes behind a filled cache, if it has one. */
	readonly growth: CacheGrowth;
	/** How many it must be given at once to begin with. */
	readonly firstPiece: FirstPiece;
	/** Where every reading cuts a text, for a model whose numbers depend on it; absent: they do not. Writing goes token by token anyway. */
	readonly pieces?: Pieces | undefined;
}

/** Rows whose logits fit into `budget` bytes, at least one. */
export function rowsWithin(
	{ vocabulary, logitBytes, maxInputTokens }: Pick<DecoderSession, 'vocabulary' | 'logitBytes' | 'maxInputTokens'>,
	budget: number,
): number {
	return Math.max(1, Math.min(maxInputTokens, Math.floor(budget / (vocabulary * logitBytes))));
}

/** Called after each chunk with the tokens it fed; lets the event loop turn, and rejects when the job was canceled. */
export type Progress = (fed: number) => Promise<void>;

export function progressOf(total: number, { signal, onProgress }: ReadOptions): Progress {
	let done = 0;
	return async (fed) => {
		done += fed;
		onProgress(done, total);
		await nextTurn();
		signal.throwIfAborted();
	};
}

/**
 * Fills a cache with tokens, a chunk at a time: an export computes logits for every row that is fed, wanted or not.
 * @param first tokens that go in at once to begin with, at least, whatever their logits take.
 * @param from a cache that holds the first of them; it stays as it is.
 */
export async function prefill(
	{ session, logitsBudget, growth }: Feeding,
	ids: readonly number[],
	first: number,
	progress: Progress,
	from?: KeyValueCache,
): Promise<KeyValueCache> {
	const max = session.trimsLogits ? session.maxInputTokens : rowsWithin(session, logitsBudget);
	let cache = from ?? session.start();
	await progress(0);
	while (cache.length < ids.length) {
		const size = cache.length === 0 ? Math.max(max, first) : growth === 'single' ? 1 : max;
		const chunk = ids.slice(cache.length, cache.length + size);
		({ cache } = await session.step(chunk, cache, 0));
		await progress(chunk.length);
	}
	return cache;
}
