import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { test } from 'node:test';
import type { ThresholdPoint } from '../../../../src/protocol/calibration-panel.ts';
import { Thresholds, type MovedThreshold } from '../../../../webview/calibration/thresholds.ts';
import { point, repcs, report, spad } from '../../../support/example-calibration-report.ts';

/** A runner that answers when it is told to. */
function slow(of = report) {
	const asked: (MovedThreshold & {
		readonly run: string;
		readonly answer: (point: ThresholdPoint) => void;
		readonly refuse: (error: Error) => void;
	})[] = [];
	const changes: [string, number][] = [];
	const failures: unknown[] = [];
	const thresholds = new Thresholds(
		of,
		(wanted) =>
			new Promise<ThresholdPoint>((answer, refuse) => {
				asked.push({ ...wanted, answer, refuse });
			}),
		(detector, { threshold }) => {
			changes.push([detector.id, threshold]);
		},
		(error) => {
			failures.push(error);
		},
	);
	return { thresholds, asked, changes, failures };
}

test('a threshold that is dragged: one question at a time, and the last one counts', async () => {
	const { thresholds, asked, changes } = slow();
	for (const threshold of [2.1, 2.2, 2.3, 2.4]) thresholds.move(repcs.id, threshold);
	assert.deepEqual(
		asked.map(({ threshold }) => threshold),
		[2.1],
	);
	assert.deepEqual(thresholds.moved, [{ id: repcs.id, threshold: 2.4 }]);
	assert.deepEqual(
		[thresholds.of(repcs), thresholds.pointOf(repcs)],
		[2.4, repcs.point],
		'it is there, and what it does there is not known yet',
	);
	asked[0]!.answer({ ...point, threshold: 2.1 });
	await turn();
	assert.deepEqual(
		asked.map(({ threshold, run }) => [threshold, run]),
		[
			[2.1, report.run],
			[2.4, report.run],
		],
	);
	asked[1]!.answer({ ...point, threshold: 2.4, truePositives: 4 });
	await turn();
	assert.deepEqual(changes, [
		[repcs.id, 2.1],
		[repcs.id, 2.4],
	]);
	assert.equal(thresholds.pointOf(repcs).truePositives, 4);
	assert.equal(asked.length, 2);
});

test('put back to where it was calibrated, it is not moved, whatever is answered later', async () => {
	const { thresholds, asked, changes } = slow();
	thresholds.move(repcs.id, 3);
	thresholds.move(repcs.id, repcs.threshold);
	assert.deepEqual(thresholds.moved, []);
	asked[0]!.answer({ ...point, threshold: 3 });
	await turn();
	assert.equal(thresholds.pointOf(repcs), repcs.point);
	assert.deepEqual(changes, [[repcs.id, repcs.threshold]]);
});

test('a question that fails is told of, and the next one is asked', async () => {
	const { thresholds, asked, failures } = slow();
	thresholds.move(repcs.id, 3);
	asked[0]!.refuse(new Error('gone'));
	await turn();
	assert.deepEqual(failures.map(String), ['Error: gone']);
	thresholds.move(repcs.id, 4);
	assert.equal(asked.length, 2);
});

test('three that are moved at once are all asked for, and one that is put back drops nobody else\u2019s', async () => {
	const gap = { ...spad, id: 'confidence-gap sentence' };
	const { thresholds, asked, changes } = slow({ ...report, detectors: [repcs, spad, gap] });
	thresholds.move(repcs.id, 3);
	thresholds.move(spad.id, 0.6);
	thresholds.move(gap.id, 0.7);
	// A newer one of the same detector waits behind the first.
	thresholds.move(gap.id, 0.8);
	thresholds.move(repcs.id, repcs.threshold);
	assert.deepEqual(
		asked.map(({ id, threshold }) => [id, threshold]),
		[
			[repcs.id, 3],
			[spad.id, 0.6],
			[gap.id, 0.7],
		],
	);
	for (const { answer, threshold } of asked.slice(0, 3)) answer({ ...point, threshold });
	await turn();
	assert.deepEqual(
		asked.slice(3).map(({ id, threshold }) => [id, threshold]),
		[[gap.id, 0.8]],
	);
	asked[3]!.answer({ ...point, threshold: 0.8 });
	await turn();
	assert.deepEqual(changes, [
		[repcs.id, 2],
		[spad.id, 0.6],
		[gap.id, 0.7],
		[gap.id, 0.8],
	]);
	assert.deepEqual(
		[...thresholds.points].map(([id, { threshold }]) => [id, threshold]),
		[
			[spad.id, 0.6],
			[gap.id, 0.8],
		],
	);
});
