import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ensembleUtilities, logWeightsOf, publicCandidates, type Clip } from '../../../src/privacy/ensemble-utilities.ts';

const logSoftmax = (logits: readonly number[]): Float64Array => {
	const most = Math.max(...logits);
	const norm = most + Math.log(logits.reduce((sum, l) => sum + Math.exp(l - most), 0));
	return Float64Array.from(logits, (l) => l - norm);
};
const row = fc.array(fc.double({ min: -20, max: 20, noNaN: true }), { minLength: 6, maxLength: 6 }).map(logSoftmax);
const path = fc.option(row, { nil: null });
const clip = fc.constantFrom<Clip>('absolute', 'difference');

test('by hand: two subsets, one of them empty', () => {
	const without = Float64Array.from([0.5, 0.3, 0.2].map(Math.log));
	const telling = Float64Array.from([0.9, 0.09, 0.01].map(Math.log));
	const candidates = Uint32Array.of(0, 1, 2);
	const of = (kind: Clip) => ensembleUtilities({ clip: kind, clipBound: 1, without, paths: [telling, null], candidates });
	const near = (actual: Float64Array, expected: readonly number[]): void => {
		for (const [i, u] of actual.entries()) assert.ok(Math.abs(u - expected[i]!) < 1e-12, `${u} is not ${expected[i]!}`);
	};
	// Under the best, cut at −1: ln(1), ln(0.1) and ln(0.011) are −0, −1 and −1; without: 0, ln(0.6), ln(0.4).
	near(of('absolute').utilities, [0, (-1 + Math.log(0.6)) / 2, (-1 + Math.log(0.4)) / 2]);
	assert.equal(of('absolute').sensitivity, 0.5);
	// Against without, cut at ±1: ln(1.8), −1 (ln 0.3 is −1.2), −1; the empty one adds nothing.
	near(of('difference').utilities, [Math.log(0.5) + Math.log(1.8) / 2, Math.log(0.3) - 0.5, Math.log(0.2) - 0.5]);
	assert.equal(of('difference').sensitivity, 1);
	near(logWeightsOf(Float64Array.of(3), 0.5, 2), [6]);
});

test('whatever one subset says, or whether it is empty, moves no utility by more than the sensitivity', () => {
	fc.assert(
		fc.property(
			clip,
			row,
			fc.array(path, { minLength: 1, maxLength: 5 }),
			path,
			fc.nat(),
			fc.double({ min: 0.1, max: 10, noNaN: true }),
			(kind, without, paths, other, at, clipBound) => {
				const candidates = publicCandidates(without, 3, clipBound);
				const run = (of: readonly (Float64Array | null)[]) => ensembleUtilities({ clip: kind, clipBound, without, paths: of, candidates });
				const [one, two] = [run(paths), run(paths.with(at % paths.length, other))];
				for (const [i, u] of one.utilities.entries()) assert.ok(Math.abs(u - two.utilities[i]!) <= one.sensitivity + 1e-12);
			},
		),
	);
});

test('candidates: the k likeliest and what comes within 2C of the last; none that cannot be', () => {
	const without = Float64Array.of(-1, -5, -2, -2.9, -Infinity, -7);
	assert.deepEqual([...publicCandidates(without, 2, 0.5)], [0, 2, 3]);
	assert.deepEqual([...publicCandidates(without, 2, 10)], [0, 1, 2, 3, 5]);
	assert.deepEqual([...publicCandidates(without, 100, 1)], [0, 1, 2, 3, 5]);
});

test('what does not fit together is refused', () => {
	const without = logSoftmax([0, 0]);
	const candidates = Uint32Array.of(0, 1);
	const base = { clip: 'absolute', clipBound: 1, without, candidates } as const;
	assert.throws(() => ensembleUtilities({ ...base, paths: [] }), RangeError);
	assert.throws(() => ensembleUtilities({ ...base, paths: [logSoftmax([0, 0, 0])] }), RangeError);
});
