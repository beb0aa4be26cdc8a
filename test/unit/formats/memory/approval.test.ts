import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { approvalFile, formatApproval, readApproval } from '../../../../src/formats/memory/approval-file.ts';
import { approvalDrift, approve, nothingApproved, type Approvable, type Approval } from '../../../../src/formats/memory/approval.ts';
import { readInstructions } from '../../../../src/formats/memory/instruction-entries.ts';
import { textSha256 } from '../../../../src/formats/sidecar.ts';

const when = '2026-03-01T09:30:00Z';
const entry = (text: string, about: string | null = null): Approvable => ({ text, about, content: textSha256(text) });
const entries = (texts: string): Approvable[] => texts.split(' ').flatMap((text) => (text === '' ? [] : [entry(text)]));
const approved = (texts: string, who = 'ada'): Approval => {
	const all = entries(texts);
	return approve(nothingApproved, { all, approving: new Set(all), who, when });
};
/** A drift in letters. */
const drift = (before: string, after: string) => {
	const { added, changed, gone, moved, unchanged } = approvalDrift(approved(before), entries(after));
	return {
		added: added.map(({ text }) => text).join(' '),
		changed: changed.map((one) => `${one.before.text}>${one.after.text}`).join(' '),
		gone: gone.map(({ text }) => text).join(' '),
		moved: moved.map((one) => one.after.text).join(' '),
		unchanged,
	};
};

describe('drift since an approval', () => {
	const none = { added: '', changed: '', gone: '', moved: '' };
	for (const [name, before, after, expected] of [
		['nothing', 'a b c', 'a b c', { ...none, unchanged: 3 }],
		['added', 'a b', 'a x b', { ...none, added: 'x', unchanged: 2 }],
		['gone', 'a b c', 'a c', { ...none, gone: 'b', unchanged: 2 }],
		['changed', 'a b c', 'a x c', { ...none, changed: 'b>x', unchanged: 2 }],
		['changed and added', 'a b c', 'a x y c', { ...none, changed: 'b>x', added: 'y', unchanged: 2 }],
		['moved', 'a b c d', 'a c d b', { ...none, moved: 'b', unchanged: 3 }],
		['copied', 'a b', 'a b a', { ...none, added: 'a', unchanged: 2 }],
		['one of two alike gone', 'a a', 'a', { ...none, gone: 'a', unchanged: 1 }],
		['all new', '', 'a b', { ...none, added: 'a b', unchanged: 0 }],
		['all gone', 'a b', '', { ...none, gone: 'a b', unchanged: 0 }],
	] as const)
		test(name, () => assert.deepEqual(drift(before, after), expected));

	test('a change is of the same section first', () => {
		const before = [entry('one', 'A'), entry('two', 'B')];
		const approval = approve(nothingApproved, { all: before, approving: new Set(before), who: 'ada', when });
		const { changed, gone } = approvalDrift(approval, [entry('three', 'B')]);
		assert.deepEqual(
			changed.map((one) => one.before.text),
			['two'],
		);
		assert.deepEqual(
			gone.map(({ text }) => text),
			['one'],
		);
	});

	test('line ends are no change', () => {
		const [unix, windows] = ['# A\n\nOne\ntwo.\n', '# A\r\n\r\nOne\r\ntwo.\r\n'].map((text) =>
			readInstructions({ document: 'AGENTS.md', text }),
		);
		const approval = approve(nothingApproved, { all: unix!, approving: new Set(unix), who: 'ada', when });
		const { added, changed, gone } = approvalDrift(approval, windows!);
		assert.deepEqual([added, changed, gone], [[], [], []]);
	});

	test('every entry and every approval is in one place, whatever was done', () => {
		const texts = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 12 });
		fc.assert(
			fc.property(texts, texts, (before, after) => {
				const { added, changed, gone, moved, unchanged } = approvalDrift(approved(before.join(' ')), entries(after.join(' ')));
				assert.equal(added.length + changed.length + moved.length + unchanged, after.length);
				assert.equal(gone.length + changed.length + moved.length + unchanged, before.length);
			}),
		);
	});

	test('ten thousand entries are compared at once', () => {
		const texts = Array.from({ length: 10_000 }, (_, i) => `t${i}`);
		const { changed } = approvalDrift(approved(texts.join(' ')), entries(texts.map((text) => `${text}!`).join(' ')));
		assert.equal(changed.length, 10_000);
	});
});

describe('approving', () => {
	test('keeps who and when of what was approved before, and forgets what is gone', () => {
		const all = entries('a x c');
		const next = approve(approved('a b c', 'ada'), { all, approving: new Set(all), who: 'grace', when: '2026-04-01T00:00:00Z' });
		assert.deepEqual(
			next.entries.map(({ text, who }) => `${text} by ${who}`),
			['a by ada', 'x by grace', 'c by ada'],
		);
	});

	test('leaves what is not approved unapproved', () => {
		const all = entries('a x y');
		const next = approve(approved('a'), { all, approving: new Set([all[2]!]), who: 'grace', when });
		assert.deepEqual(
			approvalDrift(next, all).added.map(({ text }) => text),
			['x'],
		);
	});
});

describe('the file', () => {
	test('lies beside, and is read as it was written', () => {
		assert.equal(approvalFile('a/AGENTS.md'), 'a/AGENTS.md.rag-assay-approved.json');
		for (const approval of [nothingApproved, approved('a b "c" \u2028')])
			assert.deepEqual(readApproval(formatApproval(approval), 'x'), approval);
	});

	test('a text that is not the one of its hash is refused, and so is anything else', () => {
		const written = formatApproval(approved('tea milk'));
		assert.throws(() => readApproval(written.replace('"tea"', '"gin"'), 'x.json'), { code: 'RA145' });
		for (const text of ['', '[]', '{"schema":"rag-assay/approved@2","entries":[]}'])
			assert.throws(() => readApproval(text, 'x.json'), { code: 'RA145' });
	});
});
