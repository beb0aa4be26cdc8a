import type { z } from 'zod';
import type { AnsweredTrace } from '../../formats/read-traces.ts';
import type { LanguageModel } from '../language-model.ts';

/**
 * What calibration keeps of a model's reading of one trace: plain numbers, so that they can lie in a file and be joined across machines.
 * Sentences are those of `responseSentences`, in their order.
 */
export interface Measure<N> {
	readonly name: string;
	/** Of the numbers, as they stand in a file. */
	readonly schema: z.ZodType<N>;
	/** Rejects as the model does. */
	take(trace: AnsweredTrace, model: LanguageModel, signal: AbortSignal): Promise<N>;
}
