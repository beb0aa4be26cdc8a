import type {
	CalibrationPanelState,
	CalibrationReport,
	DeclaredOption,
	DetectorReport,
	LearnedComparison,
	LearnedReport,
	ThresholdPoint,
} from '../../src/protocol/calibration-panel.ts';

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
	levelNouns: { one: 'response', many: 'responses' },
	title: 'RePCS: recited from memory',
	unit: 'nats',
	direction: 'below',
	classes: { negative: 'clean', positive: 'memorized' },
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
			subject: { kind: 'trace', id: 'memo-17' },
			place: { file: '/w/data/response.jsonl', start: 120, end: 168 },
			text: 'The revenue of Heameatu Labs is 9.66 billion dollars.',
			score: 2.75,
			truth: 'memorised',
		},
		{
			subject: { kind: 'trace', id: 'case' },
			place: { file: '/w/case.rag.md', start: 4, end: 40 },
			text: 'It was 39.7 C.',
			score: 1.5,
			truth: 'clean',
		},
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
	levelNouns: { one: 'sentence', many: 'sentences' },
	title: 'SPAD+ on sentences',
	unit: 'probability',
	direction: 'above',
	classes: { negative: 'supported', positive: 'unsupported' },
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

/** What its classifier goes by: six sentences are drawn. */
export const learned: LearnedReport = {
	rows: 105,
	of: 105,
	rowNouns: { one: 'sentence', many: 'sentences' },
	features: [
		{
			name: 'RAG_NOUN',
			title: 'what nouns get from the contexts',
			mean: 0.42,
			direction: -0.93,
			points: { rank: [1, 0.8, 0.6, 0.4, 0.2, 0], shap: [-0.7, -0.6, -0.2, 0.1, 0.4, 0.9] },
		},
		{
			name: 'LN_NUM',
			title: 'what numbers get from the final norm',
			mean: 0.31,
			direction: 0.81,
			points: { rank: [0.25, 0.25, 0.25, 0.25, 0.8, 1], shap: [-0.3, -0.3, -0.3, -0.3, 0.2, 0.8] },
		},
		{
			name: 'QUERY_ADJ',
			title: 'what adjectives get from the question and instructions',
			mean: 0.05,
			direction: 0.1,
			points: { rank: [0.5, 0, 1, 0.3, 0.7, 0.9], shap: [-0.1, -0.05, 0, 0, 0.05, 0.1] },
		},
	],
};

/** What the classifier of another model goes by, beside it: fewer nouns, more of the question, and numbers the other way. */
export const learnedPair: LearnedComparison = {
	id: 'spad+ sentence',
	title: 'SPAD+ on sentences',
	models: { before: 'llama', after: 'demo' },
	sources: [
		{ name: 'query', title: 'the question and instructions', before: 0.25, after: 0.064 },
		{ name: 'rag', title: 'the contexts', before: 0.2, after: 0.538 },
		{ name: 'ln', title: 'the final norm', before: 0.55, after: 0.397 },
	],
	parts: [
		{ title: 'the final norm, numbers', before: 0.55, after: 0.397 },
		{ title: 'the contexts, content words', before: 0, after: 0.538 },
		{ title: 'the question and instructions, content words', before: 0.25, after: 0.064 },
		{ title: 'the contexts, words of relation', before: 0.2, after: 0 },
	],
	features: [
		{
			name: 'LN_NUM',
			title: 'what numbers get from the final norm',
			before: { share: 0.55, direction: -0.7 },
			after: { share: 0.397, direction: 0.81 },
			reversed: true,
		},
		{
			name: 'RAG_NOUN',
			title: 'what nouns get from the contexts',
			before: { share: 0, direction: null },
			after: { share: 0.538, direction: -0.93 },
			reversed: false,
		},
		{
			name: 'QUERY_ADJ',
			title: 'what adjectives get from the question and instructions',
			before: { share: 0.25, direction: 0.6 },
			after: { share: 0.064, direction: 0.1 },
			reversed: false,
		},
		{
			name: 'RAG_ADP',
			title: 'what prepositions get from the contexts',
			before: { share: 0.2, direction: -0.5 },
			after: { share: 0, direction: null },
			reversed: false,
		},
	],
};

export const report: CalibrationReport = {
	run: '0123456789abcdef',
	name: 'demo world',
	readers: [{ kind: 'language-model', name: 'demo', sha256: '0'.repeat(64) }],
	items: 450,
	subjects: ['trace'],
	detectors: [repcs, spad],
	left: [{ method: 'Mirabel', why: 'The data have no query that fishes for a document.' }],
	failures: [{ code: 'RA101', message: 'The line is no JSON.', hint: 'Mend it.', place: { file: '/w/data/response.jsonl', line: 7 } }],
	seconds: 184,
};

/** Options of methods for traces. */
export const declared: DeclaredOption[] = [
	{
		name: 'alpha',
		title: 'Error rate \u03B1',
		help: 'Share of clean answers that RePCS may flag.',
		value: { kind: 'number', least: 0.000001, most: 0.999999, whole: false, default: 0.05 },
		methods: ['repcs'],
	},
	{
		name: 'protocol',
		title: 'Protocol',
		help: 'How classifiers are judged.',
		value: {
			kind: 'choice',
			choices: [
				{ name: 'auto', title: 'By what the data allow' },
				{ name: 'I', title: 'I: official split' },
				{ name: 'II', title: 'II: 20-fold cross-validation' },
			],
			default: 'auto',
		},
		methods: ['spad+'],
	},
	{
		name: 'draws',
		title: 'Draws',
		help: 'How many settings are tried for each classifier.',
		value: { kind: 'number', least: 1, most: 200, whole: true, default: null },
		methods: ['spad+'],
	},
];

const setup: CalibrationPanelState['setup'] = { data: ['/w/data'], seed: 1, options: { draws: 12 } };

export const panelState: CalibrationPanelState = {
	setup,
	edit: 0,
	data: [{ path: '/w/data', label: 'data' }],
	previewing: {
		kind: 'ready',
		preview: {
			sources: [
				{
					path: '/w/data',
					kind: 'ragtruth',
					subject: 'trace',
					items: 450,
					labelled: 450,
					classes: [
						{ of: 'sentence', class: 'supported', count: 440 },
						{ of: 'sentence', class: 'unsupported', count: 10 },
						{ of: 'trace', class: 'clean', count: 300 },
						{ of: 'trace', class: 'memorized', count: 150 },
					],
					train: 300,
					test: 150,
				},
			],
			items: 450,
			kept: [],
			failures: [],
			options: declared,
			methods: [
				{
					name: 'repcs',
					title: 'RePCS',
					subject: 'trace',
					readers: ['language-model'],
					measure: 'scores',
					fits: true,
					why: 'Its threshold on 300 clean answers, measured on 150 memorised ones.',
				},
				{
					name: 'spad+',
					title: 'SPAD+',
					subject: 'trace',
					readers: ['language-model'],
					measure: 'sources',
					fits: true,
					why: 'A classifier on 450 sentences.',
				},
				{
					name: 'mirabel',
					title: 'Mirabel',
					subject: 'query',
					readers: ['encoder'],
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
