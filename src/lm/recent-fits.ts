import { isDeepStrictEqual } from 'node:util';
import type { PromptParts } from '../model-io/requests.ts';
import type { FittedConversation } from './fit-context-window.ts';

/** An analysis asks about one text again and again, and about that text without contexts. Fits of large windows take many megabytes. */
const most = 2;

interface Fit {
	readonly parts: PromptParts;
	readonly room: number;
	readonly fitted: FittedConversation;
}

/**
 * The texts that were fitted into the context window last. Each request brings its own copy of the same texts, and a long context takes seconds
 * to tokenize, so they are found by what they say.
 */
export class RecentFits {
	#fits: readonly Fit[] = [];

	/** Returns the fit of a text, which `fit` makes if it is not known. @param room tokens to keep free for an answer */
	of(parts: PromptParts, room: number, fit: () => FittedConversation): FittedConversation {
		const known = this.#fits.find((one) => one.room === room && isDeepStrictEqual(one.parts, parts));
		const found = known ?? { parts, room, fitted: fit() };
		this.#fits = [found, ...this.#fits.filter((one) => one !== found)].slice(0, most);
		return found.fitted;
	}
}
