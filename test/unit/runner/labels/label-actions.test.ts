import assert from 'node:assert/strict';
import { test } from 'node:test';
import { traceSubject } from '../../../../src/formats/subject.ts';
import { setLabelArguments, type LabeledSentenceRow, type LabelName } from '../../../../src/protocol/labels.ts';
import { labelActionsAt, labelHints, labelText, type LabelRows } from '../../../../src/runner/labels/label-actions.ts';

const by = (who: string, label: LabelName, note = '') => ({ who, label, note, when: '2026-01-31T10:00:00Z' });
const sentence = (line: number, rest: Partial<LabeledSentenceRow> = {}): LabeledSentenceRow => ({
	subject: traceSubject('t'),
	textSha256: 'a'.repeat(64),
	range: [line, 0, line, 10],
	text: `Line ${line} is.`,
	labels: [],
	settled: null,
	own: null,
	...rest,
});
const rows = (...sentences: LabeledSentenceRow[]): LabelRows => ({
	uri: 'file:///t.rag.md',
	version: 1,
	who: 'Dana',
	sentences,
	stale: [],
});
const at = (line: number, character: number, toLine = line, toCharacter = character) => ({
	start: { line, character },
	end: { line: toLine, character: toCharacter },
});

test('a label is text behind its sentence, with who says so', () => {
	const labelled = rows(sentence(1), sentence(2, { labels: [by('Dana', 'ungrounded', 'no `passage`')], settled: 'ungrounded' }));
	const [hint, ...more] = labelHints(labelled, at(0, 0, 9, 0));
	assert.deepEqual(more, []);
	assert.deepEqual([hint?.position, hint?.label], [{ line: 2, character: 10 }, '✗ not supported · Dana']);
	assert.equal(hint?.tooltip, '✗ not supported · Dana, 2026-01-31: no `passage`');
	assert.deepEqual(labelHints(labelled, at(3, 0, 9, 0)), []);
	assert.equal(
		labelText({ labels: [by('Dana', 'grounded'), by('Eli', 'grounded'), by('Kim', 'ungrounded')], settled: 'grounded' }),
		'✓ supported · Dana, Eli',
	);
	assert.equal(
		labelText({ labels: [by('Dana', 'grounded'), by('Eli', 'ungrounded')], settled: 'disputed' }),
		'? disputed · Dana: supported, Eli: not supported',
	);
});

test('what has changed is said to be stale', () => {
	const [hint] = labelHints(
		{ ...rows(sentence(1)), stale: [{ subject: traceSubject('t'), textSha256: 'b'.repeat(64), ...by('Dana', 'grounded') }] },
		at(0, 0, 9, 0),
	);
	assert.deepEqual([hint?.position, hint?.label], [{ line: 1, character: 0 }, '1 label is stale']);
});

test('actions say what is not said yet, of the sentence at the cursor or of each that is selected', () => {
	const titles = (of: LabelRows, range: ReturnType<typeof at>) => labelActionsAt(of, range).map(({ title }) => title);
	const two = rows(sentence(1), sentence(2, { own: 'grounded' }));
	assert.deepEqual(titles(two, at(1, 3)), ['Mark as supported', 'Mark as not supported']);
	assert.deepEqual(titles(two, at(2, 3)), ['Mark as not supported', 'Remove label']);
	assert.deepEqual(titles(two, at(3, 0)), []);
	assert.equal(titles(two, at(1, 3, 2, 3)).length, 4);
	assert.match(titles(two, at(1, 3, 2, 3))[0]!, /: Line 1 is\.$/);
	// Two sentences in one line that touch: the cursor is in the one that begins.
	const line = rows(sentence(1), sentence(1, { range: [1, 10, 1, 20], own: 'ungrounded' }));
	assert.deepEqual(titles(line, at(1, 10)), ['Mark as supported', 'Remove label']);
	const [action] = labelActionsAt(two, at(1, 3));
	assert.deepEqual(action?.command?.arguments, [
		{ uri: 'file:///t.rag.md', subject: { kind: 'trace', id: 't' }, textSha256: 'a'.repeat(64), label: 'grounded' },
	]);
});

test('of a memory entry and a query other things can be said', () => {
	const entry = sentence(1, { subject: { kind: 'entry', id: 'm1' }, labels: [by('Dana', 'planted')], settled: 'planted', own: 'planted' });
	const query = sentence(2, { subject: { kind: 'query', id: 'm1' } });
	assert.deepEqual(
		labelActionsAt(rows(entry, query), at(1, 3, 2, 3)).map(({ title, command }) => [title.split(':')[0], command!.arguments![0]]),
		[
			['Mark as benign', { uri: 'file:///t.rag.md', subject: entry.subject, textSha256: entry.textSha256, label: 'benign' }],
			['Remove label', { uri: 'file:///t.rag.md', subject: entry.subject, textSha256: entry.textSha256, label: null }],
			['Mark as ordinary', { uri: 'file:///t.rag.md', subject: query.subject, textSha256: query.textSha256, label: 'ordinary' }],
			['Mark as fishing', { uri: 'file:///t.rag.md', subject: query.subject, textSha256: query.textSha256, label: 'fishing' }],
		],
	);
	assert.deepEqual(
		labelHints(rows(entry, query), at(0, 0, 9, 0)).map(({ label }) => label),
		['✗ planted · Dana'],
	);
	const said = (label: string) => setLabelArguments.safeParse({ uri: 'u', subject: entry.subject, textSha256: entry.textSha256, label });
	assert.equal(said('benign').success, true);
	assert.equal(said('grounded').success, false, 'what is said of a sentence is not said of an entry');
});
