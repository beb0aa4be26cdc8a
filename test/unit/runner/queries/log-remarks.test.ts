import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logRemark } from '../../../../src/runner/queries/log-remarks.ts';

test('what was in a file that was replaced was screened, unless lines of it may be missing', () => {
	const hintOf = (hasMissed: boolean): string => logRemark({ kind: 'replaced' }, hasMissed).hint ?? '';
	assert.equal(hintOf(false), 'The old one was already screened.');
	assert.equal(hintOf(true), 'What was read of the old one was already screened.');
});

test('new files with names of another kind are named, and not read', () => {
	const message = (...files: string[]): string => logRemark({ kind: 'missed', missed: { why: 'unlike', files } }, false).message;
	assert.match(
		message('log.beta'),
		/^Lines may be missing: .*, and log\.beta beside it is new and was not read, because its name is not like/,
	);
	assert.match(
		message('log.beta', 'log.gamma'),
		/log\.beta and log\.gamma beside it are new and were not read, because their names are not like/,
	);
});
