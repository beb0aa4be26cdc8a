import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calibrationText } from '../../../src/cli/output/calibration-text.ts';
import { learned, repcs, report, spad } from '../../support/example-calibration-report.ts';
import { fishing, subjectsReport } from '../../support/example-subject-reports.ts';
import { assertGolden } from './golden.ts';

const lines = (detector: typeof repcs): string[] => calibrationText({ ...report, detectors: [detector] }, { depth: 1 }).split('\n');

test('a detector, with how it was chosen and what there is to say of it', () => {
	assert.deepEqual(lines({ ...repcs, notes: ['The paper\u2019s figure.'] }), [
		'demo world: 1 threshold for language model demo, 450 traces, 184 s',
		'                threshold     AUC                   found                 false alarms',
		'repcs response  < 2.000 nats  0.940 [0.800, 0.990]  0.750 [0.300, 0.950]  0.125 [0.010, 0.450]',
		`  ${repcs.chosen}`,
		'  Measured on 12 responses that had no part in the choice.',
		'  Kolmogorov\u2013Smirnov distance between the scores of what is clean and memorized: 0.625 (p = 0.204, as if responses were independent of each other).',
		// 0.125 ± 0.48, cut at 0.
		'  False alarms by the 95% Dvoretzky\u2013Kiefer\u2013Wolfowitz band: 0.000 to 0.605, for all thresholds at once; the interval above is of this one.',
		'  The paper\u2019s figure.',
		'Not fitted: Mirabel. The data have no query that fishes for a document.',
		'',
	]);
});

test('a distance between classes that chance hardly makes; none where a class is missing', () => {
	assert.match(
		lines({ ...spad, kolmogorovSmirnov: { statistic: 0.9, pValue: 1e-12 } }).join('\n'),
		/supported and unsupported: 0\.900 \(p < 0\.001, as if sentences were/,
	);
	const { kolmogorovSmirnov: _, ...without } = repcs;
	assert.doesNotMatch(lines(without).join('\n'), /Kolmogorov\u2013Smirnov/);
});

test('what more labels would bring is said where that is known; the band only where scores are independent', () => {
	const text = lines(spad).join('\n');
	assert.match(text, /^ {2}Another 100 labels would bring about 0\.02\.$/m);
	assert.doesNotMatch(text, /band/);
});

test('a classifier says what it goes most by, which way, and of how many rows that is', () => {
	assert.ok(
		lines({ ...spad, learned }).includes(
			'  The classifier mostly uses RAG_NOUN 0.420 \u2193, LN_NUM 0.310 \u2191, QUERY_ADJ 0.050 \u2195. Mean |SHAP| in log-odds, of the 105 sentences that trained it; \u2191 larger values suggest “unsupported”, \u2193 smaller ones do, \u2195 it depends on the rest.',
		),
	);
	const both = calibrationText(
		{
			...report,
			detectors: [
				{ ...spad, learned },
				{ ...spad, id: 'spad+ response', learned: null, sameClassifierAs: spad.id },
			],
		},
		{ depth: 1 },
	);
	assert.equal(both.match(/mostly uses/g)?.length, 1);
	assert.match(both, /^ {2}The classifier is that of spad\+ sentence\.$/m);
	const many = { ...learned, rows: 1000, of: 8846, features: Array.from({ length: 7 }, () => learned.features[0]!) };
	assert.match(
		lines({ ...spad, learned: many }).join('\n'),
		/RAG_NOUN 0\.420 \u2193; 2 features weigh less\. Mean \|SHAP\| in log-odds, of 1,000 of the 8,846 sentences that trained it;/,
	);
	assert.match(lines({ ...spad, learned: { ...learned, features: [] } }).join('\n'), /uses no feature/);
	assert.doesNotMatch(lines(spad).join('\n'), /goes/, 'a report from before this was kept');
});

test('what is to be said of the data stands once, below all detectors', () => {
	const text = calibrationText({ ...report, detectors: [repcs, spad], notes: ['30 answers are left out.'] }, { depth: 1 });
	assert.deepEqual(text.split('\n').slice(-4), [
		'  Another 100 labels would bring about 0.02.',
		'30 answers are left out.',
		'Not fitted: Mirabel. The data have no query that fishes for a document.',
		'',
	]);
});

test('one trace is not several', () => {
	assert.match(
		calibrationText({ ...report, detectors: [repcs], items: 1 }, { depth: 1 }),
		/^demo world: 1 threshold for language model demo, 1 trace, /,
	);
	assert.match(
		calibrationText({ ...report, detectors: [repcs, spad], items: 1200 }, { depth: 1 }),
		/^demo world: 2 thresholds for language model demo, 1,200 traces, /,
	);
});

test('memory entries and queries, read by several readers or by none', () => {
	assertGolden('calibration-subjects.txt', calibrationText(subjectsReport, { depth: 1 }));
	assert.match(
		calibrationText({ ...subjectsReport, readers: [], subjects: ['query'], detectors: [fishing] }, { depth: 1 }),
		/^bank memory: 1 threshold, 75 queries, 12 s\n/,
	);
});
