import { setImmediate as nextTurn } from 'node:timers/promises';
import { UserError } from '../errors.ts';
import { nextTokenStatistics, pairedStatistics, topIndices, type NextTokenStatistics } from '../statistics/next-token.ts';
import type { Alternative, PathStatistics, ScoredResponse } from '../statistics/scored-response.ts';
import type { CacheGrowth } from './cache-check.ts';
import type { FittedConversation } from './fit.ts';
import type { DecoderSession } from './decoder-session.ts';
import type { KeyValueCache } from './key-value-cache.ts';
import type { Tokenizer } from './tokenizer.ts';

export interface ScoreOptions {
	/** Alternatives a token and path. */
	readonly topK: number;
	readonly signal: AbortSignal;
	/** Tokens fed so far, of all that both paths feed. */
	readonly onProgress: (done: number, total: number) => void;
}

/** Tokens fed at a time at most: between two chunks a job can be cancelled. */
export const chunkTokens = 128;

/** How a model is fed. */
export interface Feeding {
	readonly session: DecoderSession;
	/** Bytes of logits that may be held at once. */
	readonly logitsBudget: number;
	/** How many tokens it takes behind a filled cache. */
	readonly growth: CacheGrowth;
}

/** Rows whose logits fit into `budget` bytes, at least one. */
function rowsWithin({ vocabulary, logitBytes }: DecoderSession, budget: number): number {
	return Math.max(1, Math.min(chunkTokens, Math.floor(budget / (vocabulary * logitBytes))));
}

/**
 * Scores a response teacher-forced with and without its contexts (methods.md §0). Both paths go over the response together,
 * a chunk of rows at a time through their caches; a chunk's logits are reduced to statistics over the full vocabulary
 * and dropped, so that never more than `logitsBudget` bytes of them are held.
 * @throws {UserError} RA408 for logits that are no numbers, RA411 for a tokenizer that does not fit the model.
 * @throws the signal's reason, within one chunk.
 */
export async function scoreConversation(feeding: Feeding, tokenizer: Tokenizer, fitted: FittedConversation, options: ScoreOptions): Promise<ScoredResponse> {
	const { session } = feeding;
	const { conversation, responseTokens: count } = fitted;
	const ids = conversation.response.ids.slice(0, count);
	const [first, second] = [conversation.withContext.ids, conversation.withoutContext.ids];
	requireKnownTokens([...first, ...second, ...ids], session.vocabulary);
	const same = first.length === second.length && first.every((id, t) => id === second[t]);
	const paths = same ? [first] : [first, second];
	const rows = feeding.growth === 'single' ? 1 : rowsWithin(session, feeding.logitsBudget / paths.length);
	const progress = progressOf(paths.reduce((sum, prompt) => sum + prompt.length - 1 + count, 0), options);

	const caches: KeyValueCache[] = [];
	for (const prompt of paths) caches.push(await prefill(feeding, prompt.slice(0, -1), progress));

	const texts = new Map<number, string>();
	const [withContext, withoutContext] = [new PathBuilder(count), new PathBuilder(count)];
	const kl = new Float64Array(count);
	const scratch = [new Float32Array(session.logitBytes === 2 ? session.vocabulary : 0), new Float32Array(session.logitBytes === 2 ? session.vocabulary : 0)];
	for (let from = 0; from < count; from += rows) {
		const to = Math.min(count, from + rows);
		const chunks = [];
		for (const [p, prompt] of paths.entries()) {
			const feed = from === 0 ? [prompt.at(-1)!, ...ids.slice(0, to - 1)] : ids.slice(from - 1, to - 1);
			const step = await session.step(feed, caches[p]!, 'rows');
			caches[p] = step.cache;
			chunks.push(step.logits!);
			await progress(feed.length);
		}
		for (let t = from; t < to; t++) {
			const [p, q] = chunks.map((logits, i) => logits.row(t - from, scratch[i]!));
			const reduced = reduce(p!, q ?? p!, ids[t]!, t);
			withContext.set(t, reduced.p, alternatives(p!, reduced.p, options.topK, tokenizer, texts));
			withoutContext.set(t, reduced.q, q === undefined ? withContext.alternatives[t]! : alternatives(q, reduced.q, options.topK, tokenizer, texts));
			kl[t] = reduced.kl;
		}
	}
	return {
		tokenIds: Uint32Array.from(ids), start: conversation.response.start.slice(0, count), end: conversation.response.end.slice(0, count),
		withContext, withoutContext, kl,
	};
}

/** @throws {UserError} RA411 for a token that the model does not know. */
export function requireKnownTokens(ids: readonly number[], vocabulary: number): void {
	const foreign = ids.find((id) => id >= vocabulary);
	if (foreign === undefined) return;
	throw new UserError('RA411', `The tokenizer gives token ${foreign}, and the model knows ${vocabulary}: they do not belong together.`, { hint: 'Download or export the model again.' });
}

/** Called after each chunk with the tokens it fed; lets the event loop turn, and rejects when the job was cancelled. */
export type Progress = (fed: number) => Promise<void>;

export function progressOf(total: number, { signal, onProgress }: Pick<ScoreOptions, 'signal' | 'onProgress'>): Progress {
	let done = 0;
	return async (fed) => {
		done += fed;
		onProgress(done, total);
		await nextTurn();
		signal.throwIfAborted();
	};
}

/** Fills a cache with tokens, a chunk at a time: an export computes logits for every row that is fed, wanted or not. */
export async function prefill({ session, logitsBudget, growth }: Feeding, ids: readonly number[], progress: Progress): Promise<KeyValueCache> {
	const most = session.trimsLogits ? chunkTokens : rowsWithin(session, logitsBudget);
	let cache = session.start();
	await progress(0);
	while (cache.length < ids.length) {
		const chunk = ids.slice(cache.length, cache.length + (growth === 'single' && cache.length > 0 ? 1 : most));
		({ cache } = await session.step(chunk, cache, 'none'));
		await progress(chunk.length);
	}
	return cache;
}

function reduce(p: Float32Array, q: Float32Array, target: number, t: number): { p: NextTokenStatistics; q: NextTokenStatistics; kl: number } {
	try {
		if (p !== q) return pairedStatistics(p, q, target);
		const statistics = nextTokenStatistics(p, target);
		return { p: statistics, q: statistics, kl: 0 };
	} catch (cause) {
		if (!(cause instanceof RangeError)) throw cause;
		throw new UserError('RA408', `The model's output at response token ${t + 1} is no distribution: ${cause.message}.`, {
			hint: 'Half-precision weights overflow on some devices: try another device or dtype.', cause,
		});
	}
}

function alternatives(row: Float32Array, { logNormaliser }: NextTokenStatistics, topK: number, tokenizer: Tokenizer, texts: Map<number, string>): Alternative[] {
	return topIndices(row, topK).map((id) => {
		let text = texts.get(id);
		if (text === undefined) texts.set(id, text = tokenizer.textOf(id));
		return { id, text, logProbability: row[id]! - logNormaliser };
	});
}

/** Collects one path's statistics. */
class PathBuilder implements PathStatistics {
	readonly logProbability: Float64Array;
	readonly entropy: Float64Array;
	readonly rank: Uint32Array;
	readonly alternatives: Alternative[][] = [];

	constructor(tokens: number) {
		this.logProbability = new Float64Array(tokens);
		this.entropy = new Float64Array(tokens);
		this.rank = new Uint32Array(tokens);
	}

	set(t: number, statistics: NextTokenStatistics, candidates: Alternative[]): void {
		this.logProbability[t] = statistics.logProbability;
		this.entropy[t] = statistics.entropy;
		this.rank[t] = statistics.rank;
		this.alternatives[t] = candidates;
	}
}
