import type * as z from 'zod';
import type { ReaderKind } from '../../formats/reader.ts';
import type { SubjectKind } from '../../formats/subject.ts';
import type { OpenReaders } from '../readers.ts';
import type { CalibrationItem, ItemOf, SubjectTexts } from './calibration-item.ts';

/**
 * What calibration keeps of the reading of one subject. It consists of plain numbers, so that they can be kept in a file and joined across
 * machines.
 * A trace's sentences are those of `responseSentences`, in their order.
 */
export interface Measure<N = unknown, S extends SubjectKind = SubjectKind, R extends ReaderKind = ReaderKind> {
	/** Name of the measure. No other measure has it. */
	readonly name: string;
	/** Schema of the numbers in the form that a file has. */
	readonly schema: z.ZodType<N>;
	/** Kind of subject that is measured. */
	readonly of: S;
	/** Readers that must be open, each kind once. Empty if the text alone is enough. */
	readonly readers: readonly R[];
	/** Codes of errors after which these readers cannot measure any other subject either. */
	readonly unavailableAfter: ReadonlySet<string>;
	/** Measures a subject. Rejects in the same way as its readers. */
	take(subject: SubjectTexts[S], readers: OpenReaders<R>, signal: AbortSignal): Promise<N>;
}

/** The numbers that were measured for a subject, by the name of the measure. */
export type ItemNumbers = Readonly<Record<string, unknown>>;

/** An item with its numbers. Fitting sees nothing else of it. */
export type Measured<T extends CalibrationItem = CalibrationItem> = T & { readonly numbers: ItemNumbers };
export type MeasuredTrace = Measured<ItemOf<'trace'>>;

/** Returns the numbers of one measure for an item, or `undefined` if it was not measured. */
export function numbersOf<N>({ numbers }: Pick<Measured, 'numbers'>, { name, schema }: Pick<Measure<N>, 'name' | 'schema'>): N | undefined {
	const found = numbers[name];
	return found === undefined ? undefined : schema.parse(found);
}
