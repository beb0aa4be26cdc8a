import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
	adviceText,
	failureText,
	leftOutText,
	withPlainSpaces,
	contextText,
	progressText,
	queueText,
} from '../../../src/extension/labels/label-text.ts';
import { traceSubject } from '../../../src/formats/subject.ts';
import type { LabelQueueState } from '../../../src/protocol/labels.ts';

const state = (rest: Partial<LabelQueueState> = {}): LabelQueueState => ({
	current: null,
	sentences: 50,
	labelled: 12,
	ungrounded: 3,
	disputed: 0,
	stale: 0,
	measured: 8,
	traces: 8,
	notes: [],
	...rest,
});

test('progress in words', () => {
	assert.equal(progressText(state()), '12 of 50 sentences are labeled, 3 of them not supported.');
	assert.equal(
		progressText(state({ disputed: 1, stale: 1, measured: 5 })),
		'12 of 50 sentences are labeled, 3 of them not supported; 1 disputed, 1 label is stale, 5 of 8 traces analyzed.',
	);
	assert.equal(progressText(state({ labelled: 50 })), 'All 50 sentences are labeled, 3 of them not supported.');
	assert.equal(progressText(state({ sentences: 1, labelled: 0, ungrounded: 0 })), '0 of 1 sentence is labeled.');
	assert.equal(progressText(state({ sentences: 1, labelled: 1, ungrounded: 0 })), 'The only sentence is labeled.');
	assert.equal(progressText(state({ sentences: 1, labelled: 1, ungrounded: 1 })), 'The only sentence is labeled as not supported.');
	assert.equal(progressText(state({ sentences: 5000, labelled: 1200 })), '1,200 of 5,000 sentences are labeled, 3 of them not supported.');
	assert.equal(progressText(state({ sentences: 0 })), 'There is no response to label in this workspace.');
});

test('the keys are named while there is something to label', () => {
	const current = {
		uri: 'file:///t',
		subject: traceSubject('t'),
		textSha256: 'a'.repeat(64),
		range: [0, 0, 0, 1] as [number, number, number, number],
		text: 'x',
		score: null,
	};
	assert.equal(
		queueText(state({ current, notes: ['Odd.'] })),
		`${progressText(state())} Keys: G supported · N not supported · S skip · U undo.`,
	);
	assert.equal(queueText(state()), progressText(state()));
});

test('what labels have brought, as short as a row', () => {
	const learned = (more: number | null, labels: readonly number[] = [40]) => ({
		labels: 50,
		points: labels.map((n) => ({ labels: n, auc: { value: 0.912, low: 0.8, high: 0.97 } })),
		more,
		advice: '',
		failures: [],
	});
	assert.equal(adviceText(learned(null, [])), 'Too few labels to estimate the gain');
	assert.equal(adviceText(learned(null)), 'AUC 0.91 on other labels; too early to say whether more would help');
	assert.equal(adviceText(learned(0)), 'AUC 0.91 on other labels; more would change little');
	// As rounded as the learning curve's own words have it.
	assert.equal(adviceText(learned(1200)), 'AUC 0.91 on other labels; about 1,200 more would help');
});

test('what could not be read is named by its file, with what is wrong and what to do', () => {
	assert.equal(leftOutText(1), '1 labeled trace could not be read, so the classifier did not learn from them');
	assert.equal(leftOutText(2), '2 labeled traces could not be read, so the classifier did not learn from them');
	assert.deepEqual(
		failureText({ code: 'RA407', message: 'No room.', hint: 'Shorten the query.', place: { file: '/a/b/long.rag.md', line: 9 } }),
		{ name: 'long.rag.md:9', words: 'No room. Shorten the query. (RA407)' },
	);
	assert.deepEqual(failureText({ code: 'RA111', message: 'Odd.', place: { file: 'C:\\a\\t.rag-assay.json' } }).name, 't.rag-assay.json');
	assert.equal(failureText({ code: 'RA500', message: 'Odd.' }).name, 'RA500');
});

test('a context is one line around its strongest word, with the lit words in it', () => {
	assert.equal(withPlainSpaces('a\r\nb\tc'), 'a  b c');
	assert.deepEqual(
		contextText('Ann\nis 34.', [
			[7, 9],
			[0, 3],
		]),
		{
			label: 'Ann is 34.',
			highlights: [
				[0, 3],
				[7, 9],
			],
		},
	);
	const long = `${'x'.repeat(100)} here ${'y'.repeat(100)}`;
	const { label, highlights } = contextText(
		long,
		[
			[101, 105],
			[0, 3],
		],
		40,
	);
	assert.equal(label.length, 42);
	assert.ok(label.startsWith('…') && label.endsWith('…'));
	assert.deepEqual(
		highlights.map(([start, end]) => label.slice(start, end)),
		['here'],
	);
	const last = contextText(long, [[200, 206]], 40);
	assert.deepEqual(
		last.highlights.map(([start, end]) => last.label.slice(start, end)),
		['y'.repeat(6)],
	);
	assert.ok(!last.label.endsWith('…'));
});
