import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { CorpusMoments } from '../../../../src/methods/mirabel/corpus-moments.ts';
import { sampledScores, scanScores } from '../../../../src/methods/mirabel/score-scan.ts';
import { detectAndHide, screenFound, screenQuery, type ScreenedIndex } from '../../../../src/methods/mirabel/screen-query.ts';
import { sessionSignal } from '../../../../src/methods/mirabel/session-signal.ts';
import { skewnessOf } from '../../../../src/statistics/skewness.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';
import { dot, randomRows, rowOf } from '../memsad/embeddings.ts';

type Rule = ScreenedIndex['threshold']['rule'];

function indexOf(documents: readonly Float32Array[], rule: Rule, k = 3): ScreenedIndex {
	const moments = CorpusMoments.empty(documents[0]?.length ?? 4);
	for (const each of documents) moments.add(each);
	const sample = new Float32Array(documents.flatMap((each) => [...each]));
	const search: ScreenedIndex['search'] = (query, count) =>
		documents
			.map((each, at) => ({ id: `d${at}`, similarity: dot(each, query) }))
			.toSorted((a, b) => b.similarity - a.similarity)
			.slice(0, count);
	return { moments, sample, threshold: { rule, rho: 0.05, z: rule === 'empirical' ? 4 : null }, k, search };
}

function rows(seed: number, n: number, d: number): Float32Array[] {
	const made = randomRows(seededRandom(seed), n, d);
	return Array.from({ length: n }, (_, row) => rowOf(made, row));
}

test('a query that is a document is flagged, the document hidden, and the next ones move up', async () => {
	const documents = rows(1, 300, 96);
	for (const rule of ['empirical', 'skew', 'gumbel', 'exact'] as const) {
		const index = indexOf(documents, rule);
		const result = await screenQuery(documents[42]!, index);
		assert.ok(result.screened);
		assert.deepEqual([result.flagged, result.hide, result.target], [true, 'd42', 'd42']);
		const found = await index.search(documents[42]!, 4);
		assert.deepEqual(
			result.kept.map(({ id }) => id),
			found.slice(1).map(({ id }) => id),
		);
		assert.equal(result.threshold, result.thresholds[rule]);
	}
});

test('a query that is near to nothing is left alone', async () => {
	const index = indexOf(rows(1, 300, 96), 'skew');
	const [query] = rows(99, 1, 96) as [Float32Array];
	const result = await screenQuery(query, index);
	assert.ok(result.screened);
	assert.deepEqual([result.flagged, result.hide], [false, null]);
	assert.deepEqual(result.kept, await index.search(query, 3));
});

test('the skewness of a sample that is the whole corpus is that of all others, the nearest left out once', () => {
	fc.assert(
		fc.property(fc.integer({ min: 0, max: 1e6 }), fc.integer({ min: 4, max: 40 }), fc.boolean(), (seed, n, copies) => {
			const documents = rows(seed, n, 7);
			const [query] = rows(seed + 1, 1, 7) as [Float32Array];
			if (copies) documents.push(documents[0]!, documents[0]!);
			const scan = scanScores(documents.map((each) => dot(each, query)));
			const { others, skewness } = sampledScores(
				query,
				new Float32Array(documents.flatMap((each) => [...each])),
				scan.max,
				documents.length,
			);
			assert.equal(others.length, documents.length - 1);
			assert.ok(Math.abs(skewness!.value - skewnessOf(scan.others)!.value) < 1e-9);
			assert.equal(skewness!.standardError, 0);
		}),
	);
	const documents = rows(7, 50, 5);
	const part = new Float32Array(documents.slice(0, 20).flatMap((each) => [...each]));
	const { others, skewness } = sampledScores(documents[30]!, part, 1, 50);
	assert.equal(others.length, 20);
	assert.ok(skewness!.standardError > 0);
	assert.throws(() => sampledScores(documents[0]!, new Float32Array(7), 1, 50), RangeError);
});

test('too few documents, documents that are alike, and a threshold that is not there are said, and nothing is hidden', () => {
	const [one, two, three] = rows(1, 3, 4) as [Float32Array, Float32Array, Float32Array];
	const reason = (documents: readonly Float32Array[], rule: Rule, sample?: Float32Array): string | null => {
		const index = indexOf(documents, rule);
		const found = index.search(one, 4);
		assert.ok(!(found instanceof Promise));
		const result = screenFound(one, found, { ...index, sample: sample ?? index.sample, threshold: { ...index.threshold, z: null } }, 3);
		if (result.screened) return null;
		assert.deepEqual([result.flagged, result.hide, result.kept], [false, null, found.slice(0, 3)]);
		assert.match(result.says, /\.$/);
		return result.reason;
	};
	assert.equal(reason([], 'exact'), 'too-few-documents');
	assert.equal(reason([one, two], 'exact'), 'too-few-documents');
	assert.equal(reason([one, two, three], 'exact'), null);
	assert.equal(reason([one, two, two, two], 'exact'), 'alike');
	assert.equal(reason([one, two, three], 'empirical'), 'no-threshold');
	assert.equal(reason([one, two, three], 'skew', new Float32Array(0)), 'no-threshold');
});

test('what is no unit embedding, and what is no search by cosine, is refused', () => {
	const documents = rows(1, 5, 4);
	const index = indexOf(documents, 'exact');
	const screen = (query: Float32Array, ...similarities: number[]) =>
		screenFound(
			query,
			similarities.map((similarity, at) => ({ id: `${at}`, similarity })),
			index,
			1,
		);
	assert.throws(() => screen(Float32Array.of(1, 1, 0, 0), 0.5), /of length 1\.41/);
	assert.throws(() => screen(new Float32Array(4), 0.5), /of length 0/);
	assert.throws(() => screen(Float32Array.of(1, 0, 0), 0.5), /3 numbers, in a corpus of 4/);
	assert.throws(() => screen(documents[0]!, 0.2, 0.5), /a distance is no similarity/);
	assert.throws(() => screen(documents[0]!, 17), /takes cosines/);
	assert.throws(() => screen(documents[0]!, Number.NaN), /takes cosines/);
	assert.throws(() => screen(documents[0]!), /found nothing in a corpus of 5/);
});

test('hiding drops one document alone', () => {
	const found = ['a', 'b', 'c'].map((id) => ({ id }));
	assert.deepEqual(detectAndHide(found, null, 2), [{ id: 'a' }, { id: 'b' }]);
	assert.deepEqual(detectAndHide(found, 'a', 2), [{ id: 'b' }, { id: 'c' }]);
	assert.deepEqual(detectAndHide(found, 'b', 5), [{ id: 'a' }, { id: 'c' }]);
});

test('a session that asks for one document four times of its last ten is flagged', () => {
	assert.deepEqual(sessionSignal(['a']), { times: 1, of: 1, least: 4, flagged: false });
	assert.deepEqual(sessionSignal(['a', 'b', 'a', 'c', 'a', 'a']), { times: 4, of: 6, least: 4, flagged: true });
	// The newest query has to be one of them.
	assert.equal(sessionSignal(['a', 'a', 'a', 'a', 'b']).flagged, false);
	const faded = ['a', 'a', 'a', ...Array.from({ length: 9 }, (_, i) => `b${i}`), 'a'];
	assert.deepEqual(sessionSignal(faded), { times: 1, of: 10, least: 4, flagged: false });
	assert.equal(sessionSignal(['a', 'b', 'a'], { window: 3, least: 2 }).flagged, true);
	assert.throws(() => sessionSignal([]), RangeError);
	// What lies nearest to nothing asks for nothing.
	assert.deepEqual(sessionSignal([null, null, null, null]), { times: 0, of: 4, least: 4, flagged: false });
	assert.equal(sessionSignal(['a', null, 'a', 'a', null, 'a']).flagged, true);
});
