import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { withoutEntities } from '../../../src/text/entities.ts';
import { tagText } from '../../../src/text/sentences.ts';

test('references are read as what they stand for, by name and by number', () => {
	const read = (text: string) => withoutEntities(text)?.text ?? null;
	assert.equal(
		read('R&amp;D costs 5&nbsp;&euro;, and it&#39;s &#x32;0&deg;'),
		'R&D costs 5\u00a0\u20ac, and it\u2019s 20\u00b0'.replace('\u2019', "'"),
	);
	assert.equal(read('caf&eacute; &szlig; &Uuml;'), 'caf\u00e9 \u00df \u00dc');
	// Unknown names, control characters, halves of pairs, and what has no semicolon stay.
	for (const text of ['AT&T', 'a & b', '&unknown;', '&#7;', '&#xD800;', '&amp', 'x=1&y=2', '&#128512;'])
		assert.equal(read(text), null, text);
});

test('each unit stands where its reference is written', () => {
	fc.assert(
		fc.property(fc.array(fc.constantFrom('a', ' ', '&', '&amp;', '&#39;', '&nbsp;', '\u{1f600}', ';', '5'), { maxLength: 30 }), (parts) => {
			const written = parts.join('');
			const read = withoutEntities(written);
			if (read === null) return;
			let at: number = 0;
			for (let i = 0; i < read.text.length; i++) {
				const start = read.map.toDocument(i);
				const end = read.map.toDocument(i + 1);
				assert.equal(start, at);
				const piece = written.slice(start, end);
				assert.ok(piece === read.text[i] || withoutEntities(piece)?.text === read.text[i], piece);
				assert.equal(read.map.toText(start), i);
				at = end;
			}
			assert.equal(at, written.length);
		}),
	);
});

test('words and sentences of a text with references have their places in it', async () => {
	const text = 'It&#39;s open. Smith &amp; Sons pay 5&nbsp;euros.';
	const { sentences, words } = await tagText(text, 'en');
	assert.deepEqual(
		sentences.map(({ start, end }) => text.slice(start, end)),
		['It&#39;s open.', 'Smith &amp; Sons pay 5&nbsp;euros.'],
	);
	assert.deepEqual(
		words.map(({ start, end }) => text.slice(start, end)),
		['It', '&#39;s', 'open', '.', 'Smith', '&amp;', 'Sons', 'pay', '5', 'euros', '.'],
	);
});
