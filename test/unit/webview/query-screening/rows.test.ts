import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { rowOf } from '../../../../src/extension/queries/screened-queries.ts';
import { queryRow, type QueryPanelState } from '../../../../src/protocol/query-panel.ts';
import { listed, rowAfter, type ListChoice } from '../../../../webview/query-screening/rows.ts';
import {
	adviceWords,
	benignWords,
	countWords,
	missingWords,
	remarksTitle,
	rowWords,
	staleWords,
	standingOf,
	verdictOf,
} from '../../../../webview/query-screening/words.ts';
import { quietQueryOf, screenedQueryOf } from '../../extension/queries/a-record.ts';

const rows = [
	quietQueryOf({ id: 'quiet', z: null }),
	screenedQueryOf({ id: 'benign', flagged: false, z: 5 }),
	screenedQueryOf({ id: 'first', z: 9, session: 'bo' }),
	screenedQueryOf({ id: 'second', z: 12, target: 'case-1', query: 'Öl im OHR?' }),
].map((record, at) => queryRow.parse(rowOf(record, at)));
const ids = (choice: Partial<ListChoice>) => listed(rows, { kind: 'all', order: 'flagged', words: '', ...choice }).map(({ id }) => id);

describe('the list of queries', () => {
	test('flagged first, then what was marked benign; and in other orders', () => {
		assert.deepEqual(ids({}), ['first', 'second', 'benign', 'quiet']);
		assert.deepEqual(ids({ order: 'log' }), ['quiet', 'benign', 'first', 'second']);
		assert.deepEqual(ids({ order: 'z' }), ['second', 'first', 'benign', 'quiet']);
		assert.deepEqual(ids({ order: 'document' }), ['second', 'quiet', 'benign', 'first']);
		assert.deepEqual(ids({ order: 'session' }), ['benign', 'second', 'first', 'quiet']);
	});

	test('of a kind, or with words of the query, its document or its session', () => {
		assert.deepEqual(ids({ kind: 'flagged' }), ['first', 'second']);
		assert.deepEqual(ids({ kind: 'benign' }), ['benign']);
		assert.deepEqual(ids({ kind: 'unflagged' }), ['quiet']);
		assert.deepEqual(ids({ words: 'ohr öl' }), ['second']);
		assert.deepEqual(ids({ words: 'bo' }), ['first']);
	});

	test('keys lead through it, and no further than its ends', () => {
		assert.deepEqual(
			[
				rowAfter('ArrowDown', -1, 4),
				rowAfter('ArrowDown', 3, 4),
				rowAfter('ArrowUp', 0, 4),
				rowAfter('End', 1, 4),
				rowAfter('PageUp', 25, 30),
			],
			[0, 3, 0, 3, 15],
		);
		assert.equal(rowAfter('x', 0, 4), undefined);
	});

	test('long queries come as their beginning', () => {
		assert.ok(rowOf(screenedQueryOf({ query: 'x'.repeat(9999) }), 0).query.length <= 400);
	});
});

const target = (name: string) => ({ target: `/w/${name}`, label: name });
const state: QueryPanelState = {
	trusted: true,
	log: target('log.jsonl'),
	store: target('documents.jsonl'),
	benign: null,
	run: 1,
	screening: { kind: 'done' },
	shown: { log: target('log.jsonl'), store: target('documents.jsonl'), benign: null },
	queries: 46,
	judged: true,
	flagged: 3,
	unlisted: 0,
	remarks: { all: 0, newest: [] },
	summary: null,
};

describe('what the page says', () => {
	test('the verdict, and that it is not the last word while a log is being read', () => {
		assert.equal(verdictOf(state), '3 of 46 queries each fish for one document.');
		const running = { kind: 'running', message: 'Screening queries', done: 46, of: 1000, live: false } as const;
		assert.equal(verdictOf({ ...state, screening: running }), 'So far: 3 of 46 queries each fish for one document.');
		assert.equal(standingOf({ ...state, screening: running }), 'Screening queries: 46 of 1,000');
		assert.equal(verdictOf({ ...state, screening: running, queries: 0, flagged: 0 }), 'Screening log.jsonl…');
		assert.equal(verdictOf({ ...state, screening: { ...running, live: true } }), '3 of 46 queries each fish for one document.');
		assert.equal(verdictOf({ ...state, judged: false, flagged: 0 }), 'No verdict on 46 single queries.');
		assert.match(standingOf({ ...state, screening: { ...running, live: true } }), /^Live: queries that are appended to log\.jsonl/);
		assert.match(standingOf({ ...state, screening: { kind: 'stopped', live: false } }), /^Canceled: the rest/);
		assert.match(verdictOf({ ...state, screening: { kind: 'stopped', live: false } }), /^So far: 3 of 46/);
		assert.equal(verdictOf({ ...state, shown: null, queries: 0 }), '');
	});

	test('what is missing, and what is of another choice', () => {
		assert.match(missingWords({ log: null, store: null }), /^Choose a log of queries, and the documents/);
		assert.match(missingWords({ ...state, store: null }), /^Choose the documents/);
		assert.equal(missingWords(state), '');
		assert.equal(staleWords(state), '');
		assert.match(
			staleWords({ ...state, log: target('other.jsonl') }),
			/^These are the results for log\.jsonl against documents\.jsonl\. Screen again/,
		);
	});

	test('which benign queries are used, and what to do where none are', () => {
		assert.equal(benignWords({ ...target('ours.jsonl'), from: 'person' }, null), 'ours.jsonl');
		assert.equal(benignWords({ ...target('ours.jsonl'), from: 'settings' }, null), 'ours.jsonl (from the settings)');
		const found = { from: 'benign', name: 'benign.queries.jsonl' };
		assert.equal(benignWords(null, { ...found, foundBeside: 'log' }), 'benign.queries.jsonl (found beside the log)');
		assert.equal(benignWords(null, { ...found, foundBeside: 'store' }), 'benign.queries.jsonl (found beside the documents)');
		assert.equal(benignWords(null, { from: 'formula', name: null }), 'none chosen');
		assert.deepEqual([adviceWords(null), adviceWords(found), adviceWords({ from: 'profile' })], ['', '', '']);
		for (const from of ['formula', 'none'])
			assert.match(adviceWords({ from }), /^There is no threshold from benign queries\. .* at least 19 of them/);
		assert.match(missingWords({ log: null, store: null }), /at least 19 of them, or keep one beside the log as benign\.queries\.jsonl/);
		const other = { ...target('ours.jsonl'), from: 'person' as const };
		assert.match(staleWords({ ...state, benign: other }), /^These are the results/);
		assert.match(staleWords({ ...state, shown: { ...state.shown!, benign: other } }), /documents\.jsonl, with ours\.jsonl\. Screen/);
	});

	test('a row says its verdict first; what is not listed is counted', () => {
		assert.equal(rowWords(rows[2]!).join(' · '), 'Fishes for case-42 · 0.800 (threshold 0.500) · unusually near · first · session bo');
		const bySession = { ...rows[2]!, max: 0.4, reasons: ['session' as const] };
		assert.equal(rowWords(bySession).join(' · '), 'Repeatedly asks for case-42 · 0.400 (threshold 0.500) · first · session bo');
		assert.match(rowWords(rows[0]!).join(' · '), /^Nearest: case-42 · 0\.300/);
		assert.equal(countWords(2, 53, 0), '2 of 53 queries');
		const one = { message: 'log.jsonl:2:1: This line is not valid JSON.', hint: '' };
		assert.equal(remarksTitle({ all: 1, newest: [one] }), '1 remark on the log');
		assert.equal(remarksTitle({ all: 2, newest: [one, one] }), '2 remarks on the log, the newest first');
		assert.equal(remarksTitle({ all: 300, newest: [one, one] }), '300 remarks on the log; the newest 2');
		assert.match(countWords(30, 30, 1200), /^30 queries\. 1,200 more are not listed/);
	});
});
