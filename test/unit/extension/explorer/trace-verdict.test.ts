import assert from 'node:assert/strict';
import { test } from 'node:test';
import { traceVerdict, type TraceProblem } from '../../../../src/extension/explorer/row-text.ts';

const finding = (code: string, severity: TraceProblem['severity'] = 'warning') => ({ code, severity });
const done = (profile: string | null) => ({ kind: 'done' as const, notes: [], findings: 0, profile, cut: false });

test('an answer without contexts does not pass', () => {
	assert.deepEqual(traceVerdict({ ...done('demo'), notJudged: 'not judged: the trace has no contexts' }, []), {
		text: 'not judged',
		icon: 'info',
	});
});

test('findings are counted by their kind; an ignored one is none', () => {
	assert.deepEqual(
		traceVerdict(undefined, [
			finding('rag-assay/memorized'),
			finding('rag-assay/ungrounded'),
			finding('rag-assay/ungrounded'),
			finding('rag-assay/ungrounded', 'hint'),
		]),
		{ text: '1 possibly from memory, 2 not supported', icon: 'warning', findings: 3 },
	);
	assert.deepEqual(traceVerdict(done('demo'), [finding('rag-assay/ungrounded', 'hint')]), { text: 'no findings', icon: 'pass' });
});

test('findings about something else than a trace are none of a trace', () => {
	const entry = { ...finding('rag-assay/some-entry'), subject: 'entry' as const };
	assert.equal(traceVerdict(done('demo'), [entry]).text, 'no findings');
	assert.equal(traceVerdict(done('demo'), [entry, { ...finding('rag-assay/leak'), subject: 'trace' }]).text, '1 possibly copied');
});

test('findings that only inform are no warning; one graver finding is', () => {
	const [memorized, leak] = [finding('rag-assay/memorized', 'information'), finding('rag-assay/leak', 'information')];
	assert.deepEqual(traceVerdict(done('demo'), [memorized, leak]), {
		text: '1 possibly from memory, 1 possibly copied',
		icon: 'info',
		findings: 2,
	});
	for (const severity of ['warning', 'error'] as const)
		assert.equal(traceVerdict(done('demo'), [memorized, finding('rag-assay/ungrounded', severity)]).icon, 'warning');
	assert.equal(traceVerdict(done('demo'), [memorized, finding('rag-assay/ungrounded', 'hint')]).icon, 'info', 'an ignored warning is none');
});

test('findings may be false alarms where the last answers look unlike those of the profile; no findings need no such word', () => {
	const state = { ...done('demo'), likeness: { unlike: true, outside: 19, differs: [], p: 0.005, rows: 30 } };
	const { text, doubt } = traceVerdict(state, [finding('rag-assay/ungrounded')]);
	assert.equal(text, '1 not supported');
	assert.match(doubt ?? '', /^Expect more false alarms: 19 of the last 30 answers differ .*calibrate on your labels\.$/);
	assert.equal(traceVerdict(state, []).doubt, undefined);
	assert.equal(traceVerdict(done('demo'), [finding('rag-assay/ungrounded')]).doubt, undefined);
});

test('nothing is said of what nobody has looked at', () => {
	assert.deepEqual(traceVerdict(undefined, []), { text: '', icon: 'circle-outline' });
});

test('no findings and nothing to find them with are two things', () => {
	assert.equal(traceVerdict(done('demo'), []).text, 'no findings');
	assert.equal(traceVerdict(done(null), []).text, 'no profile');
});

test('a trace that cannot be read', () => {
	assert.deepEqual(traceVerdict(undefined, [finding('RA104', 'error')]), { text: 'not analyzed', icon: 'error' });
	assert.deepEqual(traceVerdict({ kind: 'failed', error: { code: 'RA401', message: 'x' } }, []), { text: 'not analyzed', icon: 'error' });
	assert.equal(traceVerdict(done(null), [finding('RA602')]).text, 'no profile', 'it was read, and nothing judges it');
	for (const [state, text] of [
		[done('demo'), 'no findings'],
		[undefined, ''],
	] as const)
		assert.equal(traceVerdict(state, [finding('RA126')]).text, text, 'it was read, and a head in it is doubtful');
	assert.equal(traceVerdict({ kind: 'no-response' }, []).text, 'no response');
});

test('findings that Problems does not list yet are counted, and are no clean bill', () => {
	assert.deepEqual(traceVerdict({ ...done('demo'), findings: 2 }, []), { text: '2 findings', icon: 'warning', findings: 2 });
});
