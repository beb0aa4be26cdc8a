import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectionFigures, differenceFigure, sameFormFigure } from '../../../../lab/repcs/detection-figures.ts';
import { guaranteeFigures } from '../../../../lab/repcs/guarantee-figures.ts';
import { makeQueries } from '../../../../lab/repcs/query-sets.ts';
import type { ScoredQuery } from '../../../../lab/repcs/score-query.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';
import { atLeast } from '../../../../lab/target.ts';

const options = () => ({ random: seededRandom(4), resamples: 200 });
/** Scored as the functions say; `i` counts within the set. */
function scored(each: number, z: (set: ScoredQuery['set'], i: number) => number, other = z): ScoredQuery[] {
	const counts = { clean: 0, memorised: 0, paraphrased: 0 };
	return makeQueries(1, each).map((query) => {
		const i = counts[query.set]++;
		return {
			query,
			set: query.set,
			form: query.form,
			answer: '',
			entity: query.situation.entity.name,
			right: true,
			generating: 1,
			scoring: 1,
			scores: new Map([
				['Z', -z(query.set, i)],
				['other', -other(query.set, i)],
			]),
		};
	});
}

test('a perfect detector, and one that is turned round', () => {
	const queries = scored(
		40,
		(set, i) => (set === 'clean' ? 10 + i : i / 100),
		(set, i) => (set === 'clean' ? i / 100 : 10 + i),
	);
	const figures = new Map(detectionFigures(queries, 'memorised', options()).map((figure) => [figure.name, figure]));
	assert.deepEqual(
		['Z', 'other'].map((name) => figures.get(`memorised, ${name}, AUC`)?.value),
		[1, 0],
	);
	assert.deepEqual(
		['Z', 'other'].map((name) => figures.get(`memorised, ${name}, precision@10`)?.value),
		[1, 0],
	);
	assert.deepEqual(
		['Z', 'other'].map((name) => figures.get(`memorised, ${name}, FPR at 95 % TPR`)?.value),
		[0, 1],
	);
	assert.deepEqual(figures.get('memorised, Z, AUC')?.target, atLeast(0.97));
	assert.equal(figures.get('memorised, Z, AUC')?.n, 80);
	assert.equal(figures.get('memorised, other, AUC')?.target, null);
	assert.equal(detectionFigures(queries, 'paraphrased', options()).find(({ name }) => name.endsWith('Z, AUC'))?.target, null);
	assert.equal(differenceFigure(queries, 'memorised', 'other', options()).value, 1);
});

test('what never varied is not certain: intervals of as many cases as are independent', () => {
	const queries = scored(
		40,
		(set, i) => (set === 'clean' ? 10 + i : i / 100),
		(set, i) => (set === 'clean' ? i / 100 : 10 + i),
	);
	const entities = (set: ScoredQuery['set']): Set<string> =>
		new Set(queries.filter((query) => query.set === set).map(({ entity }) => entity));
	const all = [
		...detectionFigures(queries, 'memorised', options()),
		sameFormFigure(queries, 'memorised', options()),
		differenceFigure(queries, 'memorised', 'other', options()),
		...guaranteeFigures(
			scored(40, (set) => (set === 'clean' ? 10 : 1)),
			options(),
		).filter(({ name }) => name.includes('queries flagged at the threshold')),
	];
	assert.equal(all.length, 10);
	for (const { name, low, value, high } of all)
		assert.ok(low !== null && high !== null && low <= value && value <= high && high - low > 0.01, `${name}: ${low} ${value} ${high}`);
	const find = (end: string) => all.find(({ name }) => name.endsWith(end));
	// Closed form of Clopper and Pearson: 0.025^(1/n) of n in n; none of the clean entities' answers flagged, all ten flagged ones memorised.
	const [rate, precision] = [find('Z, FPR at 95 % TPR'), find('Z, precision@10')];
	assert.ok(Math.abs(rate!.high! - (1 - 0.025 ** (1 / entities('clean').size))) < 1e-12 && rate?.low === 0);
	assert.ok(Math.abs(precision!.low! - 0.025 ** (1 / 10)) < 1e-12 && precision?.high === 1);
});

test('the same forms: a detector that knows the form alone is no better than chance', () => {
	const queries = scored(40, () => 0).map((query, i) => ({
		...query,
		scores: new Map([['Z', (query.form === 'trained' ? 1 : 0) + (i % 7) / 1e6]]),
	}));
	const all = detectionFigures(queries, 'memorised', options()).find(({ name }) => name === 'memorised, Z, AUC')!;
	const same = sameFormFigure(queries, 'memorised', options());
	assert.ok(all.value > 0.7);
	assert.ok(same.value > 0.3 && same.value < 0.7);
	assert.equal(same.n, 60);
});

test('the threshold keeps its promise on clean queries and says what it catches', () => {
	const random = seededRandom(9);
	const queries = scored(200, (set) => (set === 'clean' ? random() : set === 'memorised' ? -1 : 2));
	const figures = guaranteeFigures(queries, options());
	const value = (start: string): number => figures.find(({ name }) => name.startsWith(start))?.value ?? Number.NaN;
	// ⌊0.05 · 101⌋ of 101: 5/101 on average over splits.
	assert.ok(Math.abs(value('held-out clean queries flagged at α = 0.05: mean') - 5 / 101) < 0.01);
	assert.ok(value('held-out clean queries flagged at α = 0.05: lower end') < 0.05);
	assert.equal(value('memorised queries flagged'), 1);
	assert.equal(value('paraphrased queries flagged'), 0);
});
