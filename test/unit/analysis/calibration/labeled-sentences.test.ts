import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labeledSentences } from '../../../../src/analysis/calibration/labeled-sentences.ts';
import { traceSubject } from '../../../../src/formats/subject.ts';
import { emptySidecar, textSha256, type Label } from '../../../../src/formats/sidecar.ts';

const label = (text: string, who: string, of: Label['label'], trace = 't'): Label => ({
	label: of,
	subject: traceSubject(trace),
	textSha256: textSha256(text),
	who,
	when: '2026-01-31T10:00:00Z',
	note: '',
});

test('sentences with what people say of them; equal ones have the same labels; a text that is gone is stale', () => {
	const response = 'It is 7. No.\r\nYes. No.\nYes.';
	const ranges = [
		[0, 8],
		[9, 18],
		[19, 27],
	].map(([start = 0, end = 0]) => ({ start, end }));
	const labels = [
		label('No.\nYes.', 'Eli', 'ungrounded'),
		label('No.\nYes.', 'Dana', 'grounded'),
		label('It is 8.', 'Dana', 'grounded'),
		label('It is 7.', 'Dana', 'grounded', 'other'),
	];
	const { sentences, stale } = labeledSentences({ ...emptySidecar, labels }, traceSubject('t'), response, ranges);
	assert.deepEqual(
		sentences.map(({ text, settled }) => [text, settled]),
		[
			['It is 7.', null],
			['No.\r\nYes.', 'disputed'],
			['No.\nYes.', 'disputed'],
		],
	);
	assert.deepEqual(
		sentences[1]!.labels.map(({ who }) => who),
		['Dana', 'Eli'],
	);
	assert.deepEqual(stale, [labels[2]]);
});
