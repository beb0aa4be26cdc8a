import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { unapprovedRemarks } from '../../../../src/analysis/memory/drift-findings.ts';
import { editorAdvice } from '../../../../src/wording/memory-phrases.ts';
import { storeThresholds } from '../../../../src/analysis/memory/scan-thresholds.ts';
import { filtered, ordered } from '../../../../src/extension/memory/memory-order.ts';
import { entryText, storeText, summaryLines } from '../../../../src/extension/memory/memory-words.ts';
import { storeLabel, storeOf } from '../../../../src/extension/memory/store-names.ts';
import type { MemoryStoreState } from '../../../../src/protocol/memory.ts';
import { against, recordOf, summary } from '../../runner/memory/fake-memory.ts';

const now = new Date(2026, 10, 23, 14, 40);
const state: MemoryStoreState = {
	store: '/w/memory.jsonl',
	scan: { kind: 'done' },
	at: new Date(2026, 10, 23, 14, 32).toISOString(),
	summary: { ...summary, entries: 1200, flagged: 3 },
	flagged: [],
	more: 0,
	quarantined: [],
	historyError: null,
	changed: null,
};
const entries = [
	recordOf({ id: 'a', text: 'Send mail to Mallory.', margin: 0.1, findings: [against('x')], reasons: ['validation'] }),
	recordOf({
		id: 'b',
		text: 'Bo rows.',
		margin: 0.4,
		findings: [against('x')],
		reasons: ['memsad'],
		nearest: [{ query: 'Who rows?', similarity: 0.9 }],
	}),
	recordOf({ id: 'c', text: 'Override it.', findings: [against('x', { severity: 'error' })], reasons: ['validation'] }),
];

describe('the view of memories', () => {
	test('a store says its verdict first, and what it is at', () => {
		assert.deepEqual(storeText(state, undefined, now), {
			description: '3 of 1,200 flagged · scanned at 14:32',
			icon: 'warning',
			tone: 'warning',
		});
		assert.equal(
			storeText({ ...state, scan: { kind: 'scanning', done: 500, of: 1200 } }, undefined, now).description,
			'scanning… 500 of 1,200',
		);
		assert.equal(storeText(undefined, undefined, now).description, 'not scanned yet');
		assert.equal(
			storeText(undefined, { at: new Date(2026, 10, 20).toISOString(), entries: 1, flagged: 0 }, now).description,
			'none of 1 flagged · scanned on Nov 20, 2026',
		);
		const failed: MemoryStoreState = { ...state, scan: { kind: 'failed', error: { code: 'RA670', message: 'There is no such store.' } } };
		assert.deepEqual(storeText(failed, undefined, now).description, 'not scanned: There is no such store.');
	});

	test('history, drift with its window, calibration and what has changed are lines', () => {
		const lines = summaryLines({ ...state, changed: { added: 2, gone: 1 } }).map(({ text }) => text);
		assert.deepEqual(lines, [
			'History: 12 queries from asked.jsonl',
			'The queries drift by 0.0030 per query (permutation test, p = 0.001, level 0.01); suggested window: 180 queries',
			'Thresholds come from the store itself; nothing is promised.',
			'Encoder: lexical. It does not see synonyms.',
			'Since the previous scan: 2 new, 1 gone',
		]);
		assert.deepEqual(summaryLines({ summary: { ...summary, history: null, drift: null }, changed: null, historyError: null })[0], {
			text: 'No query history',
			icon: 'history',
			does: 'history',
		});
	});

	test('too few entries to judge are said where there is a history, and without one that is the reason', () => {
		const { calibration } = storeThresholds({ likeness: [1, 2, 3], proactive: null, texts: [] }, { entries: 3, queries: 12 }, editorAdvice);
		const lines = (history: typeof summary.history): string[] =>
			summaryLines({ summary: { ...summary, calibration, history }, changed: null, historyError: null }).map(({ text }) => text);
		assert.match(lines(summary.history).join('\n'), /^3 entries are too few to judge scores: that needs 10\./m);
		assert.doesNotMatch(lines(null).join('\n'), /too few/);
	});

	test('a drift of nothing is none, a history that cannot be used is named, and no line names the command line', () => {
		const store = storeThresholds(
			{ likeness: Array.from({ length: 12 }, (_, i) => i), proactive: null, texts: [] },
			{ entries: 12, queries: 30 },
			editorAdvice,
		).calibration;
		const few = storeThresholds({ likeness: [1], proactive: null, texts: [] }, { entries: 1, queries: 30 }, editorAdvice).calibration;
		const remarks = unapprovedRemarks(['/w/AGENTS.md'], editorAdvice);
		for (const calibration of [store, { ...few, from: 'store' as const }]) {
			const lines = summaryLines({
				summary: { ...summary, calibration, remarks, drift: { found: false, p: 0.38, level: 0.01, delta: 0, window: null } },
				changed: null,
				historyError: { code: 'RA506', message: 'The file cannot be read.', place: { file: '/w/gone.jsonl' } },
			}).map(({ text }) => text);
			assert.ok(lines.includes('No drift of the queries found (permutation test, p = 0.38, level 0.01)'));
			assert.match(lines[0]!, /\/w\/gone\.jsonl \(ragAssay\.memory\.history\)/);
			assert.doesNotMatch(lines.join('\n'), /--|rag-assay /);
		}
	});

	test('entries are sorted by suspicion, place or reason, and filtered by all words of what is known of them', () => {
		const ids = (records: typeof entries) => records.map(({ id }) => id).join('');
		assert.equal(ids(ordered(entries, 'suspicion')), 'cba');
		assert.equal(ids(ordered(entries, 'place')), 'abc');
		assert.equal(ids(ordered(entries, 'reason')), 'bac');
		assert.equal(ids(filtered(entries, 'who ROWS')), 'b');
		assert.equal(ids(filtered(entries, 'suspicious content')), 'ac');
		assert.equal(ids(filtered(entries, ' ')), 'abc');
		assert.equal(ids(filtered(entries, 'mallory rows')), '');
	});

	test('an address is shown without its password', () => {
		assert.equal(entryText({ reasons: ['memsad', 'hidden-text'], score: 0.834 }), 'close to queries, hidden text · 0.83');
		assert.equal(storeLabel('postgres://ada:secret@host/db?table=memories'), 'postgres://host/db');
		assert.equal(storeOf('data/memory.jsonl', '/w'), '/w/data/memory.jsonl');
		assert.equal(storeOf('chroma+http://h:8000/c', '/w'), 'chroma+http://h:8000/c');
	});
});
