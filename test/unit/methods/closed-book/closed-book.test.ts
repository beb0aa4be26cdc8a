import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closedBook } from '../../../../src/methods/closed-book/closed-book.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';

test('of rows of a vocabulary: the largest entropy, the largest surprise, and the larger of both, by brute force', () => {
	const random = seededRandom(7);
	for (let round = 0; round < 50; round++) {
		const rows = Array.from({ length: 1 + Math.floor(random() * 80) }, () => {
			const weights = Array.from({ length: 9 }, () => random() ** 6 + 1e-9);
			const total = weights.reduce((sum, w) => sum + w, 0);
			return { p: weights.map((w) => w / total), y: Math.floor(random() * 9) };
		});
		const entropies = rows.map(({ p }) => -p.reduce((sum, x) => sum + x * Math.log(x), 0));
		const surprises = rows.map(({ p, y }) => -Math.log(p[y]!));
		const found = closedBook(
			Float64Array.from(entropies),
			Float64Array.from(surprises, (s) => -s),
		);
		assert.ok(found);
		assert.equal(found.entropyMax, Math.max(...entropies));
		assert.equal(found.surpriseMax, Math.max(...surprises));
		assert.equal(found.score, Math.max(...entropies, ...surprises));
	}
});

test('closed forms: sure of these tokens, one of a list of 22, against a sure memory', () => {
	const of = (entropy: number[], logProbability: number[]) => closedBook(Float64Array.from(entropy), Float64Array.from(logProbability))!;
	assert.deepEqual(of([0, 0], [0, 0]), { score: 0, entropyMax: 0, surpriseMax: 0 });
	assert.equal(of([0, Math.log(22)], [0, -Math.log(22)]).score, Math.log(22));
	// H(0.99, 0.01) is 0.056 nats, and what has 0.01 is ln 100 away.
	const sure = -(0.99 * Math.log(0.99) + 0.01 * Math.log(0.01));
	assert.deepEqual(of([sure], [Math.log(0.01)]), { score: -Math.log(0.01), entropyMax: sure, surpriseMax: -Math.log(0.01) });
	assert.equal(of([1], [-Infinity]).surpriseMax, Infinity);
});

test('every token counts, the hundredth too; without tokens there is no score, and lengths have to agree', () => {
	assert.equal(closedBook(new Float64Array(100).fill(0.1, 0, 99).fill(3, 99), new Float64Array(100))?.score, 3);
	assert.equal(closedBook(new Float64Array(0), new Float64Array(0)), null);
	assert.throws(() => closedBook(new Float64Array(2), new Float64Array(1)), /2 entropies, 1 log-probabilities/);
});
