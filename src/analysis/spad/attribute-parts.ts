import { UserError } from '../../errors.ts';
import { canAttribute, type LanguageModel } from '../language-model.ts';
import type { AttributeOptions } from '../../reading/read-options.ts';
import type { AttributeResult } from '../../reading/attributed-response.ts';
import type { PromptParts } from '../../reading/prompt-parts.ts';
import { notAttributed } from '../../report/not-attributed.ts';

/** An attribution, or why there is none, as a note. */
export type Attempt = { readonly result: AttributeResult } | { readonly note: string };

/**
 * Attributes where the model can. What it refuses or fails at for a reason that a user can see is told in a note, with what would help: everything else
 * about the response is known all the same. Rejects with the signal's reason, and for files that changed meanwhile (RA504).
 */
export async function attributeParts(parts: PromptParts, model: LanguageModel, options: AttributeOptions): Promise<Attempt> {
	if (!canAttribute(model)) return { note: `${notAttributed} with this model: its inside cannot be looked into.` };
	try {
		return { result: await model.attribute(parts, options) };
	} catch (error) {
		options.signal.throwIfAborted();
		if (!(error instanceof UserError) || error.code === 'RA504') throw error;
		const reason = error.message.startsWith(notAttributed) ? error.message : `${notAttributed}: ${error.message}`;
		return { note: error.hint === undefined ? reason : `${reason} ${error.hint}` };
	}
}
