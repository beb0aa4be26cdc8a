import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import { describe, test } from 'node:test';
import { workspacePath, profileSettingOf } from '../../../src/extension/profile-path.ts';
import { resolveSettings } from '../../../src/extension/settings.ts';

const folder = resolve('space');

describe('path of a profile', () => {
	test('inside the folder it is written relative, and found again', () => {
		const file = join(folder, 'profiles', 'ours.assay-profile.json');
		assert.equal(profileSettingOf(file, folder), 'profiles/ours.assay-profile.json');
		assert.equal(workspacePath('profiles/ours.assay-profile.json', folder), file);
	});

	test('outside of it, and without a folder, it stays as it is', () => {
		const elsewhere = resolve('spaces/ours.assay-profile.json');
		assert.equal(profileSettingOf(elsewhere, folder), elsewhere);
		assert.equal(profileSettingOf(elsewhere, undefined), elsewhere);
		assert.equal(workspacePath(elsewhere, folder), elsewhere);
		assert.equal(workspacePath('ours.json', undefined), 'ours.json');
	});

	test('the runner is given the file, not the setting', () => {
		const settings = resolveSettings((key) => (key === 'profile' ? 'ours.assay-profile.json' : undefined), true, folder);
		assert.equal(settings.runner.profile, join(folder, 'ours.assay-profile.json'));
	});
});
