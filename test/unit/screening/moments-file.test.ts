import assert from 'node:assert/strict';
import { test } from 'node:test';
import { screeningMoments } from '../../../src/formats/screening-moments.ts';
import { CorpusMoments } from '../../../src/methods/mirabel/corpus-moments.ts';
import * as screening from '../../../src/screening/main.ts';
import type * as declared from '../../../src/screening/public.d.ts';

const moments = CorpusMoments.empty(3);
for (const row of [
	[1, 0, 0],
	[0, 0.6, 0.8],
	[0.8, 0.6, 0],
	[0, 0, 1],
])
	moments.add(Float32Array.from(row));
const corpus = {
	encoder: { name: 'lexical', sha256: 'a'.repeat(64) },
	moments,
	sample: Float32Array.of(1, 0, 0, 0, 0.6, 0.8),
	seed: 7,
	threshold: { rule: 'empirical', rho: 0.05, z: 3.25, queries: 40 },
} as const;

test('what is written keeps to the format, and is read as it was', () => {
	const json: unknown = JSON.parse(JSON.stringify(screening.momentsFile(corpus)));
	assert.deepEqual(screeningMoments.parse(json), json);
	const { moments: read, ...others } = screening.readMoments(json);
	const { moments: before, ...expected } = corpus;
	assert.deepEqual(others, expected);
	assert.deepEqual([read.n, read.mean, read.scatter], [4, before.mean, before.scatter]);
	const byRoom: unknown = JSON.parse(
		JSON.stringify(screening.momentsFile({ ...corpus, threshold: { ...corpus.threshold, score: 'room' } })),
	);
	assert.deepEqual(screeningMoments.parse(byRoom), byRoom);
	assert.equal(screening.readMoments(byRoom).threshold.score, 'room');
});

test('large arrays are packed whole', () => {
	const sample = Float32Array.from({ length: 3 * 50_000 }, (_, i) => Math.sin(i));
	assert.deepEqual(screening.readMoments(screening.momentsFile({ ...corpus, sample })).sample, sample);
});

test('a file that is none, or not whole, is refused with what to do', () => {
	const file = screening.momentsFile(corpus);
	const refused: readonly [unknown, RegExp][] = [
		[null, /the file is no object/],
		[[], /its schema is undefined/],
		[{ ...file, schema: 'rag-assay/screening-moments@2' }, /screening-moments@2", not/],
		[{ ...file, encoder: 'lexical' }, /encoder is no object/],
		[{ ...file, encoder: { name: 1, sha256: '' } }, /encoder\.name is no text/],
		[{ ...file, dimensions: 4 }, /mean has 24 bytes, not 32/],
		[{ ...file, n: 1.5 }, /n is 1\.5/],
		[{ ...file, n: '4' }, /n is no number/],
		[{ ...file, scatter: '?' }, /scatter is not in base64/],
		[{ ...file, scatter: file.scatter.slice(0, 32) }, /scatter has 24 bytes, not 48/],
		[{ ...file, mean: Buffer.from(Float64Array.of(1, Number.NaN, 0).buffer).toString('base64') }, /number 1 of mean is not finite/],
		[{ ...file, scatter: Buffer.from(Float64Array.of(-1, 0, 0, 1, 0, 1).buffer).toString('base64') }, /a variance is -1/],
		[{ ...file, sample: { ...file.sample, count: 3 } }, /sample\.embeddings has 24 bytes, not 36/],
		[{ ...file, threshold: { ...file.threshold, rule: 'median' } }, /threshold\.rule is "median"/],
		[{ ...file, threshold: { ...file.threshold, score: 'rank' } }, /threshold\.score is "rank"/],
		[{ ...file, threshold: { ...file.threshold, rho: 1 } }, /threshold\.rho is 1/],
	];
	for (const [wrong, message] of refused)
		assert.throws(
			() => screening.readMoments(wrong),
			(error: unknown) => error instanceof TypeError && message.test(error.message) && error.message.includes('queries moments'),
			String(message),
		);
});

test('the types that are published are those of the module', () => {
	// The compiler checks this; what is exported but not declared is seen here.
	const all = {
		CorpusMoments: screening.CorpusMoments,
		distinctTargets: screening.distinctTargets,
		empiricalZ: screening.empiricalZ,
		lexicalEmbedder: screening.lexicalEmbedder,
		memoryGate: screening.memoryGate,
		momentsFile: screening.momentsFile,
		readMoments: screening.readMoments,
		screenFound: screening.screenFound,
		screenQuery: screening.screenQuery,
		sessionSignal: screening.sessionSignal,
		stripMaskMarkers: screening.stripMaskMarkers,
	} satisfies { [name in keyof typeof declared]: unknown };
	const published: typeof declared = all;
	assert.deepEqual(Object.keys(published).toSorted(), Object.keys(screening).toSorted());
});
