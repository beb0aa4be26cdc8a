import { mixtureSums } from '../statistics/mixture-sums.ts';
import type { MixtureSums } from '../model-io/scores.ts';
import { progressOf, type Feeding } from './prefill.ts';
import type { ReadOptions } from '../model-io/requests.ts';
import type { FittedConversation } from './fit-context-window.ts';
import { blockOf, reducedAt, responseRows, tokensFed } from './response-rows.ts';
import { requireKnownTokens } from './score.ts';

/**
 * Reads the first `tokens` tokens of a response, teacher-forced, behind the prompt as it is, without its contexts, and without its question,
 * and reduces the three distributions that predict each token to what RePCS's influence `η` is fitted from (docs/methods/repcs.md). The three paths
 * go over the response together, so that no more than `logitsBudget` bytes of logits are held.
 * @returns one a token
 * @throws {UserError} RA408 for logits that are no numbers, RA411 for a tokenizer that does not fit the model.
 * @throws the signal's reason, within one chunk.
 */
export async function scoreMixture(
	feeding: Feeding,
	fitted: FittedConversation,
	tokens: number,
	options: ReadOptions,
): Promise<MixtureSums[]> {
	const { session } = feeding;
	const { conversation, responseTokens } = fitted;
	const prompts = [conversation.withContext, conversation.withoutContext, conversation.contextOnly()].map(({ ids }) => ids);
	const count = Math.min(tokens, responseTokens);
	// Where what is fed together matters, what follows does too.
	const ids = conversation.response.ids.slice(0, feeding.pieces === undefined ? count : responseTokens);
	requireKnownTokens([...prompts.flat(), ...ids], session.vocabulary);
	const passes = prompts.map((prompt) => tokensFed(feeding, prompt.length, count, ids.length));
	const progress = progressOf(
		passes.reduce((sum, size) => sum + size, 0),
		options,
	);
	const step = blockOf(feeding, prompts.length, Math.max(...passes));
	const paths = prompts.map((prompt) => ({
		rows: responseRows(feeding, prompt, ids, step, progress),
		scratch: new Float32Array(session.logitBytes === 2 ? session.vocabulary : 0),
	}));
	const sums: MixtureSums[] = [];
	for (let from = 0; from < count; from += step) {
		const to = Math.min(count, from + step);
		for (const { rows } of paths) await rows.advance(to);
		for (let t = from; t < to; t++) {
			const [withContext, withoutContext, contextOnly] = paths.map(({ rows, scratch }) => rows.row(t, scratch));
			sums.push(reducedAt(t, () => mixtureSums(withContext!, withoutContext!, contextOnly!)));
		}
	}
	return sums;
}
