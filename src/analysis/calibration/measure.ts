import type { z } from 'zod';
import type { ReaderKind } from '../../formats/reader.ts';
import type { SubjectKind } from '../../formats/subject.ts';
import type { OpenReaders } from '../readers.ts';
import type { CalibrationItem, ItemOf, SubjectTexts } from './calibration-item.ts';

/**
 * What calibration keeps of the reading of one subject: plain numbers, so that they can lie in a file and be joined across machines.
 * Sentences of a trace are those of `responseSentences`, in their order.
 */
export interface Measure<N = unknown, S extends SubjectKind = SubjectKind, R extends ReaderKind = ReaderKind> {
	/** Of its own: no other measure has it. */
	readonly name: string;
	/** Of the numbers, as they stand in a file. */
	readonly schema: z.ZodType<N>;
	/** Of what it is taken. */
	readonly of: S;
	/** What has to be opened for it, each kind once; none where the text alone suffices. */
	readonly readers: readonly R[];
	/** Codes of errors after which these readers give it of no other subject either. */
	readonly unavailableAfter: ReadonlySet<string>;
	/** Rejects as its readers do. */
	take(subject: SubjectTexts[S], readers: OpenReaders<R>, signal: AbortSignal): Promise<N>;
}

/** What was measured of a subject, by the name of the measure. */
export type ItemNumbers = Readonly<Record<string, unknown>>;

/** An item with its numbers: all that fitting sees of it. */
export type Measured<T extends CalibrationItem = CalibrationItem> = T & { readonly numbers: ItemNumbers };
export type MeasuredTrace = Measured<ItemOf<'trace'>>;

/** What a measure said of an item; `undefined` where it was not taken. */
export function numbersOf<N>({ numbers }: Pick<Measured, 'numbers'>, { name, schema }: Pick<Measure<N>, 'name' | 'schema'>): N | undefined {
	const found = numbers[name];
	return found === undefined ? undefined : schema.parse(found);
}
