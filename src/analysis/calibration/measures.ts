import { z } from 'zod';
import { scoreMeasure } from './score-measure.ts';
import { sourceMeasure } from './source-measure.ts';
import { traceItem } from './trace-item.ts';

/** What methods measure of a trace; a method names one of them. */
export const measures = { scores: scoreMeasure, sources: sourceMeasure };
export type MeasureName = keyof typeof measures;
export const measureNames = ['scores', 'sources'] as const satisfies readonly MeasureName[];

/** What was measured of a trace: some of the measures, by name. */
export const traceNumbers = z.object({ scores: scoreMeasure.schema, sources: sourceMeasure.schema }).partial();
export type TraceNumbers = z.infer<typeof traceNumbers>;

/** A trace with its truth and its numbers: all that fitting sees of it. */
export const measuredTrace = traceItem.extend({ numbers: traceNumbers });
export type MeasuredTrace = z.infer<typeof measuredTrace>;
