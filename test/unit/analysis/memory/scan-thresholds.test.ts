import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gateThresholds, referenceThresholds, storeThresholds } from '../../../../src/analysis/memory/scan-thresholds.ts';
import { divergenceScore } from '../../../../src/methods/memsad/length-matched-divergence.ts';
import { spreadOf } from '../../../../src/statistics/spread.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';
import { terminalAdvice } from '../../../../src/wording/memory-phrases.ts';

const scores = (count: number): Float64Array => Float64Array.from({ length: count }, (_, i) => i / count);
const texts = (count: number): string[] => Array.from({ length: count }, (_, i) => `Entry ${i} is about the tea of table ${i % 7}.`);

test('a reference of 149 different entries has conformal thresholds, which leave a share to the patterns; with the probes it takes 199', () => {
	const { likeness, divergence, calibration } = referenceThresholds(
		{ likeness: scores(149), proactive: null, texts: texts(149) },
		'known.jsonl',
		{ rule: 'conformal' },
	);
	assert.deepEqual([calibration.rule, calibration.alpha], ['conformal', 0.04 / 3]);
	assert.deepEqual([likeness?.alpha, divergence?.threshold.alpha], [0.02 / 3, 0.02 / 3]);
	assert.match(calibration.says, /at most 1\.33% are flagged by their scores, which leaves 0\.667% for the patterns\.$/);
	const probed = (count: number) =>
		referenceThresholds({ likeness: scores(count), proactive: scores(count), texts: texts(count) }, 'known.jsonl', { rule: 'conformal' });
	assert.equal(probed(198).calibration.rule, 'mean-plus-deviations');
	assert.equal(probed(199).calibration.rule, 'conformal');
});

test('entries that say the same count once for their wording: too few different ones have no promise', () => {
	const { calibration, divergence } = referenceThresholds({ likeness: scores(160), proactive: null, texts: texts(30) }, 'known.jsonl', {
		rule: 'conformal',
	});
	assert.deepEqual(
		[calibration.rule, calibration.alpha, divergence?.threshold.rule],
		['mean-plus-deviations', null, 'mean-plus-deviations'],
	);
	assert.match(calibration.says, /No false-positive rate is promised: that needs 149 different benign entries, and this store has 30\.$/);
});

test('κ and the rate decide where a reference puts thresholds', () => {
	const benign = { likeness: scores(400), proactive: null, texts: [] };
	const at = (given: Parameters<typeof referenceThresholds>[2]) => referenceThresholds(benign, 'known.jsonl', given);
	const { mean, deviation } = spreadOf(benign.likeness);
	for (const kappa of [0, 1, 2.5]) {
		const { likeness, calibration } = at({ rule: 'mean-plus-deviations', kappa });
		assert.ok(Math.abs(likeness!.threshold - (mean + kappa * deviation)) < 1e-12);
		assert.match(calibration.says, new RegExp(`the mean and ${kappa} deviations of 400 benign entries`));
	}
	assert.match(at({ rule: 'mean-plus-deviations' }).calibration.says, /the mean and two deviations/);
	const [few, many] = [at({ rule: 'conformal', rate: 0.02 }), at({ rule: 'conformal', rate: 0.2 })];
	assert.deepEqual(few, at({ rule: 'conformal' }));
	assert.deepEqual([few.calibration.alpha, many.calibration.alpha], [0.01, 0.1]);
	// Of 400 scores, the rate's share of one of two detectors: 10 % of 401 lie above.
	assert.deepEqual(
		[few, many].map(({ likeness }) => benign.likeness.filter((score) => score > likeness!.threshold).length),
		[3, 39],
	);
});

/** Of a store without a reference how many of its own texts, and of others, are flagged by their wording. */
function flaggedByWording(store: readonly string[], others: readonly string[]): [own: number, others: number] {
	const { divergence } = storeThresholds(
		{ likeness: [], proactive: null, texts: store },
		{ entries: store.length, queries: 0 },
		terminalAdvice,
	);
	const isFlagged = (text: string): boolean =>
		divergence !== null && (divergenceScore(divergence.baseline, text) ?? -Infinity) > divergence.threshold.threshold;
	return [store.filter(isFlagged).length, others.filter(isFlagged).length];
}

test('a store of one form has no outliers of wording, and a text of its lengths in other words is one', () => {
	const random = seededRandom(5);
	const of = (words: string): string => words.split(' ')[Math.floor(random() * words.split(' ').length)]!;
	const days = 'Monday Tuesday Wednesday Thursday Friday';
	const customers = Array.from({ length: 60 }, (_, i) => `Customer ${1000 + i} prefers delivery on ${of(days)}.`);
	assert.deepEqual(flaggedByWording(customers, ['XZQ#99 jwv%kq ~~ >>PFF gh|ux zzt!! VVK']), [0, 1]);
	const teams = Array.from({ length: 100 }, (_, i) => `Person${i} works in team ${i % 6}`);
	assert.deepEqual(flaggedByWording(teams, []), [0, 0]);
	const notes = Array.from({ length: 80 }, (_, i) => `Note ${i}: the server in ${of('Oslo Paris Lima Rome Kyoto')} was restarted.`);
	assert.deepEqual(flaggedByWording(notes, []), [0, 0]);
});

test('scores that hardly differ have no outliers: a store of one form lies closer together than a cosine tells apart', () => {
	const alike = Float64Array.from({ length: 60 }, (_, i) => 0.4 + (i % 10 === 0 ? 0.05 : 0.0001 * i));
	const { likeness } = storeThresholds({ likeness: alike, proactive: null, texts: [] }, { entries: 60, queries: 150 }, terminalAdvice);
	assert.equal(alike.filter((score) => score > likeness!.threshold).length, 0);
	const planted = storeThresholds(
		{ likeness: Float64Array.of(...alike, 0.7), proactive: null, texts: [] },
		{ entries: 61, queries: 150 },
		terminalAdvice,
	);
	assert.ok(planted.likeness!.threshold < 0.7);
});

test('a scan says what it cannot judge by so few entries, and that few entries or queries flag more', () => {
	const says = (entries: number, queries: number, from = entries): string =>
		storeThresholds(
			{ likeness: queries === 0 ? [] : scores(entries), proactive: null, texts: texts(from) },
			{ entries, queries },
			terminalAdvice,
		).calibration.says;
	for (const count of [1, 3, 9]) {
		const { likeness, divergence, calibration } = storeThresholds(
			{ likeness: scores(count), proactive: null, texts: texts(count) },
			{ entries: count, queries: 49 },
			terminalAdvice,
		);
		assert.deepEqual([likeness, divergence, calibration.from], [null, null, 'none']);
	}
	assert.match(says(1, 49), /^1 entry is too few to judge scores: that needs 10\. Entries are judged only by what they say\./);
	assert.match(says(9, 49), /^9 entries are too few to judge scores: that needs 10\./);
	const few = / Only 10 entries and 49 queries: below 60 entries or 150 queries, more benign entries are flagged\./;
	const notCompared = / Wording is not compared: that needs 20 different entries\./;
	assert.match(says(10, 49), few);
	assert.match(says(10, 49), notCompared);
	assert.match(says(60, 149), / Only 60 entries and 149 queries: /);
	for (const enough of [says(60, 150), says(60, 0)]) assert.doesNotMatch(enough, /Only|not compared|too few/);
	assert.match(says(60, 150, 19), notCompared);
	// Instructions have no wording to compare, and nobody expects it.
	assert.doesNotMatch(says(60, 150, 0), notCompared);
});

test('a reference of too few entries gives no threshold and does not claim one', () => {
	const of = (count: number) =>
		referenceThresholds({ likeness: scores(count), proactive: null, texts: texts(count) }, 'known.jsonl', { rule: 'conformal' });
	const three = of(3);
	assert.deepEqual([three.likeness, three.divergence, three.calibration.from, three.calibration.rule], [null, null, 'none', 'none']);
	assert.equal(
		three.calibration.says,
		"3 benign entries of 'known.jsonl' are too few to judge scores: that needs 10. Entries are judged only by what they say.",
	);
	const ten = of(10);
	assert.notEqual(ten.likeness, null);
	assert.equal(ten.divergence, null);
	assert.match(ten.calibration.says, /this store has 10\. Wording is not compared: that needs 20 different entries\.$/);
});

test('a gate does not judge nearness by its own store below 150 queries and 60 entries, and says how many there are', () => {
	const judged = (entries: number, queries: number, from = entries) =>
		gateThresholds({ likeness: scores(entries), proactive: null, texts: texts(from) }, { entries, queries }, terminalAdvice);
	const own = storeThresholds({ likeness: scores(60), proactive: null, texts: texts(60) }, { entries: 60, queries: 150 }, terminalAdvice);
	assert.ok(own.likeness !== null);
	assert.deepEqual([judged(60, 150).likeness, judged(60, 150).calibration], [own.likeness, own.calibration]);
	const few = judged(44, 12);
	assert.equal(few.likeness, null);
	assert.ok(few.divergence !== null);
	assert.match(
		few.calibration.says,
		/^How near the entry is to queries cannot be judged: 12 queries, at least 150 are needed; 44 entries, at least 60 are needed\. The thresholds come/,
	);
	const alone = judged(60, 149, 0);
	assert.deepEqual([alone.likeness, alone.calibration.from], [null, 'none']);
	assert.equal(
		alone.calibration.says,
		'How near the entry is to queries cannot be judged: 149 queries, at least 150 are needed. The entry is judged only by its own text. Name benign entries with --reference, or calibrate a profile.',
	);
	// Without a history nobody expects nearness to be judged.
	assert.doesNotMatch(judged(44, 0).calibration.says, /cannot be judged/);
});
