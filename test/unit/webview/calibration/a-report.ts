import type {
	CalibrationPanelState,
	CalibrationReport,
	DetectorReport,
	ThresholdPoint,
} from '../../../../src/protocol/calibration-panel.ts';

/** Eight clean scores and four memorised ones, in bins of width 1 from 0 to 6; flagged below the threshold 2. */
export const histogram: DetectorReport['histogram'] = {
	edges: [0, 1, 2, 3, 4, 5, 6],
	negative: [0, 1, 1, 2, 3, 1],
	positive: [2, 1, 1, 0, 0, 0],
};

/** What a threshold at the bin edge 2 does with them: 3 of 4 memorised and 1 of 8 clean lie below. Intervals are made up. */
export const point: ThresholdPoint = {
	threshold: 2,
	truePositives: 3,
	falsePositives: 1,
	trueNegatives: 7,
	falseNegatives: 1,
	truePositiveRate: { value: 0.75, low: 0.3, high: 0.95 },
	falsePositiveRate: { value: 0.125, low: 0.01, high: 0.45 },
	precision: { value: 0.75, low: 0.3, high: 0.95 },
};

export const repcs: DetectorReport = {
	id: 'repcs response',
	method: 'repcs',
	level: 'response',
	title: 'RePCS: recited from memory',
	unit: 'nats',
	direction: 'below',
	classes: { negative: 'clean', positive: 'memorised' },
	threshold: 2,
	chosen: 'Split conformal at \u03B1 = 0.05: at most that share of clean answers is flagged.',
	measuredOn: 'Measured on 12 responses that had no part in the choice.',
	n: 12,
	histogram,
	roc: { x: [0, 0.125, 0.25, 1], y: [0.5, 0.75, 1, 1], threshold: [1, 2, 3, null] },
	precisionRecall: { x: [0.5, 0.75, 1], y: [1, 0.75, 0.67], threshold: [1, 2, 3] },
	auc: { value: 0.94, low: 0.8, high: 0.99 },
	kolmogorovSmirnov: { statistic: 0.625, pValue: 0.204 },
	point,
	bandHalfHeight: 0.48,
	baselines: [
		{ name: 'Mean surprise', auc: { value: 0.7, low: 0.5, high: 0.85 } },
		{ name: 'Length of the answer', auc: null },
	],
	wrong: [
		{
			file: '/w/data/response.jsonl',
			trace: 'memo-17',
			start: 120,
			end: 168,
			text: 'The revenue of Heameatu Labs is 9.66 billion dollars.',
			score: 2.75,
			truth: 'memorised',
		},
		{ file: '/w/case.rag.md', trace: 'case', start: 4, end: 40, text: 'It was 39.7 C.', score: 1.5, truth: 'clean' },
	],
	learningCurve: null,
	notes: [],
};

// Sentences of one answer belong together: there is no band.
const { bandHalfHeight: _, ...sentences } = repcs;

/** A sentence classifier with its learning curve. */
export const spad: DetectorReport = {
	...sentences,
	id: 'spad+ sentence',
	method: 'spad+',
	level: 'sentence',
	title: 'SPAD+ on sentences',
	unit: 'probability',
	direction: 'above',
	classes: { negative: 'grounded', positive: 'ungrounded' },
	threshold: 0.5,
	chosen: 'The largest F1.',
	n: 105,
	histogram: { edges: [0, 0.25, 0.5, 0.75, 1], negative: [60, 20, 6, 2], positive: [1, 2, 5, 9] },
	point: { ...point, threshold: 0.5 },
	wrong: [],
	learningCurve: {
		points: [40, 100, 300].map((labels, i) => ({ labels, auc: { value: 0.8 + 0.05 * i, low: 0.7 + 0.06 * i, high: 0.88 + 0.03 * i } })),
		advice: 'Another 100 labels would bring about 0.02.',
	},
	notes: ['Judged by the official split.'],
};

export const report: CalibrationReport = {
	run: '0123456789abcdef',
	name: 'demo world',
	model: { name: 'demo', sha256: '0'.repeat(64) },
	traces: 450,
	detectors: [repcs, spad],
	left: [{ method: 'Mirabel', why: 'The data have no query that fishes for a document.' }],
	failures: [{ code: 'RA101', message: 'The line is no JSON.', hint: 'Mend it.', place: { file: '/w/data/response.jsonl', line: 7 } }],
	seconds: 184,
};

const setup: CalibrationPanelState['setup'] = { data: ['/w/data'], alpha: 0.05, seed: 1, draws: 12, protocol: 'auto' };

export const panelState: CalibrationPanelState = {
	setup,
	data: [{ path: '/w/data', label: 'data' }],
	previewing: {
		kind: 'ready',
		preview: {
			sources: [
				{
					path: '/w/data',
					kind: 'ragtruth',
					traces: 450,
					labelled: 450,
					sentences: { grounded: 440, ungrounded: 10 },
					clean: 300,
					memorised: 150,
					train: 300,
					test: 150,
				},
			],
			traces: 450,
			kept: [],
			failures: [],
			methods: [
				{
					name: 'repcs',
					title: 'RePCS',
					measure: 'scores',
					fits: true,
					why: 'Its threshold on 300 clean answers, measured on 150 memorised ones.',
				},
				{ name: 'spad+', title: 'SPAD+', measure: 'sources', fits: true, why: 'A classifier on 450 sentences.' },
				{
					name: 'mirabel',
					title: 'Mirabel',
					measure: 'queries',
					fits: false,
					why: 'no query of the data is marked as fishing; mark some with the tag fishing.',
				},
			],
		},
	},
	run: null,
	problem: null,
	saved: null,
	compareWith: null,
	profiles: [
		{ path: '/w/demo world.assay-profile.json', label: 'demo world.assay-profile.json', active: false },
		{ path: '/x/demo.assay-profile.json', label: 'demo (bundled)', active: true },
	],
};

export const doneState: CalibrationPanelState = { ...panelState, run: { run: report.run, options: setup, state: { kind: 'done' } } };
