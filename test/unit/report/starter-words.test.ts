import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordedSupport, RecordedValue } from '../../../src/formats/support-record.ts';
import { isByStarter, starterEvidence } from '../../../src/report/starter-words.ts';
import { missingInWords } from '../../../src/report/value-words.ts';

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
		'Context “survey” says “1958”, not “1968”; 7 of 8 content words are in no context; the closest context sentence has 13% of its words.',
	);
	assert.equal(
		starterEvidence({ values: [] }, { ...sentence, missing: [], evidence: null }),
		'No context sentence has any of its other words.',
	);
});

test('a value that is flagged is not listed again as a missing word', () => {
	const at = (text: string, start: number) => ({ text, start, end: start + text.length });
	const own = { ...sentence, missing: [at('Tromso', 10), at('painter', 20)] };
	const values = [{ ...value(10, 'not-given', 'Tromso'), kind: 'name' as const, end: 16 }];
	assert.equal(
		starterEvidence({ values }, own),
		'1 of 8 content words is in no context; the closest context sentence has 13% of its words.',
	);
	assert.equal(missingInWords(own, values), 'In no context: \u201cpainter\u201d.');
	assert.equal(missingInWords({ ...own, missing: own.missing.slice(0, 1) }, values), null);
	assert.equal(missingInWords(own, []), 'In no context: \u201cTromso\u201d and \u201cpainter\u201d.');
});

test('a finding says which method made it', () => {
	assert.ok(isByStarter({ method: 'starter' }));
	assert.ok(!isByStarter({ method: 'support' }));
});
