import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unusedInWords } from '../../../src/protocol/calibration-text.ts';

test('classifiers that a replaced profile has left behind are named by their files, on either platform', () => {
	assert.equal(unusedInWords([]), null);
	assert.equal(
		unusedInWords(['/data/a.json', 'C:\\data\\b.json']),
		'No profile in this folder uses these files anymore. You can delete them: a.json, b.json.',
	);
});
