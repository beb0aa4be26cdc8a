import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repcs, spad } from '../../../support/example-calibration-report.ts';
import { area, doneWords, methodTitle, rate, rateInterval, runLine, scoreWriter, timeLeft } from '../../../../webview/calibration/words.ts';

test('rates and areas with their intervals; a dash where there is nothing', () => {
	const interval = { value: 0.75, low: 0.301, high: 0.9541 };
	assert.deepEqual([rate(interval), rateInterval(interval), area(interval)], ['75.0%', '30.1 to 95.4%', '0.750 (0.301 to 0.954)']);
	assert.deepEqual([rate(null), rateInterval(null), area(null)], ['–', '', '–']);
});

test('scores are written as finely as their range asks for', () => {
	const write = (low: number, high: number, score: number): string =>
		scoreWriter({ histogram: { edges: [low, high], negative: [0], positive: [0] } })(score);
	assert.deepEqual(
		[write(0, 1, 0.51234), write(-20, 20, -3.14159), write(0, 0.002, 0.00123456), write(3, 3, 3)],
		['0.512', '−3.14', '0.001235', '3.000'],
	);
	assert.equal(write(0, 1, Infinity), 'Infinity');
});

test('time left, in the words of someone who does not know exactly', () => {
	assert.deepEqual([null, 0, 49, 61, 170, 6000].map(timeLeft), [
		'',
		'less than a minute left',
		'less than a minute left',
		'about 1 minute left',
		'about 3 minutes left',
		'about 2 hours left',
	]);
});

test('how a run stands, in one line', () => {
	const progress = { done: 120, total: 1600, failed: 2, secondsLeft: 170 };
	assert.equal(runLine({ kind: 'measuring', ...progress }), 'Reading the data: 120 of 1,600 · 2 failed · about 3 minutes left');
	assert.equal(runLine({ kind: 'measuring', done: 0, total: 0, failed: 0, secondsLeft: null }), 'Preparing to read the data');
	assert.equal(
		runLine({ kind: 'fitting', step: 'SPAD+ on sentences', ...progress, failed: 0, secondsLeft: null }),
		'Fitting: SPAD+ on sentences',
	);
	assert.match(runLine({ kind: 'cancelled', ...progress }), /^Canceled at 120 of 1,600\. Measurements are kept/);
	assert.equal(
		runLine({ kind: 'cancelled-fitting', failed: 0 }),
		'Canceled while fitting. All data were read, and measurements are kept. If you continue, the run starts with the fits.',
	);
	assert.equal(
		runLine({ kind: 'cancelled-fitting', failed: 2 }),
		'Canceled while fitting. All data but 2 that failed were read, and measurements are kept. If you continue, the run tries those again and then fits.',
	);
	assert.equal(
		runLine({ kind: 'failed', error: { code: 'RA101', message: 'No model.', hint: 'Load one.' } }),
		'No model. Load one. (RA101)',
	);
	assert.match(runLine({ kind: 'lost' }), /^Interrupted/);
});

test('a run that is done says what it found, and what to do next', () => {
	const rates = { truePositiveRate: { value: 0.667, low: 0.4, high: 0.9 }, falsePositiveRate: { value: 0.056, low: 0.02, high: 0.1 } };
	const found = { ...spad, title: 'SPAD+, sentences', point: { ...spad.point, ...rates } };
	assert.equal(
		doneWords({ detectors: [repcs, found], failures: [] }),
		'Done. \u201cSPAD+, sentences\u201d flags 66.7% of unsupported sentences, and 5.6% of supported ones by mistake. Save the profile to use it.',
	);
	const unmeasured = { ...found, auc: null, point: { ...found.point, truePositiveRate: null } };
	assert.equal(doneWords({ detectors: [unmeasured], failures: [] }), 'Done. 1 threshold fitted. Save the profile to use it.');
	assert.equal(doneWords({ detectors: [], failures: [] }), 'Done. Nothing could be fitted.');
});

test('what was not fitted has the title of its method', () => {
	const methods = [{ name: 'starter', title: 'Starter profile' }];
	assert.deepEqual(
		['starter', 'starter sentence', 'starters'].map((name) => methodTitle(name, methods)),
		['Starter profile', 'Starter profile (sentence)', 'starters'],
	);
});
