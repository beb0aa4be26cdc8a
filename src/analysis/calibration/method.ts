import type { ErrorNumberOf } from '../../error-numbers.ts';
import type { AnyDetector, DetectorFormat } from '../../formats/detectors/detector.ts';
import { subjectNouns, type SubjectKind } from '../../formats/subject.ts';
import type { CalibrationItem, ItemOf } from './calibration-item.ts';
import type { ReportedDetector } from './detector-report.ts';
import type { Level } from './levels.ts';
import type { Measure, Measured } from './measure.ts';
import { parsedOptions, type GivenOptions, type MethodOptions, type ParsedOptions } from './method-options.ts';

/** The settings of a fit. `O` is the type of the method's options. */
export interface FitSettings<O = GivenOptions> {
	readonly seed: number;
	readonly options: O;
	/** Whether methods were requested by name. If so, what can be fitted is written, however good it is. */
	readonly named?: boolean | undefined;
	/** Name of the language model that reads. Absent: it is not known yet because the model is not loaded, or no model reads. */
	readonly reader?: string | undefined;
	/** Name of the embedder. Absent: it is not known yet, or nothing is embedded. */
	readonly embedder?: string | undefined;
}

/** Whether the data are enough for a method. */
export interface Look {
	readonly fits: boolean;
	/** What would be fitted on what, or what is missing and how to get it, in one sentence. */
	readonly why: string;
	/** Number of the error if the method was requested and does not fit. Absent: RA652. */
	readonly code?: ErrorNumberOf<'methodCannotBeFitted' | 'tooFewCleanAnswers'>;
}

export interface FitContext<O = GivenOptions> extends FitSettings<O> {
	/** Reports the steps that are done, and the number of all steps of this fit. */
	readonly onProgress: (done: number, of: number) => void;
}

/** A file that belongs to a profile and is beside it. */
export interface ProfileFile {
	readonly name: string;
	readonly text: string;
	/** Encoding of `text`. Absent: `text` is the content itself, as UTF-8. */
	readonly encoding?: 'base64' | undefined;
}

/** What a fit found. */
export interface Fitted<D extends AnyDetector = AnyDetector> {
	readonly detector: D;
	/** Classifiers, under the names that the detector gives them. */
	readonly files: readonly ProfileFile[];
	/** Reports, one for each threshold of the detector. */
	readonly reported: readonly ReportedDetector[];
}

/** The two classes that a method distinguishes. */
export interface MethodClasses<I extends CalibrationItem = CalibrationItem> {
	/** Noun for one member of a class: `sentence`, `trace`, `query`. */
	readonly of: string;
	/** Name of a class, as in `sentences that are supported`. */
	readonly negative: string;
	readonly positive: string;
	/** Returns whether each member that an item has is positive. `null`: nobody says. */
	truths(item: I): readonly (boolean | null)[];
}

/** What a method says about one subject. */
interface Judgment {
	readonly score: number;
	readonly threshold: number;
	readonly flagged: boolean;
	/** A sentence for people. */
	readonly message: string;
}

/** How a method judges subjects that have no analysis of their own. */
interface Judging<D, I extends CalibrationItem = CalibrationItem> {
	/** Code of the findings, such as `rag-assay/ungrounded`. */
	readonly code: string;
	/** Judges one item. Returns `null` if the method can say nothing about it. */
	judge(detector: D, item: Measured<I>): Judgment | null;
}

/** The members that every method has, whatever it judges. */
interface CommonMethod<D extends AnyDetector, S extends SubjectKind> {
	readonly name: string;
	readonly title: string;
	/** Kind of subject that the method judges. It sees no other items. */
	readonly subject: S;
	/** How a profile stores the method's detector, which thresholds the profile shows, and what happens when a person moves one. */
	readonly format: DetectorFormat<D>;
	/** What the method needs to know about a subject, and which reader must read it. Several methods may share a measure. */
	readonly measure: Measure<unknown, S>;
	/**
	 * A measure of other data that the method compares its subjects with, such as queries that were asked. These data are measured, too, and
	 * the method's fits get them.
	 */
	readonly beside?: Measure | undefined;
}

/** A method as its file declares it. It sees only items of its own kind of subject, and only its own options. */
export interface MethodDeclaration<D extends AnyDetector, S extends SubjectKind, O extends MethodOptions> extends CommonMethod<D, S> {
	/** Options by name. Several methods may share a declaration. */
	readonly options: O;
	readonly classes: MethodClasses<ItemOf<S>>;
	/**
	 * Returns whether the data are enough for the method.
	 * @param beside the data that the measure `beside` is for.
	 */
	look(items: readonly ItemOf<S>[], settings: FitSettings<ParsedOptions<O>>, beside: readonly CalibrationItem[]): Look;
	/** Returns sentences about the data. Each sentence is shown once, however many methods say it (`dataNotes`). */
	about?(items: readonly ItemOf<S>[]): readonly string[];
	/** Detectors, one for each level. `fit` rejects with RA652 or RA653 if what was measured is not enough. */
	readonly detectors: readonly {
		readonly level: Level;
		/** Title for people. */
		readonly title: string;
		/** How long the fit takes relative to others: 1 for choosing a threshold, 100 for growing trees. */
		readonly weight: number;
		fit(items: readonly Measured<ItemOf<S>>[], context: FitContext<ParsedOptions<O>>, beside: readonly Measured[]): Promise<Fitted<D>>;
	}[];
	/** How subjects are judged. Absent for traces, which are judged by an analysis. */
	readonly judging?: Judging<D, ItemOf<S>>;
}

/**
 * A detector of a method at one level. It is fitted by itself, in any order with others. Its name and the seed determine its random
 * numbers.
 */
export interface DetectorFit<D extends AnyDetector = AnyDetector> {
	/** Method and level, such as `repcs response`. */
	readonly id: string;
	readonly level: Level;
	/** Title for people. */
	readonly title: string;
	/** How long the fit takes relative to others: 1 for choosing a threshold, 100 for growing trees. */
	readonly weight: number;
	/**
	 * Fits the detector. It gets everything that was measured and uses the items of its own subject.
	 * @throws {UserError} RA652 or RA653 if these are not enough.
	 */
	readonly fit: (items: readonly Measured[], context: FitContext) => Promise<Fitted<D>>;
}

/**
 * A method that calibration knows, with everything about it. Create a new one with `defineMethod` and add it to the list in `methods.ts`.
 * Everything that depends on the method is derived from that list (`calibration-family.ts`).
 */
export interface CalibrationMethod<D extends AnyDetector = AnyDetector> extends CommonMethod<D, SubjectKind> {
	readonly options: MethodOptions;
	readonly classes: MethodClasses;
	readonly look: (items: readonly CalibrationItem[], settings: FitSettings) => Look;
	readonly about: (items: readonly CalibrationItem[]) => readonly string[];
	readonly detectors: readonly DetectorFit<D>[];
	readonly judging: Judging<D> | null;
}

/** Returns a method as all other code sees it. It can be given items of any kind and all options, and it uses its own. */
export function defineMethod<D extends AnyDetector, S extends SubjectKind, O extends MethodOptions>(
	declared: MethodDeclaration<D, S, O>,
): CalibrationMethod<D> {
	const { name, title, subject, options, format, measure, beside, classes, judging } = declared;
	const own = <T extends FitSettings>(settings: T) => ({ ...settings, options: parsedOptions(options, settings.options, [name]) });
	const isOwn = (item: CalibrationItem): item is ItemOf<S> => item.subject === subject;
	const isOwnMeasured = (item: Measured): item is Measured<ItemOf<S>> => isOwn(item);
	return {
		name,
		title,
		subject,
		options,
		format,
		measure,
		...(beside === undefined ? {} : { beside }),
		classes: { ...classes, truths: (item) => (isOwn(item) ? classes.truths(item) : []) },
		look: (all, settings) => {
			const items = all.filter(isOwn);
			return items.length === 0
				? { fits: false, why: `It judges ${subjectNouns[subject].many}, and there are none.` }
				: declared.look(
						items,
						own(settings),
						all.filter((item) => item.subject === beside?.of),
					);
		},
		about: (items) => declared.about?.(items.filter(isOwn)) ?? [],
		detectors: declared.detectors.map((detector) => ({
			id: `${name} ${detector.level.name}`,
			level: detector.level,
			title: detector.title,
			weight: detector.weight,
			fit: (items, context) =>
				detector.fit(
					items.filter(isOwnMeasured),
					own(context),
					items.filter((item) => item.subject === beside?.of),
				),
		})),
		judging:
			judging === undefined
				? null
				: {
						code: judging.code,
						judge: (detector, item) => (isOwnMeasured(item) ? judging.judge(detector, item) : null),
					},
	};
}

/** Returns the measures of a method: that of its subjects, and that of the data beside them. */
export function measuresOf({ measure, beside }: Pick<CalibrationMethod, 'measure' | 'beside'>): readonly Measure[] {
	return beside === undefined ? [measure] : [measure, beside];
}

/** Returns what methods say about the data, each sentence once. */
export function dataNotes(methods: readonly Pick<CalibrationMethod, 'about'>[], items: readonly CalibrationItem[]): string[] {
	return [...new Set(methods.flatMap(({ about }) => about(items)))];
}

/** The detector that a method writes into a profile. */
export type DetectorOf<M> = M extends CalibrationMethod<infer D> ? D : never;
