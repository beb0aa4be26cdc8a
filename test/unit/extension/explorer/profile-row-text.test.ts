import assert from 'node:assert/strict';
import { test } from 'node:test';
import { profileRowText } from '../../../../src/extension/explorer/row-text.ts';

const own = { label: 'bank.assay-profile.json', path: '/w/bank.assay-profile.json', active: true, bundled: false };

test('a row says which profile is active and which is bundled', () => {
	assert.deepEqual(profileRowText(own, []), { description: 'active', tooltip: own.path, label: 'Profile bank.assay-profile.json, active' });
	assert.deepEqual(profileRowText({ ...own, label: 'demo', bundled: true }, []).description, 'active, bundled');
	assert.equal(profileRowText({ ...own, label: 'demo', active: false, bundled: true }, []).label, 'Profile demo, not active, bundled');
});

test('of the active one it says what of it does not judge, and of no other', () => {
	const left = ["The detector 'repcs response' of profile 'bank' does not judge."];
	assert.deepEqual(profileRowText(own, left), {
		description: 'active in part',
		tooltip: `${own.path}\n\n${left[0]}`,
		label: 'Profile bank.assay-profile.json, active in part',
	});
	assert.equal(profileRowText({ ...own, active: false }, left).tooltip, own.path);
});
