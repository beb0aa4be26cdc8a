import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unapprovedRemarks } from '../../../../src/analysis/memory/drift-findings.ts';
import { terminalAdvice } from '../../../../src/wording/memory-phrases.ts';

test('files that nobody has approved yet make one remark, however many they are', () => {
	const said = (files: readonly string[]): string[] =>
		unapprovedRemarks(files, terminalAdvice).map(({ message, hint }) => `${message} ${hint}`);
	assert.deepEqual(said([]), []);
	assert.deepEqual(said(['notes/a.md']), [
		'Not approved yet: a.md. Without an approved version, changes cannot be shown. Once it is correct: rag-assay memory approve notes/a.md',
	]);
	assert.deepEqual(said(['a.md', 'b.md']), [
		'Not approved yet: a.md and 1 more file. Without an approved version, changes cannot be shown. Once it is correct: rag-assay memory approve a.md',
	]);
	assert.match(said(['a.md', 'b.md', 'c.md']).join('\n'), /^Not approved yet: a\.md and 2 more files\./);
});
