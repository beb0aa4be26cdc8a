import type { AnyDetector, DetectorFormat } from '../../formats/detectors/detector.ts';
import type { ReportedDetector } from './detector-report.ts';
import type { Measure, MeasuredTrace } from './measure.ts';
import type { TraceItem } from './trace-item.ts';

/** How classifiers are judged (docs/methods/spad.md): by the official split, by 20-fold cross-validation, by leave-one-out. */
export type Protocol = 'I' | 'II' | 'III';

export interface FitSettings {
	/** Share of clean answers that a conformal threshold may flag. */
	readonly alpha: number;
	readonly seed: number;
	/** Settings that are tried for each classifier, where they are searched for; absent: as many as its plan has (`classifierPlan`). */
	readonly draws?: number | undefined;
	readonly protocol: Protocol | 'auto';
	/** Whether methods were asked for by name: then what can be fitted is written, however good it is. */
	readonly named?: boolean | undefined;
	/** Name of the model that reads; absent: not known yet, before it was loaded. */
	readonly reader?: string | undefined;
}

/** Whether data allow a method. */
export interface Look {
	readonly fits: boolean;
	/** What would be fitted on what, or what is missing and how to get it, in one sentence. */
	readonly why: string;
	/** Of the error where it was asked for and does not fit; absent: RA652. */
	readonly code?: 'RA652' | 'RA653';
}

export interface FitContext extends FitSettings {
	/** Steps done, of all that this fit takes. */
	readonly onProgress: (done: number, of: number) => void;
}

/** A file that belongs to a profile and lies beside it. */
export interface ProfileFile {
	readonly name: string;
	readonly text: string;
}

/** What a fit found. */
export interface Fitted<D extends AnyDetector = AnyDetector> {
	readonly detector: D;
	/** Classifiers, by the name that the detector gives them. */
	readonly files: readonly ProfileFile[];
	/** One for each threshold of the detector. */
	readonly reported: readonly ReportedDetector[];
}

/** A detector of a method at one level: fitted by itself, in any order with others, by numbers that its name and the seed decide. */
export interface DetectorFit<D extends AnyDetector = AnyDetector> {
	/** Method and level, such as `repcs response`. */
	readonly id: string;
	/** For people. */
	readonly title: string;
	/** How long it takes beside others: 1 chooses a threshold, 100 grows trees. */
	readonly weight: number;
	/** @throws UserError RA652 or RA653 when what was measured does not suffice. */
	readonly fit: (traces: readonly MeasuredTrace[], context: FitContext) => Promise<Fitted<D>>;
}

/**
 * A method that calibration knows, with all that there is to know of it: a new one is such an object, added to the list in `methods.ts`.
 * Everything that goes by method is derived from that list (`calibration-family.ts`).
 */
export interface CalibrationMethod<D extends AnyDetector = AnyDetector> {
	readonly name: string;
	readonly title: string;
	/** How its detector stands in a profile, which thresholds that shows, and what moving one by hand does. */
	readonly format: DetectorFormat<D>;
	/** What it needs of a trace; several methods may share one. */
	readonly measure: Measure;
	readonly look: (items: readonly TraceItem[], settings: FitSettings) => Look;
	/** What is to be said of the data, a sentence each: once, however many methods say it (`dataNotes`). Absent: nothing. */
	readonly about?: (items: readonly TraceItem[]) => readonly string[];
	readonly detectors: readonly DetectorFit<D>[];
}

/** What methods have to say of the data, each sentence once. */
export function dataNotes(methods: readonly Pick<CalibrationMethod, 'about'>[], items: readonly TraceItem[]): string[] {
	return [...new Set(methods.flatMap(({ about }) => about?.(items) ?? []))];
}

/** What a method writes into a profile. */
export type DetectorOf<M> = M extends CalibrationMethod<infer D> ? D : never;
