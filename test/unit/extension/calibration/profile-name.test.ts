import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asProfileFile, profileFileName } from '../../../../src/extension/calibration/profile-name.ts';

test('a profile\u2019s file is called after it, without what file systems mind', () => {
	assert.deepEqual(['demo-world', 'a b/c:d', 'Größe 2', '..', ''].map(profileFileName), [
		'demo-world.assay-profile.json', 'a-b-c-d.assay-profile.json', 'Größe-2.assay-profile.json', 'profile.assay-profile.json', 'profile.assay-profile.json',
	]);
});

test('whatever a person writes into the dialog becomes a profile\u2019s name, once', () => {
	assert.deepEqual(['/w/x', '/w/x.json', '/w/x.assay-profile', '/w/x.assay-profile.json', '/w/x.y'].map(asProfileFile), [
		'/w/x.assay-profile.json', '/w/x.assay-profile.json', '/w/x.assay-profile.json', '/w/x.assay-profile.json', '/w/x.y.assay-profile.json',
	]);
});
