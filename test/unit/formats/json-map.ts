import assert from 'node:assert/strict';
import type { MappedText } from '../../../src/text/text-map.ts';

/** Each unit of a mapped text is what `JSON.parse` makes of its place in the document, and the places lie side by side. */
export function assertMapsJson({ text, map }: MappedText, document: string): void {
	assert.equal(map.length, text.length);
	for (let at = 0; at < text.length; at++) {
		const [start, end] = [map.toDocument(at), map.toDocument(at + 1)];
		assert.equal(JSON.parse(`"${document.slice(start, end)}"`), text[at]);
		for (let place = start; place < end; place++) assert.equal(map.toText(place), at);
	}
}
