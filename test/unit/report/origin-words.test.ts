import assert from 'node:assert/strict';
import { test } from 'node:test';
import { htmlReport } from '../../../src/report/html-report.ts';
import { originsInWords } from '../../../src/report/origin-words.ts';
import { attributedRecord, sampleTrace } from '../../support/example-analysis-report.ts';

const word = (text: string, share: number) => ({ context: 'Pump <A>', text, start: 0, end: text.length, share });

test('the words that fed a sentence, as far as they fit', () => {
	assert.equal(originsInWords({}), null);
	assert.equal(originsInWords({ origins: [] }), 'fed by no word of the contexts');
	assert.equal(
		originsInWords({ origins: [word('4719', 0.312), word('is', 0.1)] }),
		'fed by \u201c4719\u201d (Pump <A>, 0.31), \u201cis\u201d (Pump <A>, 0.10)',
	);
	assert.match(
		originsInWords({ origins: Array.from({ length: 9 }, (_, i) => word(`w${i}`, 0.1)) })!,
		/w5\u201d \(Pump <A>, 0\.10\) and 3 more$/,
	);
});

test('they stand in the report, escaped', () => {
	const sentences = attributedRecord.sentences.map((sentence) => ({ ...sentence, origins: [word('<b>', 0.5)] }));
	const page = htmlReport([{ ...sampleTrace, record: { ...attributedRecord, sentences } }], { version: '1', date: 'd' });
	assert.match(page, /<span class="reason">fed by \u201c&#60;b&#62;\u201d \(Pump &#60;A&#62;, 0\.50\)<\/span>/);
});
