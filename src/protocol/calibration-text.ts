import { readerNouns } from '../formats/reader.ts';
import { subjectKinds, subjectNouns, type SubjectKind } from '../formats/subject.ts';
import { plural } from '../wording/phrases.ts';
import type { CalibrationPreview, CalibrationReport, DetectorReport, ThresholdPoint } from './calibration.ts';

const lists = new Intl.ListFormat('en');

/** How many subjects of these kinds together: `450 traces`, `75 memory entries and queries`; where nobody said of which: `450 items`. */
export function itemsInWords(items: number, subjects: readonly SubjectKind[] = []): string {
	const [only] = subjects;
	if (only === undefined) return plural(items, 'item');
	if (subjects.length > 1) return `${items.toLocaleString('en')} ${lists.format(subjects.map((kind) => subjectNouns[kind].many))}`;
	return plural(items, subjectNouns[only].one, subjectNouns[only].many);
}

/** How many of each kind: `450 traces and 40 queries`. */
export function kindsInWords(counts: readonly { readonly subject: SubjectKind; readonly items: number }[]): string {
	const sums = new Map<SubjectKind, number>();
	for (const { subject, items } of counts) sums.set(subject, (sums.get(subject) ?? 0) + items);
	return sums.size === 0 ? itemsInWords(0) : lists.format([...sums].map(([subject, items]) => itemsInWords(items, [subject])));
}

/** What stands in which class: `120 supported and 30 unsupported sentences; 3 clean and 2 memorized traces`. Empty where nothing does. */
export function classesInWords(classes: readonly { readonly of: string; readonly class: string; readonly count: number }[]): string {
	return [...new Set(classes.map((one) => one.of))]
		.map((of) => ({ of, counted: classes.filter((one) => one.of === of) }))
		.filter(({ counted }) => counted.some(({ count }) => count > 0))
		.map(({ of, counted }) => {
			const isOne = counted.at(-1)?.count === 1 && counted.every(({ count }, i) => count === 0 || i === counted.length - 1);
			const { one, many } = nounsOf(of);
			return `${lists.format(counted.map(({ count, class: name }) => `${count.toLocaleString('en')} ${name}`))} ${isOne ? one : many}`;
		})
		.join('; ');
}

/** A subject by its kind or its noun, or a part of one. */
function nounsOf(of: string): { readonly one: string; readonly many: string } {
	return (
		subjectKinds.filter((kind) => kind === of || subjectNouns[kind].one === of).map((kind) => subjectNouns[kind])[0] ?? {
			one: of,
			many: `${of}s`,
		}
	);
}

export interface ItemsRead {
	/** The sources of which methods want something read. */
	readonly wanted: CalibrationPreview['sources'];
	/** Of how many of their items all numbers are kept already that these methods are fitted to. */
	readonly read: number;
}

/** How much of the data has to be read, and how much has been, for these methods; without any named, for those that the data allow. */
export function itemsRead(
	{ sources, methods, kept }: Pick<CalibrationPreview, 'sources' | 'methods' | 'kept'>,
	named: readonly string[] | undefined,
): ItemsRead {
	const fitted = methods.filter(({ name, fits, readers }) => readers.length > 0 && (named?.includes(name) ?? fits));
	const needed = new Map<SubjectKind, Set<string>>();
	for (const { subject, measure } of fitted) needed.set(subject, (needed.get(subject) ?? new Set()).add(measure));
	// A measure is of one kind of subject, so it tells of which kind what it was taken of is.
	const subjects = new Map(methods.map(({ measure, subject }) => [measure, subject]));
	const isRead = (measures: readonly string[]): boolean => {
		const subject = measures.flatMap((one) => subjects.get(one) ?? [])[0];
		const all = subject === undefined ? undefined : needed.get(subject);
		return all !== undefined && [...all].every((one) => measures.includes(one));
	};
	return {
		wanted: sources.filter(({ subject }) => needed.has(subject)),
		read: kept.reduce((sum, { measures, items }) => sum + (isRead(measures) ? items : 0), 0),
	};
}

type Interval = NonNullable<ThresholdPoint['falsePositiveRate']>;

/**
 * The share of negatives that any threshold flags with its Dvoretzky–Kiefer–Wolfowitz band, cut to [0, 1]; `null` where the report has none.
 * It holds for a threshold that these negatives chose, too, of which there is no rate (`ThresholdPoint`).
 */
export function falsePositiveBand(
	{ bandHalfHeight }: Pick<DetectorReport, 'bandHalfHeight'>,
	{ falsePositives, trueNegatives }: Pick<ThresholdPoint, 'falsePositives' | 'trueNegatives'>,
): Interval | null {
	if (bandHalfHeight === undefined || falsePositives + trueNegatives === 0) return null;
	const value = falsePositives / (falsePositives + trueNegatives);
	return { value, low: Math.max(0, value - bandHalfHeight), high: Math.min(1, value + bandHalfHeight) };
}

/** Who read the data: `language model demo`, `language model demo and encoder bge`. Empty where nobody did. @param shown a name as it is to be seen. */
export function readersInWords(readers: CalibrationReport['readers'], shown: (name: string) => string = (name) => name): string {
	return lists.format(readers.map(({ kind, name }) => `${readerNouns[kind]} ${shown(name)}`));
}

/** How far apart the scores of the two classes lie, in one sentence; `null` where the report does not have it. */
export function scoreDistance({
	kolmogorovSmirnov: found,
	classes,
	levelNouns,
}: Pick<DetectorReport, 'kolmogorovSmirnov' | 'classes' | 'levelNouns'>): string | null {
	if (found === undefined) return null;
	const { statistic, pValue } = found;
	const p = pValue < 0.001 ? 'p < 0.001' : `p = ${pValue.toFixed(3)}`;
	return `Kolmogorov\u2013Smirnov distance between the scores of what is ${classes.negative} and ${classes.positive}: ${statistic.toFixed(3)} (${p}, as if ${levelNouns.many} were independent of each other).`;
}

/**
 * What there is to say of classifiers that the profile which was replaced has left behind: a sentence, `null`
 * where there are none.
 * @param paths of either platform.
 */
export function unusedInWords(paths: readonly string[]): string | null {
	if (paths.length === 0) return null;
	const names = paths.map((path) => path.replace(/^.*[\\/]/s, ''));
	return `No profile in this folder uses these files anymore. You can delete them: ${names.join(', ')}.`;
}
