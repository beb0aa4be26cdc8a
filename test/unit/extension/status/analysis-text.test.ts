import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analysisText } from '../../../../src/extension/status/status-text.ts';
import type { AnalysisState } from '../../../../src/protocol/requests.ts';

test('every state of an analysis says what it is and what a click does', () => {
	const states: AnalysisState[] = [
		{ kind: 'idle' },
		{ kind: 'queued' },
		{ kind: 'running', done: 1, total: 3 },
		{ kind: 'running', done: 0, total: 0 },
		{ kind: 'done', findings: 0, profile: 'demo', notes: [], cut: false },
		{ kind: 'done', findings: 1, profile: 'demo', notes: [], cut: false },
		{ kind: 'done', findings: 2, profile: 'demo', notes: [], cut: false },
		{ kind: 'done', findings: 0, profile: null, notes: [], cut: false },
		{ kind: 'no-response' },
		{ kind: 'cancelled' },
		{ kind: 'failed', error: { code: 'RA102', message: 'No query.', hint: 'Add one.' } },
	];
	assert.deepEqual(
		states.map((state) => {
			const shown = analysisText(state)!;
			return `${shown.text} -> ${shown.command}${shown.warn ? ' !' : ''}`;
		}),
		[
			'$(beaker) Analyze -> ragAssay.analyzeFile',
			'$(watch) Waiting -> ragAssay.cancelAnalysis',
			'$(loading~spin) Analyzing 33% -> ragAssay.cancelAnalysis',
			'$(loading~spin) Analyzing -> ragAssay.cancelAnalysis',
			'$(pass) No findings -> ragAssay.listSentences',
			'$(search) 1 finding -> ragAssay.listSentences',
			'$(search) 2 findings -> ragAssay.listSentences',
			'$(info) No profile -> ragAssay.listSentences',
			'$(sparkle) No response -> ragAssay.generateResponse',
			'$(circle-slash) Canceled -> ragAssay.analyzeFile',
			'$(warning) Not analyzed -> ragAssay.analyzeFile !',
		],
	);
	assert.equal(analysisText({ kind: 'none' }), undefined);
});

test('notes, errors and what is done before there is progress are in the tooltip', () => {
	const loading = (doing: string) => analysisText({ kind: 'running', done: 0, total: 0, doing })!.tooltip;
	assert.equal(loading('Downloading model.onnx'), 'Downloading model.onnx. Click to cancel.');
	assert.equal(loading('Loading the model. No sign of life for 30 s.'), 'Loading the model. No sign of life for 30 s. Click to cancel.');
	assert.equal(analysisText({ kind: 'running', done: 0, total: 0 })!.tooltip, 'Click to cancel.');
	const unjudged = analysisText({
		kind: 'done',
		findings: 0,
		profile: 'demo',
		notes: [],
		cut: false,
		notJudged: 'not judged: the trace has no contexts',
	})!;
	assert.deepEqual(
		[unjudged.text, unjudged.tooltip],
		['$(info) Not judged', 'Not judged: the trace has no contexts.\n\nClick to list the sentences.'],
	);
	assert.equal(analysisText({ kind: 'done', findings: 1, profile: 'demo', notes: [], cut: true })!.text, '$(search) 1 finding, trace cut');
	assert.match(
		analysisText({ kind: 'done', findings: 0, profile: 'demo', notes: ['Context b was cut.'], cut: true })!.tooltip,
		/Context b was cut\./,
	);
	const refused = analysisText({
		kind: 'done',
		findings: 0,
		profile: null,
		notes: [],
		cut: false,
		refused: { code: 'RA602', message: 'Of model a.\nOf layout b.', hint: 'Load it.' },
	})!;
	assert.equal(refused.text, '$(info) No profile');
	assert.match(
		refused.tooltip,
		/^Of model a\.\nOf layout b\. Load it\. \(RA602\)\n\nYou see colors and numbers, and the starter profile, which is not calibrated on your data, judges sentences\./,
	);
	assert.match(
		analysisText({ kind: 'failed', error: { code: 'RA102', message: 'No query.', hint: 'Add one.' } })!.tooltip,
		/^No query\. Add one\. \(RA102\)/,
	);
});

test('unlike data is said beside the verdict, and why in the tooltip before everything else but the judge', () => {
	const likeness = { unlike: true, outside: 30, differs: ['tables in the contexts'], p: 0.005, rows: 50 };
	const shown = analysisText({ kind: 'done', notes: [], findings: 0, profile: 'bank', cut: false, likeness });
	assert.equal(shown?.text, '$(warning) No findings, unlike data');
	assert.match(
		shown?.tooltip ?? '',
		/^Judged by the profile bank\.\n\nExpect more false alarms: 30 of the last 50 answers differ .*\(tables in the contexts\)/,
	);
});
