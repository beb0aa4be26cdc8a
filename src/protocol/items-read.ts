import type { SubjectKind } from '../formats/subject.ts';
import type { CalibrationPreview } from './calibration.ts';

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
