import { nextTokenStatistics } from '../../statistics/next-token.ts';
import type { FittedConversation } from '../fit-context-window.ts';
import type { KeyValueCache } from '../key-value-cache.ts';
import type { Feeding, Progress } from '../prefill.ts';
import { blockOf, reducedAt, responseRows } from '../response-rows.ts';

/** A prompt that was read with a response behind it. */
export interface ReadPrompt {
	readonly prompt: readonly number[];
	readonly response: readonly number[];
	/** Of the prompt, and of the response but its last token. */
	readonly cache: KeyValueCache;
	/** `[T]`, `ln P(y_t)`, nats. */
	readonly logProbability: Float64Array;
}

/** Whether it is the prompt of a conversation, with its response behind it. */
export function isOf({ prompt, response }: ReadPrompt, { conversation, responseTokens }: FittedConversation): boolean {
	const same = (one: readonly number[], other: readonly number[]): boolean =>
		one.length === other.length && one.every((id, i) => id === other[i]);
	return same(prompt, conversation.withContext.ids) && same(response, conversation.response.ids.slice(0, responseTokens));
}

/**
 * Reads a conversation's prompt and response as scoring does, in the same pieces, so that the numbers are the same to the last bit.
 * @param feeding of a model that keeps a cache, and whose numbers do not depend on pieces.
 * @throws {UserError} RA408 for logits that are no numbers; the signal's reason, within one chunk.
 */
export async function readPrompt(
	feeding: Feeding,
	{ conversation: { withContext, response }, responseTokens: count }: FittedConversation,
	progress: Progress,
): Promise<ReadPrompt> {
	const ids = response.ids.slice(0, count);
	const step = blockOf(feeding, 2, withContext.ids.length - 1 + count);
	const rows = responseRows(feeding, withContext.ids, ids, step, progress);
	const scratch = new Float32Array(feeding.session.vocabulary);
	const logProbability = new Float64Array(count);
	for (let from = 0; from < count; from += step) {
		const to = Math.min(count, from + step);
		// oxlint-disable-next-line no-await-in-loop -- one piece behind the other
		await rows.advance(to);
		for (let t = from; t < to; t++) logProbability[t] = logProbabilityAt(rows.row(t, scratch), t, ids[t]!);
	}
	if (rows.cache === undefined) throw new RangeError('a model without a cache');
	return { prompt: withContext.ids, response: ids, cache: rows.cache, logProbability };
}

/** `ln P(y_t)` of a token by its row of logits, as scoring computes it. @throws {UserError} RA408 */
export function logProbabilityAt(row: Float32Array, t: number, target: number): number {
	return reducedAt(t, () => nextTokenStatistics(row, target).logProbability);
}
