import assert from 'node:assert/strict';
import { test } from 'node:test';
import { workspaceText } from '../../../src/extension/workspace-text.ts';

const refused = { code: 'RA607', message: 'The classifier is not the one of the profile.', hint: 'Calibrate again.' };

test('what was found in a workspace, and what could not be read', () => {
	assert.equal(workspaceText({ analysed: 120, failed: 0, findings: 0 }), '120 traces analysed: 0 findings.');
	assert.equal(workspaceText({ analysed: 1, failed: 2, findings: 1 }), '1 trace analysed: 1 finding, 2 files could not be read.');
});

test('a profile that did not judge is told with its reason, not as no findings', () => {
	assert.equal(workspaceText({ analysed: 120, failed: 0, findings: 0, refused }), '120 traces analysed. Not judged: The classifier is not the one of the profile. Calibrate again. (RA607)');
	assert.equal(workspaceText({ analysed: 2, failed: 1, findings: 0, refused }), '2 traces analysed: 1 file could not be read. Not judged: The classifier is not the one of the profile. Calibrate again. (RA607)');
	assert.match(workspaceText({ analysed: 2, failed: 0, findings: 3, refused }), /^2 traces analysed: 3 findings\. Not all were judged: The classifier/);
});
