import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { unsavedQuestion } from '../../../../src/extension/private-answer/release-text.ts';

function failure(file: string): Error {
	try {
		writeFileSync(file, '');
	} catch (error) {
		if (error instanceof Error) return error;
	}
	throw new Error(`${file} can be written.`);
}

test('a private answer that could not be written: which file, why in plain words, that it is not lost', () => {
	const file = '/no/such/folder/x.release.json';
	const system = failure(file);
	// As VS Code hands it on: a text of its own, with a code of its own.
	for (const cause of [system, Object.assign(new Error(String(system)), { code: 'Unknown' })]) {
		const { message, detail } = unsavedQuestion(file, cause);
		assert.equal(message, 'The private answer was not saved: this file cannot be written. (RA803)');
		assert.equal(
			detail,
			`${file}\n\nWhy: there is no such file or folder.\n\nYou paid for the answer, and it is not lost. Choose another place for it. If you cancel, it opens as an unsaved document.`,
		);
	}
	assert.match(unsavedQuestion(file, new Error('no provider')).detail, /Why: no provider\./);
});
