import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { mergeSidecars } from '../../../src/formats/merge-sidecars.ts';
import {
	addLabel,
	labelOfPerson,
	removeLabel,
	settled,
	settledLabels,
	takeBackLabel,
	whoLabeled,
} from '../../../src/formats/sidecar-labels.ts';
import { formatSidecar, readSidecar } from '../../../src/formats/sidecar-file.ts';
import { addIgnored, emptySidecar, textSha256, type Label, type Sidecar } from '../../../src/formats/sidecar.ts';
import { traceSubject } from '../../../src/formats/subject.ts';

const label = (text: string, of: Label['label'], who = 'Dana', rest: Partial<Label> = {}): Label => ({
	label: of,
	subject: traceSubject('t'),
	textSha256: textSha256(text),
	who,
	when: '2026-01-31T10:00:00Z',
	note: '',
	...rest,
});
const sidecar = (...labels: Label[]): Sidecar => labels.reduce(addLabel, emptySidecar);

test('each person has one label for a text', () => {
	const one = sidecar(label('a', 'grounded'), label('a', 'ungrounded', 'Eli'), label('a', 'ungrounded'));
	assert.deepEqual(
		one.labels.map(({ who, label: of }) => [who, of]),
		[
			['Eli', 'ungrounded'],
			['Dana', 'ungrounded'],
		],
	);
	assert.equal(labelOfPerson(one, label('a', 'grounded'))?.label, 'ungrounded');
	assert.equal(labelOfPerson(one, label('a', 'grounded', 'Kim')), undefined);
	assert.deepEqual(
		removeLabel(one, label('a', 'grounded', 'Eli')).labels.map(({ who }) => who),
		['Dana'],
	);
	assert.deepEqual(removeLabel(one, label('b', 'grounded')), one);
});

test('what most say stands; as many for the one as for the other is a dispute', () => {
	const [yes, no] = [{ label: 'grounded' }, { label: 'ungrounded' }] as const;
	assert.equal(settled([]), null);
	assert.equal(settled([yes]), 'grounded');
	assert.equal(settled([yes, no]), 'disputed');
	assert.equal(settled([yes, no, no]), 'ungrounded');
	const three = sidecar(
		label('a', 'grounded'),
		label('a', 'ungrounded', 'Eli'),
		label('b', 'ungrounded'),
		label('c', 'grounded', 'Dana', { subject: traceSubject('other') }),
	);
	assert.deepEqual(settledLabels(three, traceSubject('t')), {
		labels: [{ textSha256: textSha256('b'), label: 'ungrounded' }],
		disputed: [textSha256('a')],
	});
});

test('an entry is a line, so that two people who label different sentences change different lines', () => {
	const text = formatSidecar(
		addIgnored(sidecar(label('a', 'grounded'), label('b', 'ungrounded')), { code: 'c', ...label('x', 'grounded') }),
	);
	assert.equal(text.split('\n').filter((line) => line.includes('"who"')).length, 3);
	assert.deepEqual(readSidecar(text, 'f').labels.length, 2);
	assert.equal(formatSidecar(emptySidecar), '{\n\t"schema": "rag-assay/sidecar@1",\n\t"ignored": [],\n\t"labels": []\n}\n');
});

test('merging keeps what both have said, and the later word of one person', () => {
	const ours = sidecar(label('a', 'grounded'), label('b', 'grounded', 'Dana', { when: '2026-02-01T00:00:00+02:00' }));
	const theirs = sidecar(label('a', 'ungrounded', 'Eli'), label('b', 'ungrounded', 'Dana', { when: '2026-01-31T23:00:00Z' }));
	const both = mergeSidecars(ours, theirs);
	assert.deepEqual(both.labels.map(({ who, label: of }) => `${who} ${of}`).toSorted(), [
		'Dana grounded',
		'Dana ungrounded',
		'Eli ungrounded',
	]);
	assert.equal(
		both.labels.find(({ textSha256: of }) => of === textSha256('b'))?.label,
		'ungrounded',
		'23:00 UTC is after midnight at +02:00',
	);
});

test('what one side took away since their common ancestor is gone, unless the other side has changed it', () => {
	const base = sidecar(label('a', 'grounded'), label('b', 'grounded'));
	const without = removeLabel(base, label('a', 'grounded'));
	assert.deepEqual(mergeSidecars(without, base, base), without);
	assert.equal(mergeSidecars(without, base).labels.length, 2, 'without an ancestor nobody can know');
	const changed = addLabel(base, label('a', 'ungrounded', 'Dana', { when: '2026-03-01T00:00:00Z' }));
	assert.equal(mergeSidecars(without, changed, base).labels.length, 2);
});

test('both orders, and a second time, give the same file', () => {
	const any = fc
		.array(
			fc.record({
				label: fc.constantFrom('grounded' as const, 'ungrounded' as const),
				subject: fc.constantFrom(traceSubject('t'), traceSubject('u')),
				textSha256: fc.constantFrom(textSha256('a'), textSha256('b')),
				who: fc.constantFrom('Dana', 'Eli'),
				when: fc.constantFrom('2026-01-31T10:00:00Z', '2026-01-31T11:00:00+01:00', '2026-02-01T10:00:00Z'),
				note: fc.constantFrom('', 'n'),
			}),
			{ maxLength: 6 },
		)
		.map((labels) => sidecar(...labels));
	fc.assert(
		fc.property(any, any, any, (a, b, base) => {
			const text = formatSidecar(mergeSidecars(a, b, base));
			assert.equal(formatSidecar(mergeSidecars(b, a, base)), text);
			assert.equal(formatSidecar(mergeSidecars(a, a)), formatSidecar(a));
			assert.equal(formatSidecar(mergeSidecars(readSidecar(text, 'f'), readSidecar(text, 'f'), base)), text);
		}),
	);
});

test('what silences a finding is taken back whoever said it and whatever the id is today; other labels stay', () => {
	const query = (id: string, text: string, of: Label['label'], who: string): Label =>
		label(text, of, who, { subject: { kind: 'query', id } });
	const before = sidecar(
		query('q1', 'a', 'ordinary', 'Ann'),
		query('q9', 'a', 'ordinary', 'Bo'),
		query('q1', 'a', 'fishing', 'Cy'),
		query('q2', 'b', 'ordinary', 'Ann'),
		label('a', 'grounded', 'Ann'),
	);
	const given = { kind: 'query', label: 'ordinary', textSha256: textSha256('a') } as const;
	assert.deepEqual(whoLabeled(before, given), ['Ann', 'Bo']);
	const after = takeBackLabel(before, given);
	assert.deepEqual(whoLabeled(after, given), []);
	assert.deepEqual(
		after.labels.map(({ who, label: of }) => [who, of]),
		[
			['Cy', 'fishing'],
			['Ann', 'ordinary'],
			['Ann', 'grounded'],
		],
	);
});
