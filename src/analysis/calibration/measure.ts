import type { z } from 'zod';
import type { AnsweredTrace } from '../../formats/read-traces.ts';
import type { LanguageModel } from '../language-model.ts';
import type { TraceItem } from './trace-item.ts';

/**
 * What calibration keeps of a model's reading of one trace: plain numbers, so that they can lie in a file and be joined across machines.
 * Sentences are those of `responseSentences`, in their order.
 */
export interface Measure<N = unknown> {
	/** Of its own: no other measure has it. */
	readonly name: string;
	/** Of the numbers, as they stand in a file. */
	readonly schema: z.ZodType<N>;
	/** Codes of errors after which this model gives it of no other trace either. */
	readonly unavailableAfter: ReadonlySet<string>;
	/** Rejects as the model does. */
	take(trace: AnsweredTrace, model: LanguageModel, signal: AbortSignal): Promise<N>;
}

/** What was measured of a trace, by the name of the measure. */
export type TraceNumbers = Readonly<Record<string, unknown>>;

/** A trace with its truth and its numbers: all that fitting sees of it. */
export interface MeasuredTrace extends TraceItem {
	readonly numbers: TraceNumbers;
}

/** What a measure said of a trace; `undefined` where it was not taken. */
export function numbersOf<N>({ numbers }: MeasuredTrace, { name, schema }: Measure<N>): N | undefined {
	const found = numbers[name];
	return found === undefined ? undefined : schema.parse(found);
}
