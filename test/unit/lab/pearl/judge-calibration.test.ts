import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { calibratedScores, judgeFigures, type JudgedRow } from '../../../../lab/pearl/judge-calibration.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';

/** Two answers to each of 200 questions; scores of 1 to 5, and the truth with a probability that follows from them. */
function rowsOf(probability: (score: number) => number): JudgedRow[] {
	const random = seededRandom(3);
	return Array.from({ length: 400 }, (_, i) => {
		const score = 1 + 4 * random();
		const is = random() < probability(score);
		return { question: `q${Math.floor(i / 2)}`, labels: { hallu: score, gold: 6 - score }, unsupported: is, right: !is };
	});
}

const options = { random: seededRandom(5), resamples: 100 };
const valueOf = (rows: readonly JudgedRow[], name: string): number => {
	const found = judgeFigures(rows, calibratedScores(rows), options).find((figure) => figure.name === name);
	assert.ok(found, name);
	assert.ok(found.low! <= found.value && found.value <= found.high!);
	return found.value;
};

describe('calibration of a judge', () => {
	it('makes probabilities of scores, and the figures say what the judge is worth', () => {
		const truth = (score: number): number => 1 / (1 + Math.exp(-2 * (score - 3)));
		const rows = rowsOf(truth);
		const scores = calibratedScores(rows);
		for (const [i, { labels }] of rows.entries()) {
			assert.ok(Math.abs(scores[i]!.unsupported! - truth(labels.hallu)) < 0.1, `${labels.hallu}`);
			assert.ok(Math.abs(scores[i]!.unsupported! + scores[i]!.right! - 1) < 1e-6);
		}
		assert.ok(valueOf(rows, 'judge | HalluScore | AUC') > 0.85);
		assert.ok(valueOf(rows, 'judge | GoldAlign | AUC') > 0.85);
		const [held, share] = ['Brier, held out', 'Brier of the share alone'].map((what) => valueOf(rows, `judge | HalluScore | ${what}`));
		assert.ok(held! < share! - 0.05, `${held} against ${share}`);
	});

	it('is held out: of a judge that knows nothing, no more comes than of the share alone', () => {
		const rows = rowsOf(() => 0.3);
		const [held, share] = ['Brier, held out', 'Brier of the share alone'].map((what) => valueOf(rows, `judge | HalluScore | ${what}`));
		assert.ok(held! > share! - 0.005, `${held} against ${share}`);
		// The truth of a question has no part in its own probability.
		const changed = rows.map((row) => (row.question === 'q0' ? { ...row, unsupported: !row.unsupported! } : row));
		assert.deepEqual(calibratedScores(changed)[0], calibratedScores(rows)[0]);
	});

	it('is none where the truth is not known, or always the same', () => {
		const rows = rowsOf(() => 0.5).map((row) => ({ ...row, unsupported: null, right: true }));
		assert.deepEqual(calibratedScores(rows)[0], { unsupported: null, right: null });
		assert.deepEqual(judgeFigures(rows, calibratedScores(rows), options), []);
		assert.deepEqual(calibratedScores([]), []);
	});
});
