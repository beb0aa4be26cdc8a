import type { MappedText } from '../../src/text/text-map.ts';

/** Returns a text as the whole of a document of its own. Offsets outside the text become its start or its end. */
export function ownDocument(text: string): MappedText {
	const clamped = (offset: number): number => Math.min(Math.max(offset, 0), text.length);
	return { document: '', text, map: { length: text.length, toDocument: clamped, toText: clamped } };
}
