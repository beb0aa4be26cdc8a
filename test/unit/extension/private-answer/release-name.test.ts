import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asReleaseFile, releaseFileName } from '../../../../src/extension/private-answer/release-text.ts';

test('a release is named for its question, and ends so that it is known', () => {
	assert.deepEqual(['What is the usual medication for shingles?', '../../etc', '?!', 'Größe: 3 µm'].map(releaseFileName), [
		'what-is-the-usual-medication-for-shingles.release.json',
		'etc.release.json',
		'answer.release.json',
		'größe-3-µm.release.json',
	]);
	assert.deepEqual(['/a/b', '/a/b.json', '/a/b.release.json'].map(asReleaseFile), Array(3).fill('/a/b.release.json'));
});
