import { chunkTokens } from '../prefill.ts';
import { scoringMemory, type ScoredText, type ScoringModel } from '../ram-for-scoring.ts';
import type { DecoderSession } from '../decoder-session.ts';
import { textsTogether } from './context-readers.ts';
import { mostPasses } from './measure-contexts.ts';

/**
 * Bytes that a process needs in all for reading a response without each of its contexts, from above: scoring it, the prompt's cache, and
 * the caches of the texts that are read together, as they go in and as they come out.
 * @param copiesWeights whether a second session is opened for it.
 */
export function hidingMemory(
	model: ScoringModel & { readonly session: Pick<DecoderSession, 'wholeCacheBytes'> },
	text: ScoredText,
	{ contexts, copiesWeights }: { readonly contexts: number; readonly copiesWeights: boolean },
): number {
	const cache = model.session.wholeCacheBytes(text.withContext + text.answer);
	const together = Math.min(mostPasses(contexts), textsTogether(chunkTokens, Math.max(1, text.answer), cache));
	return scoringMemory(model, text) + cache * (1 + 2 * together) + (copiesWeights ? 2 * model.weightBytes : 0);
}
