import type { ErrorNumberOf } from '../../error-numbers.ts';
import type { AnyDetector, DetectorFormat } from '../../formats/detectors/detector.ts';
import { subjectNouns, type SubjectKind } from '../../formats/subject.ts';
import type { CalibrationItem, ItemOf } from './calibration-item.ts';
import type { ReportedDetector } from './detector-report.ts';
import type { Level } from './levels.ts';
import type { Measure, Measured } from './measure.ts';
import { parsedOptions, type GivenOptions, type MethodOptions, type ParsedOptions } from './method-options.ts';

/** What every method is told; `O`: its options. */
export interface FitSettings<O = GivenOptions> {
	readonly seed: number;
	readonly options: O;
	/** Whether methods were asked for by name: then what can be fitted is written, however good it is. */
	readonly named?: boolean | undefined;
	/** Name of the language model that reads; absent: not known yet, before it was loaded, or none reads. */
	readonly reader?: string | undefined;
}

/** Whether data allow a method. */
export interface Look {
	readonly fits: boolean;
	/** What would be fitted on what, or what is missing and how to get it, in one sentence. */
	readonly why: string;
	/** Of the error where it was asked for and does not fit; absent: RA652. */
	readonly code?: ErrorNumberOf<'methodCannotBeFitted' | 'tooFewCleanAnswers'>;
}

export interface FitContext<O = GivenOptions> extends FitSettings<O> {
	/** Steps done, of all that this fit takes. */
	readonly onProgress: (done: number, of: number) => void;
}

/** A file that belongs to a profile and lies beside it. */
export interface ProfileFile {
	readonly name: string;
	readonly text: string;
	/** What `text` is; absent: itself, as UTF-8. */
	readonly encoding?: 'base64' | undefined;
}

/** What a fit found. */
export interface Fitted<D extends AnyDetector = AnyDetector> {
	readonly detector: D;
	/** Classifiers, by the name that the detector gives them. */
	readonly files: readonly ProfileFile[];
	/** One for each threshold of the detector. */
	readonly reported: readonly ReportedDetector[];
}

/** The two classes that a method tells apart. */
export interface MethodClasses<I extends CalibrationItem = CalibrationItem> {
	/** What stands in a class, as people call one of them: `sentence`, `trace`, `query`. */
	readonly of: string;
	/** As in `sentences that are grounded`. */
	readonly negative: string;
	readonly positive: string;
	/** Of all that an item has of them, whether each is positive; `null`: nobody says. */
	truths(item: I): readonly (boolean | null)[];
}

/** What a method says of one subject. */
export interface Judgment {
	readonly score: number;
	readonly threshold: number;
	readonly flagged: boolean;
	/** For people, in a sentence. */
	readonly message: string;
}

/** How a method judges subjects that have no analysis of their own. */
export interface Judging<D, I extends CalibrationItem = CalibrationItem> {
	/** Of its findings, such as `rag-assay/ungrounded`. */
	readonly code: string;
	/** `null`: it can say nothing of this one. */
	judge(detector: D, item: Measured<I>): Judgment | null;
}

/** What goes for every method, whatever it judges. */
interface CommonMethod<D extends AnyDetector, S extends SubjectKind> {
	readonly name: string;
	readonly title: string;
	/** What it judges: it sees no other items. */
	readonly subject: S;
	/** How its detector stands in a profile, which thresholds that shows, and what moving one by hand does. */
	readonly format: DetectorFormat<D>;
	/** What it needs of a subject, and who has to read that; several methods may share one. */
	readonly measure: Measure<unknown, S>;
	/** Of data of another kind that it compares its subjects with, such as queries that were asked: they are measured as well, and its fits get them. */
	readonly beside?: Measure | undefined;
}

/** A method as it is written: it sees items of its subject and its own options alone. */
export interface MethodDeclaration<D extends AnyDetector, S extends SubjectKind, O extends MethodOptions> extends CommonMethod<D, S> {
	/** By name; several methods may share a declaration. */
	readonly options: O;
	readonly classes: MethodClasses<ItemOf<S>>;
	/** @param beside the data of what `beside` is of */
	look(items: readonly ItemOf<S>[], settings: FitSettings<ParsedOptions<O>>, beside: readonly CalibrationItem[]): Look;
	/** What is to be said of the data, a sentence each: once, however many methods say it (`dataNotes`). */
	about?(items: readonly ItemOf<S>[]): readonly string[];
	/** One a level: `fit` rejects with RA652 or RA653 when what was measured does not suffice. */
	readonly detectors: readonly {
		readonly level: Level;
		/** For people. */
		readonly title: string;
		/** How long it takes beside others: 1 chooses a threshold, 100 grows trees. */
		readonly weight: number;
		fit(items: readonly Measured<ItemOf<S>>[], context: FitContext<ParsedOptions<O>>, beside: readonly Measured[]): Promise<Fitted<D>>;
	}[];
	/** Absent for traces, which are judged by an analysis. */
	readonly judging?: Judging<D, ItemOf<S>>;
}

/** A detector of a method at one level: fitted by itself, in any order with others, by numbers that its name and the seed decide. */
export interface DetectorFit<D extends AnyDetector = AnyDetector> {
	/** Method and level, such as `repcs response`. */
	readonly id: string;
	readonly level: Level;
	/** For people. */
	readonly title: string;
	/** How long it takes beside others: 1 chooses a threshold, 100 grows trees. */
	readonly weight: number;
	/** Of all that was measured, in which those of its subject count. @throws UserError RA652 or RA653 when that does not suffice. */
	readonly fit: (items: readonly Measured[], context: FitContext) => Promise<Fitted<D>>;
}

/**
 * A method that calibration knows, with all that there is to know of it: a new one is made by `defineMethod` and added to the list in `methods.ts`.
 * Everything that goes by method is derived from that list (`calibration-family.ts`).
 */
export interface CalibrationMethod<D extends AnyDetector = AnyDetector> extends CommonMethod<D, SubjectKind> {
	readonly options: MethodOptions;
	readonly classes: MethodClasses;
	readonly look: (items: readonly CalibrationItem[], settings: FitSettings) => Look;
	readonly about: (items: readonly CalibrationItem[]) => readonly string[];
	readonly detectors: readonly DetectorFit<D>[];
	readonly judging: Judging<D> | null;
}

/** A method as everything else sees it: given items of any kind and all options, it takes its own. */
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

/** All that a method has measured, of its subjects and of what lies beside them. */
export function measuresOf({ measure, beside }: Pick<CalibrationMethod, 'measure' | 'beside'>): readonly Measure[] {
	return beside === undefined ? [measure] : [measure, beside];
}

/** What methods have to say of the data, each sentence once. */
export function dataNotes(methods: readonly Pick<CalibrationMethod, 'about'>[], items: readonly CalibrationItem[]): string[] {
	return [...new Set(methods.flatMap(({ about }) => about(items)))];
}

/** What a method writes into a profile. */
export type DetectorOf<M> = M extends CalibrationMethod<infer D> ? D : never;
