import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calibrationMethods } from '../../../src/analysis/calibration/methods.ts';
import { calibratedMethods } from '../../../src/protocol/calibrated-methods.ts';

test('what clients name as methods is what calibration knows', () => {
	assert.deepEqual(calibratedMethods.toSorted(), calibrationMethods.map(({ name }) => name).toSorted());
	assert.ok(calibratedMethods.includes('spad+') && calibratedMethods.includes('repcs'));
});
