import { MappedTextBuilder } from '../../text/mapped-text-builder.ts';
import { piecewiseMap, sliceMap } from '../../text/piecewise-map.ts';
import type { MappedText } from '../../text/text-map.ts';
import type { DocumentRange } from '../trace.ts';

/** How a string is written: with JSON's escapes, with Python's, with doubled quotes as in CSV, or as it is. */
type Notation = 'json' | 'python' | 'csv' | 'plain';

/** Where a value stands in the text that it was read from. That text may itself be a string within a document. */
interface Part {
	readonly source: MappedText;
	/** UTF-16 offsets in the text of `source`. */
	readonly start: number;
	readonly end: number;
}

export interface LocatedObject extends Part {
	readonly kind: 'object';
	readonly members: ReadonlyMap<string, Located>;
	/** Whether the text ended, or broke, before the object did. Members that were not complete are absent. */
	readonly cut: boolean;
}

export interface LocatedArray extends Part {
	readonly kind: 'array';
	readonly items: readonly Located[];
	/** As in `LocatedObject`. */
	readonly cut: boolean;
}

/** A string. `start` and `end` include its quotes, if it has some. */
export interface LocatedString extends Part {
	readonly kind: 'string';
	readonly notation: Notation;
	/** Number of characters before and behind the content: quotes and prefixes. */
	readonly before: number;
	readonly after: number;
}

interface LocatedNumber extends Part {
	readonly kind: 'number';
	readonly value: number;
}

interface LocatedBoolean extends Part {
	readonly kind: 'boolean';
	readonly value: boolean;
}

/** `null`, Python's `None`, an empty cell, and numbers that are none (`NaN`). */
interface LocatedNull extends Part {
	readonly kind: 'null';
}

/** A value with its place in a document. */
export type Located = LocatedObject | LocatedArray | LocatedString | LocatedNumber | LocatedBoolean | LocatedNull;

/** Returns a document's text as the source of values. */
export function documentText(document: string, text: string): MappedText {
	return { document, text, map: piecewiseMap([{ text: 0, document: 0 }], text.length) };
}

/** Returns where a value stands in its document, in UTF-16 offsets. */
export function rangeOf({ source: { map }, start, end }: Located): DocumentRange {
	return { start: map.toDocument(start), end: map.toDocument(end) };
}

/** Returns the member of an object, or `undefined` if there is none or the value is no object. */
export function memberOf(value: Located | undefined, name: string): Located | undefined {
	return value?.kind === 'object' ? value.members.get(name) : undefined;
}

/** Returns the value at a path of members and indexes, or `undefined`. */
export function valueAt(value: Located | undefined, ...path: readonly (string | number)[]): Located | undefined {
	let at = value;
	for (const key of path) at = typeof key === 'number' ? itemsOf(at)[key] : memberOf(at, key);
	return at;
}

/** Returns the items of an array; none for any other value. */
export function itemsOf(value: Located | undefined): readonly Located[] {
	return value?.kind === 'array' ? value.items : [];
}

/** Returns what a string says, or `undefined` for any other value. */
export function stringOf(value: Located | undefined): string | undefined {
	return value?.kind === 'string' ? textOf(value).text : undefined;
}

/** Returns a text or a number as text, as ids are written, or `undefined`. A blank text is none. */
export function idOf(value: Located | undefined): string | undefined {
	if (value?.kind === 'number') return String(value.value);
	const text = stringOf(value)?.trim();
	return text === undefined || text === '' ? undefined : text;
}

/** Returns a number, also one that is written as text, or `undefined`. */
export function numberOf(value: Located | undefined): number | undefined {
	if (value?.kind === 'number') return value.value;
	const text = stringOf(value)?.trim();
	return text === undefined || !/^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) ? undefined : Number(text);
}

/** Returns the text of a string, without its quotes and escapes, each UTF-16 unit at its place in the document. */
export function textOf({ source, start, end, before, after, notation }: LocatedString): MappedText {
	const from = start + before;
	const to = end - after;
	const builder = new MappedTextBuilder(source.document);
	const escape = escapes[notation];
	let done = from;
	if (escape !== null) {
		const raw = source.text.slice(from, to);
		for (const { 0: written, index } of raw.matchAll(escape.pattern)) {
			const value = escape.value(written);
			appendPart(builder, source, done, from + index);
			const place = source.map.toDocument(from + index);
			// Both halves of a surrogate pair have an escape of their own in JSON.
			const step = value.length > 1 && notation === 'json' ? source.map.toDocument(from + index + 6) - place : 1;
			for (let i = 0; i < value.length; i++) builder.appendInstead(value.charAt(i), place + step * i);
			done = from + index + written.length;
		}
	}
	appendPart(builder, source, done, to);
	return builder.build(source.map.toDocument(to));
}

/**
 * Joins texts of one document with line ends, in the order of the document.
 * @returns `undefined` for no text, and for texts that are not in that order
 */
export function joined(texts: readonly MappedText[]): MappedText | undefined {
	const [first] = texts;
	if (first === undefined || texts.length === 1) return first;
	const builder = new MappedTextBuilder(first.document);
	let end = -1;
	for (const [i, { document, text, map }] of texts.entries()) {
		if (document !== first.document || map.toDocument(0) <= end) return undefined;
		appendPart(builder, { document, text, map }, 0, text.length);
		end = map.toDocument(text.length);
		if (i < texts.length - 1) builder.appendInstead('\n', end);
	}
	return builder.build(end);
}

/** Returns the part `[start, end)` of a text without its outer white space. */
export function trimmedPart({ document, text, map }: MappedText, start = 0, end = text.length): MappedText {
	const part = text.slice(start, end);
	const content = part.trim();
	const from = start + (part.length - part.trimStart().length);
	return { document, text: content, map: sliceMap(map, from, from + content.length) };
}

/** Appends `[start, end)` of a text that may not stand in its document as it is. */
function appendPart(builder: MappedTextBuilder, source: MappedText, start: number, end: number): void {
	if (start >= end) return;
	const place = source.map.toDocument(start);
	const last = source.map.toDocument(end - 1);
	if (last - place === end - 1 - start) {
		builder.append(source.text.slice(start, end), place);
		return;
	}
	const middle = (start + end) >> 1;
	appendPart(builder, source, start, middle);
	appendPart(builder, source, middle, end);
}

interface Escapes {
	readonly pattern: RegExp;
	readonly value: (written: string) => string;
}

const letters: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', a: '\x07', v: '\v', '\n': '' };

function codes(written: string): string {
	return written
		.split('\\u')
		.slice(1)
		.map((hex) => String.fromCharCode(Number.parseInt(hex, 16)))
		.join('');
}

const escapes: Readonly<Record<Notation, Escapes | null>> = {
	json: {
		pattern: /\\(?:u[dD][89abAB]..\\u[dD][c-fC-F]..|u.{4}|[^u])/gs,
		value: (written) => (written.charAt(1) === 'u' ? codes(written) : (letters[written.charAt(1)] ?? written.charAt(1))),
	},
	python: {
		pattern: /\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-7]{1,3}|.)/gs,
		value: (written) => {
			const letter = written.charAt(1);
			if (/^\\[xuU]./.test(written) && written.length > 2) {
				const code = Number.parseInt(written.slice(2), 16);
				return code > 0x10_ff_ff ? '\uFFFD' : String.fromCodePoint(code);
			}
			if (/[0-7]/.test(letter)) return String.fromCodePoint(Number.parseInt(written.slice(1), 8));
			// Python leaves an unknown escape as it is; of these no writer makes any.
			return letters[letter] ?? letter;
		},
	},
	csv: { pattern: /""/g, value: () => '"' },
	plain: null,
};
