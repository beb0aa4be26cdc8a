import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calibration } from '../../../../src/analysis/calibration/methods.ts';
import { worstStatus, exitStatus } from '../../../../src/cli/exit-status.ts';
import { notFitted } from '../../../../src/runner/calibration/calibrate-files.ts';
import type { RunHead } from '../../../../src/runner/calibration/measure.ts';

const head: RunHead = {
	version: '1',
	runtime: '1.30.0',
	readers: [{ kind: 'language-model', name: 'm', sha256: 'a'.repeat(64), layout: 'l', device: 'cpu', dtype: 'fp32' }],
	data: { name: 'd', sha256: 'd'.repeat(64), parts: [] },
	options: { seed: 1, options: {}, methods: ['spad'] },
	left: [],
};
const named: RunHead = { ...head, options: { ...head.options, named: true } };
const sentence = { method: 'spad sentence', why: 'It needs 14 more unsupported sentences.' };
const response = { method: 'spad response', why: 'It needs 20 more responses.' };

test('a method that was named and not fitted makes the command fail as input that cannot be used does; one that was not named is only told', () => {
	const failures = notFitted({ head: named }, { left: [sentence, response] }, calibration);
	assert.deepEqual(
		failures.map(({ code, message }) => [code, message]),
		[['RA652', "You asked for 'spad', but it could not be fitted. It needs 14 more unsupported sentences. It needs 20 more responses."]],
	);
	assert.equal(worstStatus(failures), exitStatus.wrongInput);
	assert.deepEqual(notFitted({ head }, { left: [sentence, response] }, calibration), []);
	assert.equal(notFitted({ head: named }, { left: [{ method: 'spad', why: 'The device cannot.' }] }, calibration).length, 1);
});

test('a method that was fitted on one of its levels was fitted', () => {
	assert.deepEqual(notFitted({ head: named }, { left: [response] }, calibration), []);
	assert.deepEqual(notFitted({ head: named }, { left: [sentence] }, calibration), []);
});
