import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Finding } from '../../../src/formats/analysis-record.ts';
import type { RecordedValue } from '../../../src/formats/support-record.ts';
import { listedFindings, listedMessage, valuesOfFinding } from '../../../src/report/listed-findings.ts';

const sentence: Finding = {
	subject: { kind: 'trace', id: 't' },
	code: 'rag-assay/ungrounded',
	severity: 'warning',
	method: 'spad+',
	message: 'Not supported by the contexts: “£69”.',
	start: 0,
	end: 20,
	score: 0.9,
	threshold: 0.6,
	ignored: false,
};
const value: Finding = { ...sentence, code: 'rag-assay/value-contradicted', method: 'support', message: 'v', start: 6, end: 9 };
const memory: Finding = { ...sentence, code: 'rag-assay/memorized', method: 'closed-book', end: 40 };
const recorded: RecordedValue = {
	kind: 'money',
	text: '£69',
	start: 6,
	end: 9,
	state: 'contradicted',
	by: { context: 'fares', text: '£96', start: 0, end: 3 },
};
const ignored = (finding: Finding): Finding => ({ ...finding, ignored: true });

test('a wrong value is listed once: with its sentence if that is listed, otherwise alone', () => {
	assert.deepEqual(listedFindings([sentence, value]), [sentence]);
	assert.deepEqual(listedFindings([value]), [value]);
	assert.deepEqual(listedFindings([ignored(sentence), value]), [ignored(sentence), value]);
	assert.deepEqual(listedFindings([sentence, ignored(value)]), [sentence, ignored(value)], 'so that it can be taken back');
	assert.deepEqual(listedFindings([ignored(sentence), ignored(value)]), [ignored(sentence)], 'which is where it is taken back');
	const other = { ...value, start: 30, end: 33 };
	assert.deepEqual(listedFindings([sentence, other]), [sentence, other], 'of another sentence');
});

test('a sentence that is listed for something else, such as a possible copy, does not hide its wrong value', () => {
	const leak: Finding = { ...sentence, code: 'rag-assay/leak', method: 'cg' };
	assert.deepEqual(listedFindings([leak, value]), [leak, value]);
	assert.deepEqual(valuesOfFinding(leak, [leak, value], [recorded]), []);
	assert.deepEqual(valuesOfFinding(sentence, [sentence, value], [recorded]), [recorded]);
});

test('that an answer may come from memory is listed if no sentence is called unsupported', () => {
	assert.deepEqual(listedFindings([memory, sentence]), [sentence]);
	assert.deepEqual(listedFindings([memory, ignored(sentence)]), [memory, ignored(sentence)]);
});

test('a sentence that stands for a value says what the texts say', () => {
	const message = (own: Partial<RecordedValue>, finding = sentence) => listedMessage(finding, [finding, value], [{ ...recorded, ...own }]);
	assert.equal(message({}), 'Not supported by the contexts: “£69”. The contexts say “£96” (fares).');
	assert.equal(message({ state: 'not-given' }), 'Not supported by the contexts: “£69”. Nearest: “£96” (fares).');
	assert.equal(message({ by: { ...recorded.by!, context: null } }), 'Not supported by the contexts: “£69”. The question says “£96”.');
	assert.equal(message({}, { ...sentence, method: 'starter' }), 'Not supported by the contexts: “£69”.', 'it says so already');
	assert.equal(listedMessage(value, [sentence, value], [recorded]), 'v');
});
