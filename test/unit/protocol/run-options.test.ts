import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calibrationSetup, runOptions, type CalibrationPreview, type Previewing } from '../../../src/protocol/calibration-panel.ts';
import { itemsRead } from '../../../src/protocol/calibration-text.ts';

type Method = CalibrationPreview['methods'][number];
const method = (name: string, measure: string, more: Partial<Method> = {}): Method => ({
	name,
	title: name,
	subject: 'trace',
	readers: ['language-model'],
	measure,
	fits: true,
	why: '',
	...more,
});
const source = (subject: Method['subject'], items: number): CalibrationPreview['sources'][number] => ({
	path: `/d/${subject}`,
	kind: 'traces',
	subject,
	items,
	labelled: 0,
	classes: [],
	train: 0,
	test: 0,
});
const option = (name: string, ...methods: string[]): CalibrationPreview['options'][number] => ({
	name,
	title: name,
	help: '',
	value: { kind: 'number', least: 0, most: 9, whole: true, default: null },
	methods,
});
const preview: CalibrationPreview = {
	sources: [source('trace', 9)],
	items: 9,
	failures: [],
	methods: [method('repcs', 'scores', { fits: false }), method('cg', 'scores'), method('spad', 'sources')],
	options: [option('alpha', 'repcs'), option('draws', 'spad'), option('width', 'cg', 'spad')],
	kept: [
		{ measures: ['scores'], items: 4 },
		{ measures: ['scores', 'sources'], items: 2 },
		{ measures: ['sources'], items: 1 },
	],
};
const ready: Previewing = { kind: 'ready', preview };
const setup = (methods?: string[], options: Record<string, number> = {}) =>
	calibrationSetup.parse({ data: ['/d'], options, ...(methods === undefined ? {} : { methods }) });

test('a run is asked for what is wanted and possible, by name only where that leaves something possible out', () => {
	assert.equal(runOptions(setup(), ready).methods, undefined);
	assert.deepEqual(runOptions(setup(['repcs', 'cg']), ready).methods, ['cg']);
	assert.equal(runOptions(setup(['cg', 'spad']), ready).methods, undefined, 'only what is impossible was unticked');
	assert.deepEqual(runOptions(setup(['repcs']), ready).methods, ['repcs'], 'the run says why it cannot be');
	assert.deepEqual(runOptions(setup(['repcs', 'cg']), { kind: 'looking' }).methods, ['repcs', 'cg']);
	assert.deepEqual(runOptions(setup(['cg']), ready), { ...setup(['cg']) }, 'nothing else changes');
});

test('a run is asked for the options that a method of it has', () => {
	const set = { alpha: 1, draws: 2, width: 3, unknown: 4 };
	const asked = (methods?: string[], previewing: Previewing = ready) => runOptions(setup(methods, set), previewing).options;
	assert.deepEqual(asked(), { draws: 2, width: 3 }, 'the one that has alpha is impossible');
	assert.deepEqual(asked(['cg']), { width: 3 });
	assert.deepEqual(asked(['repcs']), { alpha: 1 });
	assert.deepEqual(asked(['cg'], { kind: 'looking' }), set, 'nobody knows yet');
});

const read = (given: CalibrationPreview, named?: string[]): [items: number, read: number] => {
	const found = itemsRead(given, named);
	return [found.wanted.reduce((sum, { items }) => sum + items, 0), found.read];
};

test('a trace counts as read when all numbers are kept that the named methods need', () => {
	assert.deepEqual(read(preview), [9, 2], 'scores and sources');
	assert.deepEqual(read(preview, ['cg']), [9, 6]);
	assert.deepEqual(read(preview, ['spad']), [9, 3]);
	assert.deepEqual(read({ ...preview, kept: [] }, ['cg']), [9, 0]);
});

test('what is kept of an entry counts by the methods of entries; what needs no reader is not read', () => {
	const mixed: CalibrationPreview = {
		...preview,
		sources: [source('trace', 9), source('entry', 20), source('query', 5)],
		methods: [
			...preview.methods,
			method('planted', 'embeddings', { subject: 'entry', readers: ['encoder'] }),
			method('words', 'lengths', { subject: 'query', readers: [] }),
		],
		kept: [...preview.kept, { measures: ['embeddings'], items: 7 }, { measures: ['lengths'], items: 5 }],
	};
	assert.deepEqual(read(mixed), [29, 9], 'of 9 traces 2, of 20 entries 7');
	assert.deepEqual(read(mixed, ['planted']), [20, 7]);
	assert.deepEqual(read(mixed, ['words']), [0, 0]);
});
