import type { PiiFound, PiiType, Review } from '../formats/review.ts';
import { normalizedValue, occurrencesOf } from '../text/normalized-value.ts';
import type { Recognize } from '../text/pii/pii-types.ts';
import { recognizePii } from '../text/pii/recognize.ts';
import type { TextRange } from '../text/tagged-text.ts';

/** How kinds of personal values are called. */
export const piiNames: Readonly<Record<PiiType, string>> = {
	name: 'name',
	dob: 'date of birth',
	age: 'age',
	sex: 'sex',
	email: 'e-mail address',
	phone: 'phone number',
	address: 'address',
	'record-number': 'record number',
	'insurance-number': 'insurance number',
	'account-number': 'account number',
	organization: 'organization',
	'visit-time': 'time of a visit',
	city: 'city',
	state: 'state',
	other: 'personal value',
};

const labels: Readonly<Record<PiiType, string>> = {
	name: 'NAME',
	dob: 'DATE OF BIRTH',
	age: 'AGE',
	sex: 'SEX',
	email: 'EMAIL',
	phone: 'PHONE',
	address: 'ADDRESS',
	'record-number': 'RECORD NUMBER',
	'insurance-number': 'INSURANCE NUMBER',
	'account-number': 'ACCOUNT NUMBER',
	organization: 'ORGANIZATION',
	'visit-time': 'TIME',
	city: 'CITY',
	state: 'STATE',
	other: 'PERSONAL VALUE',
};

/** A personal value of a retrieved text. */
export interface SourceValue {
	/** The texts in which it stands, by their ids. */
	readonly contexts: readonly string[];
	readonly type: PiiType;
	/** As `occurrencesOf` compares. */
	readonly value: string;
}

/** Fewer letters and digits than this are found everywhere: an age of 7 says nothing of where it comes from. */
const minSigns = 3;

/** By rules, without a model. */
export const byRules: Recognize = (text) => recognizePii(text);

/** The personal values of retrieved texts, each once. */
export function valuesOf(contexts: readonly { readonly id: string; readonly text: string }[], recognize: Recognize): SourceValue[] {
	const known = new Map<string, { contexts: string[]; type: PiiType; value: string }>();
	for (const { id, text } of contexts)
		for (const { start, end, type } of recognize(text)) {
			const value = normalizedValue(text.slice(start, end));
			if (value.length < minSigns) continue;
			const entry = known.get(value) ?? { contexts: [], type, value };
			if (!entry.contexts.includes(id)) entry.contexts.push(id);
			known.set(value, entry);
		}
	return [...known.values()];
}

/** Personal values of a text: those that are recognized in it, and those of retrieved texts that stand in it and were not. In order, none overlapping another. */
export function personalValues(text: string, sources: readonly SourceValue[], recognize: Recognize): PiiFound[] {
	const found: PiiFound[] = recognize(text).map((one) => ({ ...one }));
	for (const { value, type } of sources.toSorted((a, b) => b.value.length - a.value.length))
		for (const { start, end } of occurrencesOf(value, text))
			if (found.every((one) => one.end <= start || one.start >= end))
				found.push({ start, end, type, normalized: value, by: 'a value of the contexts' });
	return found.toSorted((a, b) => a.start - b.start);
}

/** Those within a part of the text, offsets from its start; of one that goes across its ends, what is within. */
export function valuesWithin(found: readonly PiiFound[], { start, end }: TextRange): PiiFound[] {
	return found.flatMap((one) => {
		const [from, to] = [Math.max(one.start, start), Math.min(one.end, end)];
		return from < to ? [{ ...one, start: from - start, end: to - start }] : [];
	});
}

/** What stands for each value: `[PHONE]`, or `[PHONE 1]`, `[PHONE 2]` where there are several, the same for the same value however it is written. */
export function placeholdersFor(texts: readonly { readonly text: string; readonly pii: readonly PiiFound[] }[]): Review['placeholders'] {
	const all = texts.flatMap(({ text, pii }) => pii.map((one) => ({ ...one, written: normalizedValue(text.slice(one.start, one.end)) })));
	const ofType = new Map<PiiType, string[]>();
	for (const { type, normalized } of all) {
		const known = ofType.get(type) ?? [];
		if (!known.includes(normalized)) known.push(normalized);
		ofType.set(type, known);
	}
	const placeholders = new Map<string, string>();
	for (const { type, normalized, written } of all) {
		const known = ofType.get(type)!;
		if (!placeholders.has(written))
			placeholders.set(written, known.length === 1 ? `[${labels[type]}]` : `[${labels[type]} ${known.indexOf(normalized) + 1}]`);
	}
	return [...placeholders].map(([normalized, text]) => ({ normalized, text }));
}

/** A text with its personal values replaced. */
export function withPlaceholders(text: string, pii: readonly PiiFound[], placeholders: Review['placeholders']): string {
	return pii.toReversed().reduce((left, { start, end }) => {
		const value = normalizedValue(text.slice(start, end));
		return left.slice(0, start) + placeholders.find(({ normalized }) => normalized === value)!.text + left.slice(end);
	}, text);
}
