import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageOf } from '../../../src/text/language.ts';

test('English', () => {
	for (const text of [
		'The blood pressure of Dana Olan is 120/80.',
		'It is not stated.',
		'Berlin',
		'120/80',
		'',
		'José Álvarez',
		'- Ward: 7\n- Room: 12',
		'Use the `Das` class of the library and call it once.',
	])
		assert.equal(languageOf(text), 'en', text);
});

test('other languages', () => {
	for (const text of [
		'Der Blutdruck von Dana ist nicht angegeben.',
		'La tension artérielle de Dana est de 12 pour 8.',
		'La presión de Dana es de 12 por 8.',
		'Il valore non è indicato.',
		'Het is niet bekend van wie de auto is.',
		'Det är inte känt.',
		'血圧は記載されていません。',
		'Давление не указано.',
		'ضغط الدم',
		'Danan verenpaine oli eilen illalla korkea mutta tänään aamulla se laski selvästi lääkityksen ansiosta.',
	])
		assert.equal(languageOf(text), 'other', text);
});
