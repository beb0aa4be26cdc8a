import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takenQuestion } from '../../../../src/extension/private-answer/release-text.ts';

test('before an answer or a private original is replaced: which files, where, and that nothing brings them back', () => {
	const one = takenQuestion(['/w/cases/x.release.json']);
	assert.equal(one.message, 'x.release.json is already there. Replace it?');
	assert.match(one.detail, /^Folder: \/w\/cases\n\nYou paid for a private answer, and a replaced file is lost\..*it stays as it is\.$/);
	const both = takenQuestion(['/w/cases/x.release.json', '/w/cases/x.release.private-original.txt']);
	assert.equal(both.message, 'x.release.json and x.release.private-original.txt are already there. Replace them?');
	assert.match(both.detail, /they stay as they are\.$/);
});
