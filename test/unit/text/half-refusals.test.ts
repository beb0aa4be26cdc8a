import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRefusal, refusedPartsOf } from '../../../src/text/abstention.ts';

const refuses = (text: string): boolean => isRefusal(text, { sentences: [{ start: 0, end: text.length }] }, '');
const refused = (text: string): string[] => refusedPartsOf(text, '').map(({ start, end }) => text.slice(start, end));

test('a sentence that says one thing and refuses another is no refusal, and its refusing part is known', () => {
	const rows: readonly (readonly [text: string, refused: string])[] = [
		['The contexts do not say when it opens, but the fee is 51 euros.', 'The contexts do not say when it opens'],
		['The fee is 51 euros, but the contexts do not state the opening hours.', 'the contexts do not state the opening hours.'],
		['While the contexts do not say when it opens, the fee is 51 euros.', 'While the contexts do not say when it opens'],
		['I don’t know the opening hours, although the fee is fifty euros.', 'I don’t know the opening hours'],
		['It is not stated whether breakfast is included, and the fee is 51 euros.', 'It is not stated whether breakfast is included'],
		['The contexts do not mention the fee, but the manager is Omar Said.', 'The contexts do not mention the fee'],
		['Die Dokumente sagen nichts über die Zeiten, aber die Gebühr beträgt 51 Euro.', 'Die Dokumente sagen nichts über die Zeiten'],
		['Les documents ne précisent pas les horaires, mais la taxe est de 51 euros.', 'Les documents ne précisent pas les horaires'],
		['Los documentos no indican el horario, pero la tasa es de 51 euros.', 'Los documentos no indican el horario'],
		['文档没有提到开放时间，但费用是51元。', '文档没有提到开放时间'],
		['文書には営業時間が書かれていませんが、料金は51ユーロです。', '文書には営業時間が書かれていません'],
	];
	for (const [text, part] of rows) {
		assert.equal(refuses(text), false, text);
		assert.deepEqual(refused(text), [part], text);
	}
});

test('a refusal with advice, a question that stays open, or the name of a source beside it is one', () => {
	for (const text of [
		'The contexts do not say whether the fee is 51 euros.',
		'The contexts do not say whether the fee is 51 euros, or what the 12 rooms cost.',
		'The contexts do not mention a fee of 51 euros, but the hotel is described [1].',
		'The fee is not stated for the 51 rooms, but may be asked at the desk.',
		'I cannot find the price for 2026, but you can call the desk at 9.',
		'The contexts do not name the founder, the year, and the 12 sites.',
		'Los documentos no indican el horario, pero puede llamar a las 9.',
		'文档没有提到开放时间，但您可以在9点致电。',
	]) {
		assert.equal(refuses(text), true, text);
		assert.deepEqual(refused(text), [], text);
	}
});
