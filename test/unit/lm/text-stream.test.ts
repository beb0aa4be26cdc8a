import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { TextStream } from '../../../src/lm/text-stream.ts';
import { Tokenizer } from '../../../src/lm/tokenizer.ts';
import { byteLevel, sentencePiece } from './tokenizers/small-tokenizers.ts';

const tokenizers = { byteLevel: new Tokenizer(byteLevel(), {}), sentencePiece: new Tokenizer(sentencePiece, {}) };

test('pieces are whole characters, and together the text that the tokens decode to', () => {
	for (const tokenizer of Object.values(tokenizers)) {
		fc.assert(
			fc.property(
				fc
					.array(fc.oneof(fc.string({ unit: 'grapheme', maxLength: 6 }), fc.constantFrom('😀', '👩‍⚕️', ' the', 'é', '日本', '\n')), {
						maxLength: 12,
					})
					.map((all) => all.join('').replaceAll('\uFFFD', '?')),
				(text) => {
					const { ids } = tokenizer.tokenize(text, { special: false });
					const pieces: string[] = [];
					const stream = new TextStream(
						(some) => tokenizer.decode(some),
						'',
						(piece) => pieces.push(piece),
					);
					for (const id of ids) stream.push(id);
					assert.equal(stream.end(true), tokenizer.decode(ids));
					assert.equal(pieces.join(''), stream.text);
					// U+FFFD in a piece would be a character cut in half; none of the texts holds one.
					for (const piece of pieces) assert.ok(!piece.includes('\uFFFD') && piece !== '');
				},
			),
			{ numRuns: 200 },
		);
	}
});

test('the lead is left out once, however it is cut; a character that was not finished is dropped', () => {
	const run = (texts: readonly string[], lead: string) => {
		const pieces: string[] = [];
		const stream = new TextStream(
			(ids) => ids.map((id) => texts[id]).join(''),
			lead,
			(piece) => pieces.push(piece),
		);
		texts.forEach((_, id) => stream.push(id));
		return [stream.end(false), pieces];
	};
	assert.deepEqual(run([' The', ' end'], ' '), ['The end', ['The', ' end']]);
	assert.deepEqual(run(['\n', '\n', 'So'], '\n\n'), ['So', ['So']]);
	assert.deepEqual(run(['So', ' on'], ' '), ['So on', ['So', ' on']]);
	assert.deepEqual(run(['a', '\uFFFD'], ''), ['a', ['a']]);
});
