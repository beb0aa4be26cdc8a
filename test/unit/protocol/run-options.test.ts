import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calibrationSetup, type CalibrationPreview, type Previewing } from '../../../src/protocol/calibration-panel.ts';
import { runOptions } from '../../../src/protocol/run-options.ts';
import { tracesRead } from '../../../src/protocol/traces-read.ts';

const method = (name: string, measure: string, fits = true) => ({ name, title: name, measure, fits, why: '' });
const preview: CalibrationPreview = {
	sources: [],
	traces: 9,
	failures: [],
	methods: [method('repcs', 'scores', false), method('cg', 'scores'), method('spad', 'sources')],
	kept: [
		{ measures: ['scores'], traces: 4 },
		{ measures: ['scores', 'sources'], traces: 2 },
		{ measures: ['sources'], traces: 1 },
	],
};
const ready: Previewing = { kind: 'ready', preview };
const setup = (methods?: string[]) => calibrationSetup.parse({ data: ['/d'], ...(methods === undefined ? {} : { methods }) });

test('a run is asked for what is wanted and possible, by name only where that leaves something possible out', () => {
	assert.equal(runOptions(setup(), ready).methods, undefined);
	assert.deepEqual(runOptions(setup(['repcs', 'cg']), ready).methods, ['cg']);
	assert.equal(runOptions(setup(['cg', 'spad']), ready).methods, undefined, 'only what is impossible was unticked');
	assert.deepEqual(runOptions(setup(['repcs']), ready).methods, ['repcs'], 'the run says why it cannot be');
	assert.deepEqual(runOptions(setup(['repcs', 'cg']), { kind: 'looking' }).methods, ['repcs', 'cg']);
	assert.deepEqual(runOptions(setup(['cg']), ready), { ...setup(['cg']) }, 'nothing else changes');
});

test('a trace counts as read when all numbers are kept that the named methods need', () => {
	assert.equal(tracesRead(preview, undefined), 2, 'scores and sources');
	assert.equal(tracesRead(preview, ['cg']), 6);
	assert.equal(tracesRead(preview, ['spad']), 3);
	assert.equal(tracesRead({ ...preview, kept: [] }, ['cg']), 0);
});
