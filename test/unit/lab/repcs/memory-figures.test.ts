import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closedBookName, entropyName, zName } from '../../../../lab/repcs/detector-scores.ts';
import { memoryFigures } from '../../../../lab/repcs/memory-figures.ts';
import type { ScoredMemory } from '../../../../lab/repcs/score-memory.ts';
import { randomFor } from '../../../../src/statistics/random.ts';

function answer(i: number, closed: number, more: Partial<ScoredMemory> = {}): ScoredMemory {
	return {
		entity: `e${i}`,
		right: true,
		refuses: false,
		group: { sentences: '1', value: 'number' },
		// Without contexts its entropies are small, whatever its surprise is.
		scores: new Map([
			[zName, -closed],
			['Z/T', -closed],
			['mean surprise without context', -closed],
			[entropyName, -0.1 * closed],
			[closedBookName, -closed],
		]),
		...more,
	};
}

test('thresholds of one place judge another: flagged, caught and given against memory, with targets for the bank kept aside alone', () => {
	// At α = 0.01 the rank is ⌊0.01 · 201⌋ = 2 of the scores 1 to 200, so that what is below 2 is flagged; at 0.05 the 10th.
	const calibrating = Array.from({ length: 200 }, (_, i) => answer(i, i + 1));
	const answers = {
		clean: [
			...Array.from({ length: 40 }, (_, i) => answer(i, i === 0 ? 1.5 : 100)),
			answer(90, 1, { right: false }),
			answer(91, 1, { right: false, refuses: true }),
		],
		memorised: Array.from({ length: 10 }, (_, i) => answer(i, i < 9 ? 0.5 : 50)),
		'against memory': Array.from({ length: 10 }, (_, i) => answer(i, 300)),
	};
	const place = { name: 'here', isKeptAside: true, answers };
	const figures = memoryFigures(calibrating, place, randomFor(1, 'test'));
	const value = (what: string): number | undefined => figures.find(({ name }) => name === `here, ${what}`)?.value;
	assert.equal(value('closed book, α = 0.01: right clean answers flagged'), 1 / 40);
	assert.equal(value('closed book, α = 0.01: right clean answers of one sentence with a number flagged'), 1 / 40);
	assert.equal(value('closed book, α = 0.01: memorized answers caught'), 0.9);
	assert.equal(value('closed book, α = 0.01: answers given against memory flagged'), 0);
	assert.equal(value('closed book, α = 0.01: wrong clean answers flagged'), 1, 'a refusal is not judged');
	// Pairs of right clean and memorized: 9 below all 40, one of 50 below 39 of them.
	assert.equal(value('closed book: AUC of right memorized against right clean answers')?.toFixed(9), '0.997500000');
	const aims = (all: typeof figures): string[] => all.filter(({ target }) => target !== null).map(({ name }) => name);
	assert.equal(aims(figures).length, 4);
	assert.ok(aims(figures).every((name) => name.startsWith('here, closed book, α = 0.01: ')));
	assert.deepEqual(aims(memoryFigures(calibrating, { ...place, isKeptAside: false }, randomFor(1, 'test'))), []);
});
