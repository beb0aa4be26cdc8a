import assert from 'node:assert/strict';
import { test } from 'node:test';
import { profileText } from '../../../../src/extension/status/status-text.ts';

test('the profile that judges is named, with its model', () => {
	const { text, label, tooltip, warn } = profileText({ model: 'demo', profile: 'ward 7', profileProblem: null, profileLeft: [] })!;
	assert.deepEqual([text, label, warn], ['$(law) ward 7', 'Profile: ward 7', false]);
	assert.match(tooltip, /profile \*\*ward 7\*\*, calibrated for the model \*\*demo\*\*/);
	assert.match(tooltip, /command:ragAssay\.useProfile/);
});

test('without one it warns, says why, and offers to choose or to calibrate', () => {
	const { text, label, tooltip, warn } = profileText({
		model: 'other',
		profile: null,
		profileProblem: "Profile 'a*b' was calibrated for model 'demo'.",
		profileLeft: [],
	})!;
	assert.deepEqual([text, label, warn], ['$(warning) No profile', "No profile: Profile 'a*b' was calibrated for model 'demo'.", true]);
	assert.match(tooltip, /^Profile 'a\\\*b' was calibrated for model 'demo'\\\.\n\n/);
	for (const command of ['useProfile', 'calibrate']) assert.match(tooltip, new RegExp(`command:ragAssay\\.${command}\\)`));
});

test('each difference has a paragraph of its own', () => {
	const { tooltip } = profileText({ model: 'other', profile: null, profileProblem: 'Of model a.\nOf layout b.', profileLeft: [] })!;
	assert.match(
		tooltip,
		/^Of model a\\\.\n\nOf layout b\\\.\n\nYou see scores and colors\. Until a profile fits, the starter profile, which is not calibrated on your data, judges sentences/,
	);
});

test('before anybody knows, nothing is said', () => {
	assert.equal(profileText({ model: null, profile: null, profileProblem: null, profileLeft: [] }), undefined);
});

test('a name is no icon and no markup', () => {
	const { text, tooltip } = profileText({
		model: '[x](command:y)',
		profile: '$(trash) [x](command:y)',
		profileProblem: null,
		profileLeft: [],
	})!;
	assert.doesNotMatch(text, /\$\(trash\)/);
	assert.doesNotMatch(tooltip, /[^\\]\]\(command:y/);
});

test('of one of which a part judges, what is left out is told, and it is no fault', () => {
	const left = [
		"The detector 'repcs response' of profile 'ward 7' does not judge: it was calibrated with the embedder 'a*b' (111111111111).",
	];
	const { text, label, tooltip, warn } = profileText({ model: 'demo', profile: 'ward 7', profileProblem: null, profileLeft: left })!;
	assert.deepEqual([text, label, warn], ['$(law) ward 7 (in part)', `Profile: ward 7, in part. ${left[0]}`, false]);
	assert.match(tooltip, /^Findings come from a part of the profile \*\*ward 7\*\*\.\n\nThe detector .* embedder 'a\\\*b'/);
	assert.match(tooltip, /command:ragAssay\.useProfile/);
});
