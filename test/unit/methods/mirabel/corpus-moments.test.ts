import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { CorpusMoments } from '../../../../src/methods/mirabel/corpus-moments.ts';
import { scanScores } from '../../../../src/methods/mirabel/score-scan.ts';
import { seededRandom, shuffled, type Random } from '../../../../src/statistics/random.ts';
import { slowTest } from '../../../support/slow-test.ts';
import { dot, randomRows, rowOf } from '../memsad/embeddings.ts';

const seed = fc.integer({ min: 0, max: 2 ** 31 });

function rows(random: Random, n: number, d: number): Float32Array[] {
	const made = randomRows(random, n, d);
	return Array.from({ length: n }, (_, row) => rowOf(made, row));
}

function momentsOf(documents: readonly Float32Array[], d: number): CorpusMoments {
	const moments = CorpusMoments.empty(d);
	for (const each of documents) moments.add(each);
	return moments;
}

/** Screening by moments is screening by a scan, within the 1e-6 that is promised. */
function assertEqual(moments: CorpusMoments, documents: readonly Float32Array[], query: Float32Array): void {
	const scan = scanScores(documents.map((each) => dot(each, query)));
	const { mean, std } = moments.leavingOut(query, scan.max);
	assert.equal(moments.n, documents.length);
	assert.ok(Math.abs(mean - scan.mean) < 1e-6, `mean ${mean} is not ${scan.mean}`);
	assert.ok(Math.abs(std - scan.std) < 1e-6, `std ${std} is not ${scan.std}`);
}

function assertSame(one: CorpusMoments, other: CorpusMoments): void {
	assert.equal(one.n, other.n);
	for (const [at, value] of one.mean.entries()) assert.ok(Math.abs(value - other.mean[at]!) < 1e-12);
	for (const [at, value] of one.scatter.entries()) assert.ok(Math.abs(value - other.scatter[at]!) < 1e-10);
}

test('moments say what a scan says, with ties, copies, and a document that is the query', () => {
	fc.assert(
		fc.property(seed, fc.integer({ min: 3, max: 60 }), fc.integer({ min: 1, max: 20 }), fc.integer({ min: 0, max: 3 }), (s, n, d, kind) => {
			const random = seededRandom(s);
			const documents = rows(random, n, d);
			const [query] = rows(random, 1, d) as [Float32Array];
			if (kind === 1) documents[1] = documents[0]!.slice();
			if (kind === 2) documents[n - 1] = query.slice();
			if (kind === 3) for (let i = 0; i < n; i++) documents[i] = documents[i % 2]!;
			assertEqual(momentsOf(documents, d), documents, query);
		}),
	);
});

slowTest('moments say what a scan says of 1,000, 10,000 and 100,000 documents', () => {
	for (const [n, d] of [
		[1000, 64],
		[10_000, 24],
		[100_000, 12],
	] as const) {
		const random = seededRandom(n);
		const documents = rows(random, n, d);
		const moments = momentsOf(documents, d);
		for (const query of rows(random, 4, d)) assertEqual(moments, documents, query);
		assertEqual(moments, documents, documents[7]!);
	}
});

test('in a narrow cone far from zero nothing cancels', () => {
	const random = seededRandom(1);
	// Similarities deviate by about 1e-5 from 1.
	const documents = rows(random, 5000, 8).map((row) => {
		const near = Float64Array.from(row, (value, k) => (k === 0 ? 1 : 0) + 1e-3 * value);
		return Float32Array.from(near, (value) => value / Math.hypot(...near));
	});
	const moments = momentsOf(documents, 8);
	for (const query of [documents[3]!, ...rows(random, 3, 8)]) {
		const scan = scanScores(documents.map((each) => dot(each, query)));
		assert.ok(Math.abs(moments.leavingOut(query, scan.max).std - scan.std) < 1e-10);
	}
});

test('where all documents are alike there is no deviation', () => {
	const random = seededRandom(2);
	for (const n of [3, 50, 2000]) {
		const [one, query] = rows(random, 2, 16) as [Float32Array, Float32Array];
		const same = Array.from({ length: n }, () => one);
		assert.equal(momentsOf(same, 16).leavingOut(query, dot(one, query)).std, 0);
		assert.equal(scanScores(same.map((each) => dot(each, query))).std, 0);
	}
});

test('any order of adding, deleting and merging gives the moments of what is left', () => {
	fc.assert(
		fc.property(seed, fc.integer({ min: 3, max: 40 }), fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 9 }), (s, n, gone, d) => {
			const random = seededRandom(s);
			const [stays, goes, query] = [rows(random, n, d), rows(random, gone, d), rows(random, 1, d)[0]!];
			const plain = momentsOf(stays, d);
			const steps = shuffled(random, [...stays, ...goes]);
			const moments = momentsOf(steps, d);
			for (const each of shuffled(random, goes)) moments.delete(each);
			assertSame(moments, plain);
			const cut = Math.floor(random() * (n + 1));
			const merged = momentsOf(stays.slice(cut), d);
			const before = merged.copy();
			merged.merge(momentsOf(stays.slice(0, cut), d));
			assertSame(merged, plain);
			assertSame(before, momentsOf(stays.slice(cut), d));
			assertEqual(moments, stays, query);
			assertEqual(merged, stays, query);
			assertEqual(momentsOf(shuffled(random, stays), d), stays, query);
		}),
	);
});

test('a corpus that is emptied is as good as new', () => {
	const documents = rows(seededRandom(3), 30, 7);
	const moments = momentsOf(documents, 7);
	for (const each of documents) moments.delete(each);
	assert.deepEqual(
		[...moments.mean, ...moments.scatter],
		Array.from({ length: 7 + 28 }, () => 0),
	);
	moments.merge(momentsOf(documents, 7));
	assertSame(moments, momentsOf(documents, 7));
});

test('a million changes later nothing has drifted', () => {
	const random = seededRandom(4);
	const documents = rows(random, 500, 4);
	const moments = momentsOf(documents, 4);
	for (let i = 0; i < 500_000; i++) {
		const at = Math.floor(random() * 500);
		moments.delete(documents[at]!);
		moments.add(documents[at]!);
	}
	const query = documents[0]!;
	const scan = scanScores(documents.map((each) => dot(each, query)));
	assert.ok(Math.abs(moments.leavingOut(query, scan.max).std - scan.std) < 1e-10);
});

test('what cannot be is refused, and changes nothing', () => {
	const [one, other] = rows(seededRandom(5), 2, 4) as [Float32Array, Float32Array];
	const moments = momentsOf([one], 4);
	const before = moments.copy();
	assert.throws(() => moments.add(new Float32Array(3)), /3 numbers, in a corpus of 4/);
	assert.throws(() => moments.add(Float32Array.of(0, Number.NaN, 0, 0)), /number 1 of an embedding is NaN/);
	assert.throws(() => moments.delete(other), /does not have this document/);
	assert.throws(() => moments.merge(CorpusMoments.empty(5)), RangeError);
	assert.throws(() => moments.of(new Float32Array(5)), RangeError);
	assert.throws(() => moments.leavingOut(one, 1), /a corpus of 1 documents/);
	assert.throws(() => CorpusMoments.empty(4).of(one), /without documents/);
	assert.throws(() => CorpusMoments.empty(4).delete(one), /no document to delete/);
	assert.throws(() => CorpusMoments.empty(0), RangeError);
	assert.throws(() => CorpusMoments.of({ n: 1, mean: new Float64Array(3), scatter: new Float64Array(5) }), /no triangle/);
	assert.throws(() => CorpusMoments.of({ n: 2, mean: new Float64Array(1), scatter: Float64Array.of(-1) }), /a variance is -1/);
	assertSame(moments, before);
	const three = momentsOf([one, one, one], 4);
	assert.throws(() => three.delete(other), /does not have this document/);
});
