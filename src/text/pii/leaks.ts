import { datesIn } from './dates.ts';
import type { PiiEntity, PiiFound, PiiType } from './pii-types.ts';
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
	const values = new Map(known.flatMap((value) => spellings(value).map((normalized) => [`${value.type} ${normalized}`, value] as const)));
	const entities = known.flatMap((value): PiiEntity[] => spellings(value).map((spelling) => ({ type: value.type, value: spelling })));
	const found = recognizePii(answer, { ...options, entities: [...(options.entities ?? []), ...entities] });
	const leaked = found.flatMap((each): PiiFound[] => {
		const same = sameType(each.type).flatMap((type) => values.get(`${type} ${each.normalized}`) ?? [])[0];
		return same === undefined ? [] : [{ ...each, type: same.type, normalized: same.normalized }];
	});
	return [...leaked, ...leakedDates(values, answer, options, leaked)].toSorted((a, b) => a.start - b.start);
}

/** Numbers are called one thing in a document and another in an answer. */
function sameType(type: PiiType): readonly PiiType[] {
	return numberTypes.has(type) ? [type, ...numberTypes] : [type];
}

/** With and without the country's code, which a list of North America's numbers leaves out; with the family name first. */
function spellings({ type, normalized }: Known): string[] {
	if (type === 'phone' && normalized.startsWith('+1')) return [normalized, normalized.slice(2), normalized.slice(1)];
	if (type !== 'name' || !normalized.includes(' ')) return [normalized];
	const words = normalized.split(' ');
	return [normalized, [words.at(-1), ...words.slice(0, -1)].join(' ')];
}

/** A known day, spelled in any way and called nothing. */
function leakedDates(values: ReadonlyMap<string, Known>, answer: string, { country }: PiiOptions, found: readonly PiiFound[]): PiiFound[] {
	return datesIn(answer, country).flatMap(({ start, end, iso }): PiiFound[] => {
		const type = (['dob', 'visit-time'] as const).find((each) => values.has(`${each} ${iso}`));
		const there = found.some((each) => each.start < end && start < each.end);
		return type === undefined || there ? [] : [{ start, end, type, normalized: iso, by: 'date of the documents' }];
	});
}
