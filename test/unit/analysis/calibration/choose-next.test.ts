import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { chooseNext, type Candidate } from '../../../../src/analysis/calibration/choose-next.ts';

const candidates = (count: number): Candidate[] =>
	Array.from({ length: count }, (_, i) => ({ key: `s${i}`, score: i / count, labelled: false }));

/** Labels as many as asked, one after another, as chosen. */
function labelled(all: readonly Candidate[], count: number, seed: number): Candidate[] {
	let now = [...all];
	for (let i = 0; i < count; i++) {
		const key = chooseNext(now, seed);
		now = now.map((one) => (one.key === key ? { ...one, labelled: true } : one));
	}
	return now;
}

test('every quarter of the scores gets the same share of labels', () => {
	fc.assert(
		fc.property(fc.integer({ min: 4, max: 40 }), fc.integer(), (rounds, seed) => {
			const after = labelled(candidates(160), rounds, seed);
			const counts = [0, 1, 2, 3].map((q) => after.slice(40 * q, 40 * (q + 1)).filter((one) => one.labelled).length);
			assert.equal(
				counts.reduce((a, b) => a + b),
				rounds,
			);
			assert.ok(Math.max(...counts) - Math.min(...counts) <= 1, String(counts));
		}),
		{ numRuns: 30 },
	);
});

test('within a part each sentence is as likely as the others', () => {
	const counts = new Map<string, number>();
	for (let seed = 0; seed < 4000; seed++) {
		const key = chooseNext(candidates(8), seed)!;
		counts.set(key, (counts.get(key) ?? 0) + 1);
	}
	// 500 expected each, standard deviation 21: five of them.
	assert.equal(counts.size, 8);
	for (const [key, count] of counts) assert.ok(Math.abs(count - 500) < 105, `${key}: ${count}`);
});

test('the same labels and seed give the same sentence, whatever the order of the candidates', () => {
	const all = candidates(30);
	assert.equal(chooseNext(all, 7), chooseNext(all, 7));
	assert.equal(chooseNext(all.toReversed(), 7), chooseNext(all, 7));
	assert.ok(new Set(Array.from({ length: 20 }, (_, seed) => chooseNext(all, seed))).size > 5);
});

test('what was skipped comes last; what is not measured is not forgotten; in the end nothing is left', () => {
	const all: Candidate[] = [
		{ key: 'a', score: 0.1, labelled: false },
		{ key: 'b', score: null, labelled: false },
	];
	assert.equal(chooseNext(all, 1, new Set(['a'])), 'b');
	assert.equal(chooseNext(all, 1, new Set(['b'])), 'a');
	assert.ok(['a', 'b'].includes(chooseNext(all, 1, new Set(['a', 'b']))!));
	assert.equal(
		labelled(all, 2, 1).every((one) => one.labelled),
		true,
	);
	assert.equal(chooseNext(labelled(all, 2, 1), 1), undefined);
	assert.equal(chooseNext([], 1), undefined);
});
