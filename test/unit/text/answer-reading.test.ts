import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { answerReading } from '../../../src/text/answer-reading.ts';

const base = 'The case number of Irene Hivas is CS-02128.';

test('emphasis, citations, a preface, and a thought leave the same words to read', () => {
	for (const text of [
		base,
		'The case number of Irene Hivas is **CS-02128**.',
		'The case number of *Irene Hivas* is __CS-02128__.',
		'**The case number of Irene Hivas is CS-02128.**',
		'The case number of Irene Hivas is CS-02128 [case-2].',
		'The case number of Irene Hivas is CS-02128.[1]',
		'The case number of Irene Hivas is CS-02128. [1][2]',
		'The case number of Irene Hivas is CS-02128 (see [case-2]).¹',
		'Based on the provided documents, the case number of Irene Hivas is CS-02128.',
		'According to the context, the case number of Irene Hivas is CS-02128 [case-2].',
		'The documents state that the case number of Irene Hivas is CS-02128.',
		'<think>\nCS-37115? No.\n</think>\n\nThe case number of Irene Hivas is **CS-02128**.',
	])
		assert.equal(answerReading(text, ['case-2']).text, base, text);
});

test('other languages have prefaces, too', () => {
	assert.equal(answerReading('根据提供的文档，编号是CS-1。', []).text, '编号是CS-1。');
	assert.equal(answerReading('Selon les documents fournis, le prix est de 4 euros.', []).text, 'Le prix est de 4 euros.');
	assert.equal(answerReading('Según los documentos proporcionados, el precio es 4.', []).text, 'El precio es 4.');
});

test('what claims something stays', () => {
	for (const text of [
		'According to the press release, it closes in May.',
		'2*3*4 is 24, and a_b_c is a name.',
		'`**x**` is bold.',
		'```\n**x** [1]\n```',
		'Rated * by guests * in May.',
		'Based on a novel, the film was a success.',
		'[1]',
		'CS-02128',
	])
		assert.equal(answerReading(text, []).text, text, text);
});

test('places are those of the characters that were read', () => {
	const text = 'According to the context, the fee is **4.90** euros [1].';
	const reading = answerReading(text, []);
	assert.equal(reading.text, 'The fee is 4.90 euros.');
	const written = (part: string): string => {
		const start = reading.text.indexOf(part);
		const { start: from, end } = reading.place(start, start + part.length);
		return text.slice(from, end);
	};
	assert.deepEqual(['The', '4.90', ' euros', '.', ' 4'].map(written), ['the', '4.90', ' euros', '.', ' **4']);
	assert.deepEqual(reading.place(0, 0), { start: 26, end: 26 });
});

test('whatever an answer looks like, places are in order and hold what was read', () => {
	const piece = fc.constantFrom(
		'It is so. ',
		'**',
		'*',
		'_',
		'[1]',
		' [case-2]',
		'\n',
		'<think>',
		'</think>',
		'Based on the context, ',
		'¹',
		'x',
		'`',
		'```\n',
		'$$',
		'ß',
		'😀',
		' ',
	);
	fc.assert(
		fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
			const text = pieces.join('');
			const reading = answerReading(text, ['case-2']);
			let last = 0;
			for (let at = 0; at < reading.text.length; at++) {
				const { start, end } = reading.place(at, at + 1);
				assert.ok(start >= last && end === start + 1 && end <= text.length);
				assert.equal(text.charAt(start).toUpperCase(), reading.text.charAt(at).toUpperCase());
				last = end;
			}
		}),
		{ numRuns: 500 },
	);
});
