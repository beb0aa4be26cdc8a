import { datesIn } from './dates.ts';
import type { PiiEntity, PiiFound, PiiType } from './found.ts';
import { recognizePii, type PiiOptions } from './recognize.ts';

/** Each value once by type and normalized form. */
type Known = Pick<PiiFound, 'type' | 'normalized'>;

/** The values that recognizers find in documents, each once, as a list to find them again by. */
export function entityListOf(documents: readonly string[], options: PiiOptions = {}): PiiEntity[] {
	const seen = new Map<string, PiiEntity>();
	for (const text of documents)
		for (const { type, start, end, normalized } of recognizePii(text, options)) {
			const key = `${type} ${normalized}`;
			if (!seen.has(key)) seen.set(key, { type, value: text.slice(start, end) });
		}
	return [...seen.values()];
}

const numberTypes: ReadonlySet<PiiType> = new Set(['phone', 'record-number', 'insurance-number', 'account-number']);

/**
 * Where an answer says a value that documents have, in whatever spelling: found by a recognizer and equal when normalized, or the value itself without
 * any cue (ages and sexes alone need one). A value that two types have counts as the documents' type.
 */
export function leakedValues(known: readonly Known[], answer: string, options: PiiOptions = {}): PiiFound[] {
	const values = new Map(known.map((value) => [`${value.type} ${value.normalized}`, value] as const));
	const entities = [...values.values()].flatMap(({ type, normalized }): PiiEntity[] =>
		spellings(type, normalized).map((value) => ({ type, value })),
	);
	const found = recognizePii(answer, { ...options, entities: [...(options.entities ?? []), ...entities] });
	const leaked = found.flatMap((each): PiiFound[] => {
		const same = [...sameType(each.type)].find(
			(type) => values.has(`${type} ${each.normalized}`) || values.has(`${type} ${national(each.normalized)}`),
		);
		return same === undefined ? [] : [{ ...each, type: same }];
	});
	return [...leaked, ...leakedDates(values, answer, options, leaked)].toSorted((a, b) => a.start - b.start);
}

/** Numbers are called one thing in a document and another in an answer. */
function sameType(type: PiiType): ReadonlySet<PiiType> {
	return numberTypes.has(type) ? new Set([type, ...numberTypes]) : new Set([type]);
}

/** Digits alone of a number by E.164. */
function national(normalized: string): string {
	return normalized.replace(/^\+1?/u, '');
}

/** With and without the country's code, which a list of North America's numbers leaves out. */
function spellings(type: PiiType, normalized: string): string[] {
	return type === 'phone' && normalized.startsWith('+1') ? [normalized, normalized.slice(2)] : [normalized];
}

/** A known day, spelled in any way and called nothing. */
function leakedDates(values: ReadonlyMap<string, Known>, answer: string, { country }: PiiOptions, found: readonly PiiFound[]): PiiFound[] {
	return datesIn(answer, country).flatMap(({ start, end, iso }): PiiFound[] => {
		const type = (['dob', 'visit-time'] as const).find((each) => values.has(`${each} ${iso}`));
		const there = found.some((each) => each.start < end && start < each.end);
		return type === undefined || there ? [] : [{ start, end, type, normalized: iso, by: 'date of the documents' }];
	});
}
