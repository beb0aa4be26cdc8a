import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GetCalibrationReport } from '../../../../src/protocol/calibration-panel.ts';
import { SaveExport } from '../../../../src/protocol/post-message.ts';
import { asCsv, asJson, exportName } from '../../../../webview/calibration/exports.ts';
import { learned, point, repcs, report, spad } from '../../../support/example-calibration-report.ts';

const moved = new Map([[repcs.id, { ...point, threshold: 3, truePositives: 4, falseNegatives: 0 }]]);

test('JSON holds what the runner answered, and what was moved', () => {
	const { moved: its, ...rest } = JSON.parse(asJson(report, moved)) as Record<string, unknown>;
	assert.deepEqual(GetCalibrationReport.result.parse(rest), report);
	assert.deepEqual(its, [{ id: repcs.id, ...moved.get(repcs.id) }]);
});

test('CSV: a number a row, by detector', () => {
	const lines = asCsv(report, moved).split('\r\n');
	assert.equal(lines[0], 'detector,kind,name,at,value,low,high');
	const rows = lines.slice(1, -1).map((line) => line.split(','));
	assert.ok(
		rows.every((row) => row.length === 7),
		'no cell of this report holds a comma',
	);
	const of = (id: string, kind: string): string[][] => rows.filter((row) => row[0] === id && row[1] === kind).map((row) => row.slice(2));
	assert.deepEqual(
		of(repcs.id, 'point').find(([name]) => name === 'truePositives'),
		['truePositives', '3', '4', '', ''],
	);
	assert.deepEqual(
		of(repcs.id, 'calibrated').find(([name]) => name === 'truePositives'),
		['truePositives', '2', '3', '', ''],
	);
	assert.deepEqual(
		of(repcs.id, 'calibrated').find(([name]) => name?.includes('DKW')),
		['falsePositiveRate (DKW band)', '2', '0.125', '0', '0.605'],
	);
	assert.ok(!of(spad.id, 'point').some(([name]) => name?.includes('DKW')));
	assert.deepEqual(of(spad.id, 'calibrated'), [], 'that one was not moved');
	assert.deepEqual(
		of(spad.id, 'score')
			.filter(([name]) => name === 'unsupported')
			.map((row) => Number(row[2])),
		spad.histogram.positive,
	);
	assert.deepEqual(of(repcs.id, 'baseline'), [['Mean surprise', '', '0.7', '0.5', '0.85']]);
	assert.deepEqual(of(repcs.id, 'distance'), [
		['Kolmogorov–Smirnov', '', '0.625', '', ''],
		['Kolmogorov–Smirnov p', '', '0.204', '', ''],
	]);
	assert.deepEqual(of(repcs.id, 'roc')[1], ['0.125', '2', '0.75', '', '']);
	assert.deepEqual(
		of(spad.id, 'learning').map((row) => row[1]),
		['40', '100', '300'],
	);
	assert.deepEqual(of(spad.id, 'learned'), [], 'a report from before this was kept');
	assert.match(asCsv({ ...report, detectors: [{ ...spad, learned }] }, moved), /\r\nspad\+ sentence,learned,RAG_NOUN,-0\.93,0\.42,,\r\n/);
	assert.deepEqual(of(repcs.id, 'wrong')[0]?.[0], 'memo-17 (memorised)');
});

test('a name that every file system and the protocol take', () => {
	const named = (name: string): string => exportName({ ...report, name });
	assert.deepEqual(['demo world', '../../x', 'ä', ''].map(named), [
		'demo-world-calibration',
		'x-calibration',
		'profile-calibration',
		'profile-calibration',
	]);
	for (const name of ['x'.repeat(120), 'a b', '...']) SaveExport.params.shape.name.parse(named(name));
});
