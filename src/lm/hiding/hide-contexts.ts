import type { HidingResult } from '../../model-io/hiding.ts';
import type { ReadOptions } from '../../model-io/requests.ts';
import type { FittedConversation } from '../fit-context-window.ts';
import { progressOf, type Feeding } from '../prefill.ts';
import { requireKnownTokens } from '../score.ts';
import { HiddenContexts, LeftOutContexts, type ContextReader } from './context-readers.ts';
import type { Hiding } from './hiding.ts';
import { measureContexts, mostPasses } from './measure-contexts.ts';

/**
 * Reads a response again without each of its contexts, and where needed with one alone (docs/methods/hiding.md).
 * @param feeding of the model, for what cannot be hidden.
 * @throws {UserError} RA408 for logits that are no numbers, RA411 for a tokenizer that does not fit the model.
 * @throws the signal's reason, within one chunk.
 */
export async function hideContexts(
	feeding: Feeding,
	hiding: Hiding,
	fitted: FittedConversation,
	options: ReadOptions,
): Promise<HidingResult> {
	const { conversation, contexts, responseTokens: count, truncation } = fitted;
	const { withContext, response } = conversation;
	requireKnownTokens([...withContext.ids, ...response.ids.slice(0, count)], feeding.session.vocabulary);
	const { reader, why } = readerFor(feeding, hiding, fitted);
	const total = reader.tokensFed(count, mostPasses(contexts.length));
	const progress = progressOf(total, { ...options, onProgress: (done, all) => options.onProgress(Math.min(done, all), all) });
	const measured =
		count === 0 ? undefined : await measureContexts((away, rows) => reader.read(away, rows, progress), contexts.length, count);
	options.onProgress(total, total);
	const nothing = new Float64Array();
	return {
		tokenIds: Uint32Array.from(response.ids.slice(0, count)),
		start: response.start.slice(0, count),
		end: response.end.slice(0, count),
		contextIds: contexts.map(({ id }) => id),
		logProbability: measured?.all ?? nothing,
		none: measured?.none ?? nothing,
		without: measured?.without ?? nothing,
		only: measured?.only ?? nothing,
		groups: measured?.groups ?? [],
		how: why === null ? 'hidden' : 'left-out',
		why,
		passes: measured?.passes ?? 1,
		truncation,
	};
}

function readerFor(feeding: Feeding, hiding: Hiding, fitted: FittedConversation): { reader: ContextReader; why: string | null } {
	const leftOut = (why: string) => ({ reader: new LeftOutContexts(feeding, fitted), why });
	if (hiding.kind === 'refuses') return leftOut(hiding.reason);
	const before = fitted.conversation.withContext.ids.length - 1;
	if (feeding.firstPiece(before + fitted.responseTokens) > before)
		return leftOut('it reads a text of this length otherwise than the prompt alone');
	return { reader: new HiddenContexts(hiding.feeding, hiding.way, fitted), why: null };
}
