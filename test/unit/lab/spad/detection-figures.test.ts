import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectionFigures, subsets } from '../../../../lab/spad/detection-figures.ts';
import { ragShare, spad } from '../../../../lab/spad/detectors.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';
import { spanWith } from './made-up.ts';
import { atLeast } from '../../../../lab/target.ts';

// Forty grounded sentences at temperature 0, of which every fourth refuses; twelve errors each of two kinds.
const spans = [
	...Array.from({ length: 40 }, (_, i) => spanWith(i / 100, false, `g${i}`, { refusal: i % 4 === 0 })),
	...Array.from({ length: 12 }, (_, i) => spanWith(1 + i, true, `m${i}`, { errors: ['memory'] })),
	...Array.from({ length: 12 }, (_, i) => spanWith(-1 - i, true, `f${i}`, { temperature: 1 })),
];

test('an area for each kind of error is against sentences that claim something; at temperature 0 only that', () => {
	const found = new Map(subsets('sentence', spans));
	assert.deepEqual([...found.keys()], ['AUC at T = 0', 'AUC on fabricated', 'AUC on memory', 'AUC without refusals']);
	assert.deepEqual(
		[...found.values()].map((rows) => rows.length),
		[52, 42, 42, 54],
	);
	assert.equal(new Map(subsets('response', spans)).get('AUC on memory')?.length, 52);
	// Nine of a class say nothing.
	assert.ok(
		!new Map(
			subsets(
				'sentence',
				spans.filter(({ id }) => !['m0', 'm1', 'm2'].includes(id)),
			),
		).has('AUC on memory'),
	);
});

test('figures of a detector that finds one kind and misses the other, and of the paired difference', () => {
	const scores = spans.map(({ scores: { entropy } }) => entropy);
	const constant = spans.map(() => 0);
	const results = new Map([
		[spad, { scores, flagged: scores.map((score) => Number(score > 0.5)) }],
		[ragShare, { scores: constant, flagged: constant }],
	]);
	const figures = new Map(
		detectionFigures({ level: 'sentence', spans, results, random: seededRandom(1), resamples: 200, targeted: true }).map((figure) => [
			figure.name,
			figure,
		]),
	);
	const at = (name: string) => figures.get(`sentence, ${name}`) ?? assert.fail(name);
	// Every pair with a memory error is in order and every one with a fabrication is not; as many of each.
	assert.equal(at(`${spad}, AUC`).value, 0.5);
	assert.equal(at(`${spad}, AUC on memory`).value, 1);
	assert.deepEqual(at(`${spad}, AUC on memory`).target, atLeast(0.93));
	assert.equal(at(`${spad}, AUC on fabricated`).value, 0);
	// 12 of 24 errors flagged and nothing else: recall 1/2, precision 1.
	assert.equal(at(`${spad}, recall`).value, 0.5);
	assert.ok(Math.abs(at(`${spad}, F1`).value - 2 / 3) < 1e-12);
	const difference = at(`${spad} minus ${ragShare}, difference of AUC`);
	assert.equal(difference.value, 0);
	assert.ok(difference.low !== null && difference.high !== null && difference.low < 0 && difference.high > 0);
	assert.deepEqual(difference.target, atLeast(0.08));
	// Anybody's data are no twins: what is aimed at there says nothing of them.
	assert.ok(
		detectionFigures({ level: 'sentence', spans, results, random: seededRandom(1), resamples: 20, targeted: false }).every(
			({ target }) => target === null,
		),
	);
});
