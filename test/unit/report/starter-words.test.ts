import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordedSupport, RecordedValue } from '../../../src/formats/support-record.ts';
import { isByStarter, starterEvidence } from '../../../src/report/starter-words.ts';

const word = (text: string) => ({ text, start: 0, end: 1 });
const sentence: RecordedSupport['sentences'][number] = {
	start: 0,
	end: 50,
	contentWords: 8,
	missing: ['painter', 'covered', 'copper', 'towers', 'mosaics', 'copper', 'bright'].map(word),
	evidence: { context: 'guide', text: 'The bridge.', start: 0, end: 11, share: 0.125 },
};
const value = (start: number, state: RecordedValue['state'], text: string): RecordedValue => ({
	kind: 'number',
	text,
	start,
	end: start + 4,
	state,
});

test('values come first, then words, then the best context sentence; what another sentence has is left out', () => {
	const values = [
		value(3, 'not-given', '1877'),
		{ ...value(9, 'contradicted', '1968'), by: { context: 'survey', text: '1958', start: 0, end: 4 } },
		value(20, 'given', '1912'),
		value(60, 'not-given', '9999'),
	];
	assert.equal(
		starterEvidence({ values }, sentence),
		'“1968”, but context “survey” says “1958”; “1877” is in no context; 7 of 8 content words are in no context: painter, covered, copper, towers, mosaics, …; the closest context sentence has 13% of its words',
	);
	assert.equal(
		starterEvidence({ values: [] }, { ...sentence, missing: [], evidence: null }),
		'no context sentence has any of its other words',
	);
});

test('a finding says which method made it', () => {
	assert.ok(isByStarter({ method: 'starter' }));
	assert.ok(!isByStarter({ method: 'support' }));
});
