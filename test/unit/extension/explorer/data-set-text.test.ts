import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourceText } from '../../../../src/extension/explorer/data-set-text.ts';

test('what is in a data set is counted as people count', () => {
	assert.equal(
		sourceText({ traces: 1, labelled: 1, sentences: { grounded: 1, ungrounded: 0 }, clean: 1, memorised: 0 }),
		'1 trace, 1 labeled: 1 sentence grounded, 0 not; 1 trace clean, 0 memorized.',
	);
	assert.equal(
		sourceText({ traces: 5000, labelled: 4900, sentences: { grounded: 7059, ungrounded: 1788 }, clean: 0, memorised: 1200 }),
		'5,000 traces, 4,900 labeled: 7,059 sentences grounded, 1,788 not; 0 traces clean, 1,200 memorized.',
	);
});
