import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTags } from '../../../../lab/datasets/answer-tags.ts';
import { judgedSpans } from '../../../../lab/spad/judged-span.ts';
import { tableColumns } from '../../../../lab/spad/feature-tables.ts';
import { tagText } from '../../../../src/text/sentences.ts';
import { labelled, numbersFor } from './made-up.ts';

const text = 'The ward of Maria Okafor is Ward A. The doctor of Maria Okafor is not stated. Her bed is 12.';
const tagged = await tagText(text, 'en');
const bed = { start: text.indexOf('12'), end: text.indexOf('12') + 2, type: 'Evident Baseless Info', note: 'memory' };

test('a response is ungrounded when a sentence of it is; refusals and kinds of error are told', () => {
	const { response, sentences } = judgedSpans(labelled(text, { labels: [bed] }), numbersFor(text, 1), tagged);
	assert.equal(response?.positive, true);
	assert.deepEqual(response.errors, ['memory']);
	assert.deepEqual(
		sentences.map(({ positive, refusal, errors }) => ({ positive, refusal, errors })),
		[
			{ positive: false, refusal: false, errors: [] },
			{ positive: false, refusal: true, errors: [] },
			{ positive: true, refusal: false, errors: ['memory'] },
		],
	);
	// A note in an annotator's own words is no kind.
	const other = judgedSpans(labelled(text, { labels: [{ ...bed, note: 'the bed is invented' }] }), numbersFor(text, 1), tagged);
	assert.deepEqual(other.response?.errors, ['Evident Baseless Info']);
});

test('rows have a number for each column; the last ones of SPAD+ with CG are the gap over all tokens and over new words', () => {
	const numbers = numbersFor(text, 1);
	const { response } = judgedSpans(labelled(text), numbers, tagged);
	for (const [table, columns] of Object.entries(tableColumns))
		assert.equal(response?.rows[table as keyof typeof tableColumns].length, columns.length, table);
	const gap = numbers.confidenceGap;
	assert.deepEqual(tableColumns['spad+cg'].slice(-6), ['CG_MEAN', 'CG_MIN', 'CG_MAX', 'CG_NEW_MEAN', 'CG_NEW_MIN', 'CG_NEW_MAX']);
	const row = response?.rows['spad+cg'] ?? new Float64Array();
	assert.ok(Math.abs(row.at(-6)! - gap.reduce((sum, x) => sum + x, 0) / gap.length) < 1e-12);
	// 0.3 at the first token, a hundredth more at each; 'ward' is in the question, so the first new word is 'Maria'.
	assert.deepEqual(
		Array.from(row.slice(-5), (x) => Math.round(x * 100) / 100),
		[0.3, 0.3 + (gap.length - 1) / 100, row.at(-3)!, 0.33, 0.3 + (gap.length - 1) / 100].map((x) => Math.round(x * 100) / 100),
	);
	// Three sentences, 8 + 8 + 4 words, one question.
	assert.deepEqual([...(response?.rows.format ?? [])], [3, 20, 1]);
});

test('of a similar case the sentence that names it is not judged, and a response that is wrong there alone is left out', () => {
	const tags = readTags(['records', 'similar', 'stated', 'misattributed', 'supported', 'supported']);
	const name = { start: text.indexOf('Ward A'), end: text.indexOf('Ward A') + 6, type: 'Evident Conflict', note: 'misattributed' };
	const wrongName = judgedSpans(labelled(text, { labels: [name], tags }), numbersFor(text, 1), tagged);
	assert.equal(wrongName.response, null);
	assert.deepEqual(
		wrongName.sentences.map(({ positive }) => positive),
		[false, false],
	);
	const both = judgedSpans(labelled(text, { labels: [name, bed], tags }), numbersFor(text, 1), tagged);
	assert.equal(both.response?.positive, true);
	assert.equal(judgedSpans(labelled(text, { tags }), numbersFor(text, 1), tagged).response?.positive, false);
});
