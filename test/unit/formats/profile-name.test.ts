import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asProfileFile, isProfileFile, profileFileName } from '../../../src/formats/profile-name.ts';

test('a profile\u2019s file is called after it, without what file systems mind', () => {
	assert.deepEqual(['demo-world', 'a b/c:d', 'Größe 2', '..', ''].map(profileFileName), [
		'demo-world.assay-profile.json',
		'a-b-c-d.assay-profile.json',
		'Größe-2.assay-profile.json',
		'profile.assay-profile.json',
		'profile.assay-profile.json',
	]);
});

test('a file is a profile to editors by its whole name', () => {
	assert.deepEqual(
		[
			'x.assay-profile.json',
			'/w/x.assay-profile.json',
			'/w/p.json',
			'/w/.assay-profile.json',
			'C:\\w\\.assay-profile.json',
			'.assay-profile.json',
			'assay-profile.json',
		].map(isProfileFile),
		[true, true, false, false, false, false, false],
	);
});

test('whatever a person writes into the dialog becomes a profile\u2019s name, once', () => {
	assert.deepEqual(
		['/w/x', '/w/x.json', '/w/x.assay-profile', '/w/x.assay-profile.json', '/w/x.y', '/w/.assay-profile.json', '.json'].map(asProfileFile),
		[
			'/w/x.assay-profile.json',
			'/w/x.assay-profile.json',
			'/w/x.assay-profile.json',
			'/w/x.assay-profile.json',
			'/w/x.y.assay-profile.json',
			'/w/profile.assay-profile.json',
			'profile.assay-profile.json',
		],
	);
});
