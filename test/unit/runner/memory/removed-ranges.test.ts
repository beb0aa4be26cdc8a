import assert from 'node:assert/strict';
import { test } from 'node:test';
import { piecesDropping, piecesWithout, placeNow, type Piece } from '../../../../src/runner/memory/removed-ranges.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';

test('what was taken out in any order goes back in any order, and the text is what it was', () => {
	const random = seededRandom(7);
	for (let round = 0; round < 400; round++) {
		// Different characters, so that no two orders look alike.
		const whole = Array.from({ length: 24 }, (_, i) => String.fromCharCode(65 + i)).join('');
		let text = whole;
		let pieces: (Piece & { readonly words: string })[] = [];
		for (let cut = 0; cut < 5; cut++) {
			const at = Math.floor(random() * text.length);
			const length = Math.min(text.length - at, 1 + Math.floor(random() * 5));
			if (length === 0) continue;
			pieces.push({ at, length, words: text.slice(at, at + length) });
			text = text.slice(0, at) + text.slice(at + length);
		}
		while (pieces.length > 0) {
			const index = Math.floor(random() * pieces.length);
			const place = placeNow(pieces, index);
			// The last one that was taken out always has its place.
			if (place === null) {
				assert.notEqual(index, pieces.length - 1);
				continue;
			}
			text = text.slice(0, place) + pieces[index]!.words + text.slice(place);
			pieces = piecesWithout(pieces, index);
		}
		assert.equal(text, whole);
	}
});

test('where one will never come back, the others go to where they stood beside it', () => {
	const random = seededRandom(8);
	let lost = 0;
	for (let round = 0; round < 400; round++) {
		let text = Array.from({ length: 24 }, (_, i) => String.fromCharCode(65 + i)).join('');
		let rest = text;
		let pieces: (Piece & { readonly words: string })[] = [];
		for (let cut = 0; cut < 5; cut++) {
			const at = Math.floor(random() * (text.length - 1));
			const words = text.slice(at, at + 1 + Math.floor(random() * 4));
			pieces.push({ at, length: words.length, words });
			text = text.slice(0, at) + text.slice(at + words.length);
		}
		const dropped = Math.floor(random() * pieces.length);
		for (const letter of pieces[dropped]!.words) rest = rest.replace(letter, '');
		const kept = piecesDropping(pieces, dropped);
		if (kept.some(({ at }) => at === null)) {
			lost++;
			continue;
		}
		pieces = kept.map(({ piece, at }) => ({ ...piece, at: at! }));
		for (let last = pieces.pop(); last !== undefined; last = pieces.pop()) text = text.slice(0, last.at) + last.words + text.slice(last.at);
		assert.equal(text, rest);
	}
	assert.ok(lost > 0 && lost < 200, `${lost} of 400 stood within it`);
});
