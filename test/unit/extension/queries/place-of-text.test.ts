import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeOfText } from '../../../../src/extension/queries/place-of-text.ts';

const at = (file: string, place: ReturnType<typeof placeOfText>) => (place === null ? null : file.slice(place.start, place.end));

test('a text is found as it is, in JSON, and in JSON as Python writes it', () => {
	const text = 'Frau "Öz" fragt:\nwann?';
	for (const file of [`# Notes\n${text}\n`, JSON.stringify({ text }), '{"text": "Frau \\"\\u00d6z\\" fragt:\\nwann?"}']) {
		const found = at(file, placeOfText(file, text))!;
		assert.equal(found === text ? found : JSON.parse(`"${found}"`), text);
	}
	assert.equal(placeOfText('{}', text), null);
});

test('where it stood counts first, then the line that has its id, then the first', () => {
	const file = '{"id": "a", "text": "Who?"}\n{"id": "b", "text": "Who?"}\n';
	const second = file.lastIndexOf('Who?');
	assert.equal(placeOfText(file, 'Who?')!.start, file.indexOf('Who?'));
	assert.equal(placeOfText(file, 'Who?', { beside: 'b' })!.start, second);
	assert.equal(placeOfText(file, 'Who?', { at: { start: second, end: second + 4 } })!.start, second);
	assert.equal(placeOfText(`\n${file}`, 'Who?', { at: { start: second, end: second + 4 }, beside: 'b' })!.start, second + 1);
});
