import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findingsAt } from '../../../src/cli/commands/analyze.ts';
import { Interrupted, statusOf, statusOfThrown, worstStatus } from '../../../src/cli/exit-status.ts';
import { UserError } from '../../../src/errors.ts';
import { sampleRecord } from '../../support/example-analysis-report.ts';

test('input, profile and arguments are 2; model, download, scoring and runner are 3', () => {
	assert.deepEqual(
		['RA101', 'RA600', 'RA701', 'RA506'].map((code) => statusOf({ code })),
		[2, 2, 2, 2],
	);
	assert.deepEqual(
		['RA201', 'RA301', 'RA401', 'RA500'].map((code) => statusOf({ code })),
		[3, 3, 3, 3],
	);
});

test('of several failures the engine\u2019s weigh most', () => {
	assert.equal(worstStatus([]), 0);
	assert.equal(worstStatus([{ code: 'RA101' }]), 2);
	assert.equal(worstStatus([{ code: 'RA201' }, { code: 'RA101' }]), 3);
	assert.equal(worstStatus([{ code: 'RA125' }]), 0, 'a warning costs nothing');
});

test('what was thrown', () => {
	assert.equal(statusOfThrown(new Interrupted('stopped')), 130);
	assert.equal(statusOfThrown(new Interrupted('unread')), 0);
	assert.equal(statusOfThrown(new UserError('RA102', 'x')), 2);
	assert.equal(statusOfThrown(new TypeError('a defect')), 3);
});

test('a level counts the findings at or above it, the ignored ones not', () => {
	assert.equal(findingsAt(sampleRecord, 'error'), 0);
	assert.equal(findingsAt(sampleRecord, 'warning'), 1);
	assert.equal(findingsAt(sampleRecord, 'info'), 1);
	assert.equal(findingsAt({ ...sampleRecord, findings: sampleRecord.findings.map((f) => ({ ...f, ignored: true })) }, 'info'), 0);
});
