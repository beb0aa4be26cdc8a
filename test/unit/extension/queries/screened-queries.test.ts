import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ScreenedQueries } from '../../../../src/extension/queries/screened-queries.ts';
import { queryScreenRecord, type QueryScreenSummary } from '../../../../src/formats/query-screen-record.ts';
import { quietQueryOf, screenedQueryOf } from './a-record.ts';

const ofSummary: QueryScreenSummary = {
	log: 'log.jsonl',
	queries: 3,
	flagged: 2,
	sessions: { all: 2, flagged: 1 },
	ignored: 0,
	store: { name: 'documents.jsonl', kind: 'jsonl', documents: 60 },
	k: 2,
	encoder: { name: 'lexical', sha256: '0'.repeat(64), dimensions: 256, cannotSee: null },
	calibration: { from: 'formula', name: null, foundBeside: null, rule: 'skew', queries: 0, rho: 0.05, says: 'A formula.' },
	remarks: [],
	problems: 0,
};

describe('what a run has screened', () => {
	test('a mark turns a record into what screening writes, for all queries of its text, and back', () => {
		const run = new ScreenedQueries(2);
		const records = [screenedQueryOf({ id: 'a', query: 'Same?' }), quietQueryOf({ id: 'b' }), screenedQueryOf({ id: 'c', query: 'Same?' })];
		run.take(records);
		assert.deepEqual([run.queries, run.flagged], [3, 2]);
		const changed = run.mark([records[0]!.content], true);
		assert.deepEqual(
			changed.map(({ at, flagged, benign }) => [at, flagged, benign]),
			[
				[0, false, true],
				[2, false, true],
			],
		);
		const marked = run.of(0)!;
		assert.deepEqual(queryScreenRecord.parse(marked), {
			...records[0],
			findings: records[0]!.findings.map((one) => ({ ...one, ignored: true })),
			flagged: false,
			hidden: null,
			kept: ['case-42', 'case-1'],
		});
		assert.deepEqual(
			[run.summary(ofSummary).flagged, run.summary(ofSummary).ignored, run.summary(ofSummary).sessions],
			[0, 2, { all: 2, flagged: 0 }],
		);
		run.mark(['c'], false);
		assert.deepEqual(run.records(), records);
		assert.deepEqual(run.summary(ofSummary).sessions, { all: 2, flagged: 1 });
	});

	test('what is marked while a log is followed holds for what comes after', () => {
		const run = new ScreenedQueries(2);
		run.take([screenedQueryOf({ id: 'a', query: 'Same?' })]);
		run.mark(['a'], true);
		assert.deepEqual(
			run.take([screenedQueryOf({ id: 'b', query: 'Same?' }), screenedQueryOf({ id: 'c' })]).map(({ flagged }) => flagged),
			[false, true],
		);
	});

	test('tells whether a threshold decides', () => {
		const run = new ScreenedQueries(2);
		assert.equal(run.judged, true);
		run.take([quietQueryOf({ rule: null, threshold: null })]);
		assert.equal(run.judged, false);
	});

	test('a log without end fills no memory: what is not kept is counted', () => {
		const run = new ScreenedQueries(2, { withFindings: 2, others: 1 });
		const rows = run.take([...['a', 'b'].map((id) => quietQueryOf({ id })), ...['c', 'd', 'e'].map((id) => screenedQueryOf({ id }))]);
		assert.deepEqual(
			rows.map(({ id, at }) => [id, at]),
			[
				['a', 0],
				['c', 2],
				['d', 3],
			],
		);
		assert.deepEqual([run.queries, run.flagged, run.unlisted], [5, 3, 2]);
	});
});
