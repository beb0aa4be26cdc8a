import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modelText } from '../../../../src/extension/status/status-text.ts';
import type { ModelState } from '../../../../src/protocol/requests.ts';

const ready: ModelState = {
	state: 'ready',
	model: 'demo',
	device: 'cpu',
	dtype: 'fp32',
	profile: 'demo-1',
	profileProblem: null,
	profileLeft: [],
	silence: null,
	memory: 300 * 2 ** 20,
	jobs: 0,
	needs: null,
	error: null,
	notes: [],
	loading: null,
};

test("the model's state in words", () => {
	const of = (change: Partial<ModelState>): string => {
		const { text, detail, severity, busy } = modelText('running', { ...ready, ...change });
		return `${text} | ${detail} | ${severity}${busy ? ' busy' : ''}`;
	};
	assert.equal(of({}), 'Read by demo | cpu, fp32, 300 MiB: ready · profile demo-1 | information');
	assert.equal(of({ state: 'working', jobs: 3 }), 'Read by demo | cpu, fp32, 300 MiB: working (3 jobs) | information busy');
	assert.equal(
		of({ state: 'working', needs: 'Scoring, with about 1,200 MiB of memory at most, about 40 s in all' }),
		'Read by demo | cpu, fp32, 300 MiB: working · Scoring, with about 1,200 MiB of memory at most, about 40 s in all | information busy',
	);
	assert.equal(of({ state: 'loading' }), 'Read by demo | Loading the model… | information busy');
	assert.equal(
		of({ state: 'loading', loading: { message: 'Downloading model.onnx', done: 2, total: 5 } }),
		'Read by demo | Downloading model.onnx: 40% | information busy',
	);
	assert.equal(
		of({ state: 'loading', loading: { message: 'Checking', done: 0, total: 0 } }),
		'Read by demo | Checking… | information busy',
	);
	const silence = { seconds: 60, doing: 'opening the model', endsAfter: 3600 };
	assert.equal(
		of({ state: 'loading', silence }),
		'Read by demo | Loading the model… No sign of life for 60 s while opening the model. Cancel (Ctrl-C in a terminal) stops it; after 60 min it is ended. | warning busy',
	);
	assert.equal(
		of({ state: 'working', silence: { seconds: 240, doing: 'rendering and tokenizing a text', endsAfter: 300 } }),
		'Read by demo | cpu, fp32, 300 MiB: working. No sign of life for 4 min while rendering and tokenizing a text. Cancel (Ctrl-C in a terminal) stops it; after 5 min it is ended. | warning busy',
	);
	assert.equal(
		of({ state: 'loading', loading: { message: 'Loading 4.3 GB of weights', done: 0, total: 0 } }),
		'Read by demo | Loading 4.3 GB of weights… | information busy',
	);
	assert.equal(
		of({ state: 'unloaded', model: null }),
		'RAG Assay | The model is not loaded. RAG Assay loads it when it needs it. | information',
	);
	assert.equal(
		of({ profile: null, notes: ['No profile fits this model.'] }),
		'Read by demo | cpu, fp32, 300 MiB · No profile fits this model. | warning',
	);
	assert.equal(
		of({ state: 'failed', error: { code: 'RA201', message: 'No tokenizer.', hint: 'Add tokenizer.json.' } }),
		'demo is not loaded | No tokenizer. Add tokenizer.json. | error',
	);
});

test('a runner that is down or on its way says so, whatever the model was', () => {
	assert.equal(modelText('given-up', ready).severity, 'error');
	assert.match(modelText('given-up', ready).detail, /Restart Runner/);
	assert.equal(modelText('restarting', ready).severity, 'warning');
	assert.equal(modelText('starting', undefined).busy, true);
	assert.equal(modelText('running', undefined).busy, false);
});
