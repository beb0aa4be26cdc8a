import type { HidingResult } from '../../model-io/hiding.ts';
import type { ReadOptions } from '../../model-io/requests.ts';
import type { FittedConversation } from '../fit-context-window.ts';
import { progressOf, type Feeding } from '../prefill.ts';
import { requireKnownTokens } from '../score.ts';
import { keepsEachToken } from './cache-columns.ts';
import { HiddenContexts, LeftOutContexts } from './context-readers.ts';
import type { Hiding } from './hiding.ts';
import { measureContexts, mostPasses, type KnownBefore } from './measure-contexts.ts';
import { isOf, readPrompt, type ReadPrompt } from './read-prompt.ts';

export interface HidingOptions extends ReadOptions, Pick<KnownBefore, 'mayGive'> {
	/** The prompt that scoring has just read, if any: it is not read again if it is this one. */
	readonly read?: ReadPrompt | undefined;
}

/**
 * Reads a response again without each of its contexts, and where needed with one alone (docs/methods/hiding.md).
 * @param feeding of the model, for the prompt, and for what cannot be hidden.
 * @throws {UserError} RA408 for logits that are no numbers, RA411 for a tokenizer that does not fit the model.
 * @throws the signal's reason, within one chunk.
 */
export async function hideContexts(
	feeding: Feeding,
	hiding: Hiding,
	fitted: FittedConversation,
	{ mayGive, read, ...options }: HidingOptions,
): Promise<HidingResult> {
	const { conversation, contexts, responseTokens: count, truncation } = fitted;
	const { withContext, response } = conversation;
	requireKnownTokens([...withContext.ids, ...response.ids.slice(0, count)], feeding.session.vocabulary);
	const why = whyNotHidden(feeding, hiding, fitted);
	const hides = hiding.kind === 'hides' && why === null ? hiding : null;
	// Without a cache of each token, nothing can be hidden from the model's own.
	const reading = hides === null || keepsEachToken(feeding.session.slots) ? feeding : hides.feeding;
	const known = hides !== null && reading === feeding && read !== undefined && isOf(read, fitted) ? read : null;
	const most = mostPasses(contexts.length);
	const leftOut = new LeftOutContexts(feeding, fitted);
	// With all contexts the response is read with the prompt.
	const total =
		hides === null ? leftOut.tokensFed(count, most) : count * (most - 1) + (known === null ? withContext.ids.length - 1 + count : 0);
	const progress = progressOf(total, { ...options, onProgress: (done, all) => options.onProgress(Math.min(done, all), all) });
	const whole = hides === null || count === 0 ? null : (known ?? (await readPrompt(reading, fitted, progress)));
	const reader = whole === null ? leftOut : new HiddenContexts(hides!.feeding, hides!.way, whole.cache, fitted);
	const measured =
		count === 0
			? undefined
			: await measureContexts((away, rows) => reader.read(away, rows, progress), contexts.length, count, {
					all: whole?.logProbability,
					mayGive,
				});
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
		passes: Math.max(1, (measured?.passes ?? 0) + (whole === null ? 0 : 1)),
		truncation,
	};
}

/** Why contexts are left out of the prompt, a clause; `null` where they are hidden. */
function whyNotHidden(feeding: Feeding, hiding: Hiding, { conversation, responseTokens }: FittedConversation): string | null {
	if (hiding.kind === 'refuses') return hiding.reason;
	const before = conversation.withContext.ids.length - 1;
	return feeding.firstPiece(before + responseTokens) > before ? 'it reads a text of this length otherwise than the prompt alone' : null;
}
