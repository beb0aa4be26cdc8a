import assert from 'node:assert/strict';
import { test } from 'node:test';
import { workspaceNext, workspaceText } from '../../../../src/extension/vscode/workspace-text.ts';

const refused = { code: 'RA607', message: 'The classifier is not the one of the profile.', hint: 'Calibrate again.' };

test('what was found in a workspace, and what could not be read', () => {
	assert.equal(workspaceText({ analyzed: 120, failed: 0, findings: 0, judged: 'all' }), '120 traces analyzed: 0 findings.');
	assert.equal(
		workspaceText({ analyzed: 1, failed: 2, findings: 1, judged: 'all' }),
		'1 trace analyzed: 1 finding, 2 files could not be read.',
	);
});

test('verdicts that changed since the last run are counted, and can be listed', () => {
	const done = { analyzed: 3, failed: 0, findings: 1, judged: 'all' } as const;
	assert.equal(workspaceText(done, 2), '3 traces analyzed: 1 finding. 2 verdicts changed since the last run.');
	assert.deepEqual(workspaceNext(done, 2)[0], { title: 'Show Changes', command: 'ragAssay.showChangedTraces' });
	assert.deepEqual(
		workspaceNext(done).map(({ title }) => title),
		['Show Problems'],
	);
});

test('a profile that did not judge is told with its reason, not as no findings', () => {
	assert.equal(
		workspaceText({ analyzed: 120, failed: 0, findings: 0, judged: 'none', refused }),
		'120 traces analyzed. Not judged: The classifier is not the one of the profile. Calibrate again. (RA607)',
	);
	assert.equal(
		workspaceText({ analyzed: 2, failed: 1, findings: 0, judged: 'none', refused }),
		'2 traces analyzed: 1 file could not be read. Not judged: The classifier is not the one of the profile. Calibrate again. (RA607)',
	);
	for (const findings of [0, 3])
		assert.match(
			workspaceText({ analyzed: 2, failed: 0, findings, judged: 'some', refused }),
			new RegExp(`^2 traces analyzed: ${findings} findings\\. Not all were judged: The classifier`),
		);
});

test('where no profile fits, nothing was judged: that is said with what to do, not as no findings', () => {
	assert.equal(
		workspaceText({ analyzed: 120, failed: 0, findings: 0, judged: 'none' }),
		'120 traces analyzed. Not judged: no profile fits this model, so you see colors and numbers, and only the starter profile judges sentences. Calibrate the model with your data, or use a profile that was made for it.',
	);
});

test('what is offered next: Problems where there are any, a profile where nothing judged', () => {
	const offered = (done: Parameters<typeof workspaceNext>[0]): string[] => workspaceNext(done).map(({ title }) => title);
	assert.deepEqual(offered({ analyzed: 2, failed: 0, findings: 0, judged: 'all' }), []);
	assert.deepEqual(offered({ analyzed: 2, failed: 1, findings: 0, judged: 'all' }), ['Show Problems']);
	assert.deepEqual(offered({ analyzed: 2, failed: 0, findings: 0, judged: 'none' }), ['Calibrate…', 'Use Profile…']);
	assert.deepEqual(offered({ analyzed: 2, failed: 0, findings: 3, judged: 'some', refused }), [
		'Show Problems',
		'Calibrate…',
		'Use Profile…',
	]);
});
