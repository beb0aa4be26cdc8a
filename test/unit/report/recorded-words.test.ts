import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordedLabelsInWords, recordedScoresInWords } from '../../../src/report/recorded-words.ts';

test('what the file of a trace says of its answer, in words', () => {
	const scores = [
		{ name: 'faithfulness', value: 0.123456 },
		{ name: 'helpful', value: true, byPerson: true as const },
		{ name: 'verdict', value: 'partly' },
	];
	assert.equal(
		recordedScoresInWords({ scores, labels: null }),
		'In the file: faithfulness 0.12346; helpful yes (by a person); verdict partly.',
	);
	const plain = (value: number): string | null => recordedScoresInWords({ scores: [{ name: 'x', value }], labels: null });
	assert.deepEqual(
		[2023, 123456.789, 0.99999, -1.25, 0].map(plain),
		['2023', '123456.789', '0.99999', '-1.25', '0'].map((words) => `In the file: x ${words}.`),
	);
	assert.equal(recordedScoresInWords({ scores: [], labels: null }), null);
	const many = Array.from({ length: 10 }, (_, i) => ({ name: `m${i}`, value: i }));
	assert.match(recordedScoresInWords({ scores: many, labels: null })!, /m7 7; and 2 more\.$/);
});

test('labels of the file, in words', () => {
	const text = 'Ann came\nin May.';
	const at = ({ start, end }: { readonly start: number; readonly end: number }): string => text.slice(start, end);
	const labels = [{ start: 4, end: 15, type: 'Evident Conflict' }];
	assert.equal(recordedLabelsInWords({ scores: [], labels }, at), 'Labeled in the file: \u201ccame in May\u201d as Evident Conflict.');
	assert.equal(recordedLabelsInWords({ scores: [], labels: [] }, at), 'Labeled in the file: nothing is wrong.');
	assert.equal(recordedLabelsInWords({ scores: [], labels: null }, at), null);
});
