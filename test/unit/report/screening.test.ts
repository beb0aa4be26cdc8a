import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { queryJudgment, queryVerdict, normalityWords, sessionWords, similarityWords } from '../../../src/report/screening-words.ts';
import { screeningLines, screeningTable } from '../../../src/report/screening-table.ts';
import { similarityPlot } from '../../../src/report/similarity-plot.ts';
import { quietQueryOf, screenedQueryOf } from '../extension/queries/a-record.ts';

describe('a screening in words', () => {
	test('the verdict comes first, in the number that is right', () => {
		assert.deepEqual(
			[
				[0, 0],
				[5, 0],
				[1, 1],
				[4600, 3],
			].map(([queries, flagged]) => queryVerdict({ queries: queries!, flagged: flagged!, judged: true })),
			[
				'There is no query to screen.',
				'None of 5 queries fishes for one document.',
				'The query fishes for one document.',
				'3 of 4,600 queries each fish for one document.',
			],
		);
	});

	test('without a threshold there is no verdict, and that is said first', () => {
		assert.equal(queryVerdict({ queries: 53, flagged: 0, judged: false }), 'No verdict on 53 single queries.');
		assert.equal(
			queryVerdict({ queries: 53, flagged: 3, judged: false }),
			'No verdict on 53 single queries. By their sessions, 3 each fish for one document.',
		);
		assert.equal(queryJudgment(quietQueryOf({ rule: null, threshold: null })), 'There is no verdict on it: no threshold decides.');
	});

	test('of one query: what it fishes for, how near it lies, its session', () => {
		const record = screenedQueryOf();
		assert.equal(queryJudgment(record), 'It fishes for one document: case-42.');
		assert.equal(queryJudgment({ ...record, flagged: false }), 'Marked benign; it would count as fishing for case-42.');
		assert.equal(queryJudgment(quietQueryOf()), 'It does not fish for one document.');
		assert.deepEqual(similarityWords(record), [
			'Its similarity to case-42 is 0.800; the threshold is 0.500 (empirical).',
			'The other documents have a similarity of 0.100 on average, with a standard deviation of 0.050. The nearest document is 14.0 deviations above the mean (z).',
		]);
		assert.match(
			similarityWords({ ...record, threshold: 1.2, rule: 'skew' }).join(' '),
			/the threshold is 1\.200 \(.*\), which no similarity can reach\./,
		);
		assert.match(
			similarityWords({ ...record, threshold: null, z: null, std: 0 }).join(' '),
			/there is no threshold.*all have a similarity of 0\.100/,
		);
		assert.match(normalityWords(record), /does not fit the others \(p < 0\.001, skewness 0\.40\)/);
		assert.match(sessionWords(record), /^4 of the last 6 different queries of session anna are closest to case-42: it repeatedly asks/);
		assert.match(sessionWords(quietQueryOf()), /names no session/);
		assert.match(sessionWords({ ...record, sessionSignal: null }), /^No document is closer.*says nothing about session anna/);
	});
});

describe('a screening as a file', () => {
	test('CSV has a row a query, with what is missing left empty', () => {
		const [head, first, second] = screeningTable([screenedQueryOf({ query: '=1, "x"' }), quietQueryOf({ id: 'q-2' })]).split('\r\n');
		assert.match(
			head!,
			/^id,query,session,flagged,benign,reasons,document,similarity,rule,threshold,mean,std,z,documents,empirical,skew,gumbel,exact,/,
		);
		assert.equal(
			first,
			`q-1,"'=1, ""x""",anna,true,false,mirabel,case-42,0.8,empirical,0.5,0.1,0.05,14,60,0.5,0.45,0.4,,4,6,case-42 case-1 case-2,case-42,case-1 case-2`,
		);
		assert.match(second!, /^q-2,Query q-2\?,,false,false,,/);
	});

	test('JSON Lines are the records themselves', () => {
		const records = [screenedQueryOf(), quietQueryOf()];
		assert.deepEqual(
			screeningLines(records)
				.trim()
				.split('\n')
				.map((line) => JSON.parse(line) as unknown),
			records,
		);
	});
});

describe('the picture of similarities', () => {
	test('has the curve of mean and deviation, every threshold that there is, and room for all', () => {
		const plot = similarityPlot(screenedQueryOf());
		assert.deepEqual(plot.thresholds, [
			{ rule: 'empirical', at: 0.5, decides: true },
			{ rule: 'skew', at: 0.45, decides: false },
			{ rule: 'gumbel', at: 0.4, decides: false },
		]);
		assert.deepEqual(plot.others, [0.3, 0.2]);
		assert.ok(plot.from < -0.1 && plot.to > 0.8);
		// A normal curve: 1 at the mean, e^(-1/2) one deviation from it.
		const near = (x: number) => plot.curve.find((point) => Math.abs(point.x - x) < 1e-9)!.y;
		assert.ok(Math.abs(near(0.1) - 1) < 1e-12 && Math.abs(near(0.15) - 0.6065306597) < 1e-9);
	});

	test('others that are all alike have no curve, and thresholds that no similarity reaches are left out', () => {
		const plot = similarityPlot(screenedQueryOf({ std: 0, thresholds: { empirical: 7, skew: null, gumbel: null, exact: null } }));
		assert.deepEqual([plot.curve, plot.thresholds], [[], []]);
		assert.ok(plot.to < 1.2);
	});
});
