import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readableAnalysis } from '../../../src/report/readable-analysis.ts';
import { sampleRecord } from '../../support/example-analysis-report.ts';

test('a response that stands in JSON is shown without escapes, and the offsets go with it', () => {
	// In the file, from 50: `é`, a line end and `"7"`, each written with an escape of JSON.
	const breaks = [
		{ text: 0, document: 50 },
		{ text: 1, document: 56 },
		{ text: 2, document: 58 },
		{ text: 3, document: 60 },
		{ text: 4, document: 61 },
		{ text: 5, document: 63 },
	];
	const part = (start: number, end: number) => ({ start: 50 + start, end: 50 + end });
	const record = {
		...sampleRecord,
		file: 'd/response.jsonl',
		tokens: [part(0, 6), part(6, 8), part(8, 13)].map((range) => ({ ...sampleRecord.tokens[0]!, ...range })),
		sentences: [{ ...sampleRecord.sentences[0]!, ...part(8, 13) }],
		findings: [{ ...sampleRecord.findings[0]!, ...part(10, 11) }],
	};
	const shown = readableAnalysis({ record, response: { start: 50, text: 'é\n"7"', breaks } });
	assert.deepEqual(shown.response, { start: 0, text: 'é\n"7"' });
	const { tokens, sentences, findings } = shown.record;
	assert.deepEqual(
		[tokens, sentences, findings].map((list) => list.map(({ start, end }) => [start, end])),
		[
			[
				[0, 1],
				[1, 2],
				[2, 5],
			],
			[[2, 5]],
			[[3, 4]],
		],
	);
	assert.deepEqual({ ...shown.record, tokens: record.tokens, sentences: record.sentences, findings: record.findings }, record);
});

test('every other file is shown as it is', () => {
	const response = { start: 120, text: 'a \\n b' };
	assert.deepEqual(readableAnalysis({ record: sampleRecord, response }), { record: sampleRecord, response });
});
