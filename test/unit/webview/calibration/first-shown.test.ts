import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DetectorReport } from '../../../../src/protocol/calibration-panel.ts';
import { firstShown } from '../../../../webview/calibration/first-shown.ts';
import { repcs, spad } from '../../../support/example-calibration-report.ts';

const entropy: DetectorReport = { ...spad, id: 'mean-entropy sentence', method: 'mean-entropy' };
const paper: DetectorReport = { ...spad, id: 'spad sentence', method: 'spad' };
const responses: DetectorReport = { ...spad, id: 'spad+ response', level: 'response' };
const gap: DetectorReport = { ...spad, id: 'confidence-gap low', method: 'confidence-gap' };
const shown = (...detectors: DetectorReport[]): string | undefined => firstShown({ detectors })?.id;

test('what judges sentences is shown first', () => {
	assert.equal(shown(entropy, gap, repcs, paper, responses, spad), 'spad+ sentence');
	assert.equal(shown(entropy, gap, repcs, responses, paper), 'spad sentence');
	assert.equal(shown(gap, repcs, responses, entropy), 'mean-entropy sentence');
	const starter: DetectorReport = { ...spad, id: 'starter sentence', method: 'starter' };
	assert.equal(shown(entropy, starter), 'starter sentence');
	assert.equal(shown(starter, spad), 'spad+ sentence');
	assert.equal(shown(starter, { ...spad, after: 'starter' }), 'starter sentence');
	assert.equal(shown(entropy, { ...spad, after: 'starter' }), 'spad+ sentence', 'nothing judges before it');
	assert.equal(shown(repcs), 'repcs response');
	assert.equal(shown(), undefined);
});

test('what could not be measured is shown when nothing else is there', () => {
	assert.equal(shown({ ...entropy, auc: null }, repcs), 'repcs response');
	assert.equal(shown({ ...gap, auc: null }, { ...entropy, auc: null }), 'mean-entropy sentence');
});
