import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { canAttribute, type LanguageModel } from '../language-model.ts';
import type { AttributeOptions, PromptParts } from '../../model-io/requests.ts';
import { type AttributeResult } from '../../model-io/attribution.ts';

/** An attribution, or why there is none, in words. */
export type Attempt = { readonly result: AttributeResult } | { readonly notAttributed: string };

/** What the words begin with. */
const beginning = 'Token sources cannot be attributed';
/** Errors of models that cannot be attributed: their messages begin so themselves. */
const ofModel: ReadonlySet<string> = new Set([
	errorNumbers.graphNotUnderstood,
	errorNumbers.weightsInOtherFolders,
	errorNumbers.attributionSelfCheckFailed,
]);

/**
 * Attributes where the model can. What it refuses or fails at for a reason that a user can see is told in words, with what would help: everything else
 * about the response is known anyway. Rejects with the signal's reason, and for files that changed meanwhile (RA504).
 */
export async function attributeParts(parts: PromptParts, model: LanguageModel, options: AttributeOptions): Promise<Attempt> {
	if (!canAttribute(model)) return { notAttributed: `${beginning} with this model, because RAG Assay cannot look into it.` };
	try {
		return { result: await model.attribute(parts, options) };
	} catch (error) {
		options.signal.throwIfAborted();
		if (!(error instanceof UserError) || error.code === errorNumbers.modelFilesChanged) throw error;
		const reason = ofModel.has(error.code) ? error.message : `${beginning}: ${error.message}`;
		return { notAttributed: error.hint === undefined ? reason : `${reason} ${error.hint}` };
	}
}
