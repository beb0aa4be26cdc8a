import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageOf, ownLanguageOf } from '../../../src/text/language.ts';

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

test('names and titles in English do not make a text English', () => {
	for (const text of [
		'El libro The Lord of the Rings cuesta 20 euros.',
		'Le film The Wolf of Wall Street dure trois heures.',
		'La canci\u00f3n We Are the Champions dura tres minutos.',
		'O PlayStation 5 vem com God of War e The Last of Us.',
		'El equipo usa Continuous Integration and Delivery con GitHub Actions for the Web.',
		'Puede usar Google Drive, Dropbox o OneDrive.',
		'\u00bfIncluye Netflix Standard with Ads?',
	]) {
		assert.equal(languageOf(text), 'other', text);
		assert.notEqual(ownLanguageOf(text), 'en', text);
	}
});

test('names in other languages do not make a text other than English', () => {
	for (const text of [
		'Los Angeles, Las Vegas and San Diego.',
		'El Ni\u00f1o warms the Pacific.',
		'Der Spiegel reported it to the police.',
		'Pierre de Fermat and Ren\u00e9 Descartes.',
		'He plays for Real Madrid, and she is with La Liga.',
		'The University of Oxford and the Bank of England signed the Treaty of Rome in the City of London.',
	]) {
		assert.equal(languageOf(text), 'en', text);
		assert.notEqual(ownLanguageOf(text), 'other', text);
	}
});

test('a long run of function words is read in one pass', () => {
	// Each word of a run once looked through all of it: this text would take hours.
	assert.equal(ownLanguageOf('a\u200b'.repeat(200_000)), 'en');
});

test('a word that an apostrophe cut short shows French or Italian, and names in English do not', () => {
	for (const text of ['L’entrée coûte douze euros.', 'J’habite à Paris.', 'C’est fermé.', "L'horaire change demain.", 'C’è un’altra sala.'])
		assert.equal(languageOf(text), 'other', text);
	for (const text of ['L’Oréal opened a store.', 'The coup d’état failed.', 'It’s open, and we don’t charge.', 'D’Angelo, c’mon!'])
		assert.equal(languageOf(text), 'en', text);
});
