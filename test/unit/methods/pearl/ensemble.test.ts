import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { EnsembleDecoder, type EnsembleSettings } from '../../../../src/methods/pearl/ensemble.ts';
import { seededBits } from '../../../../src/privacy/random-bits.ts';
import { mustBeDrawnAs } from './draws.ts';

const row = (...logits: number[]): Float32Array => Float32Array.from(logits);
const without = row(2, 1.5, -0.5, 0.25, -3, -9);
const subsets = [row(0.5, 3, -1, 0, -2, 4), row(2.5, 2.25, 0.5, -1.5, -3.5, -8), row(-1, 2, 1, 0.75, 0, -10)];
const settings = { clipBound: 2, stepEpsilon: 3, candidates: 3 };

/**
 * The same in plain double-precision arrays: log-softmax, clip, mean, and the log-weight of every candidate.
 */
function plainWeights(
	{ clip, clipBound, stepEpsilon, candidates }: EnsembleSettings,
	z0: Float32Array,
	paths: readonly (Float32Array | null)[],
): Map<number, number> {
	const normal = (z: Float32Array): number[] => {
		const sum = Math.log([...z].reduce((all, x) => all + Math.exp(x - Math.max(...z)), 0)) + Math.max(...z);
		return [...z].map((x) => x - sum);
	};
	const base = normal(z0);
	const all = paths.map((path) => (path === null ? base : normal(path)));
	const min = base.toSorted((a, b) => b - a)[Math.min(candidates, base.length) - 1]! - 2 * clipBound;
	const m = paths.length;
	const delta = (clip === 'absolute' ? clipBound : 2 * clipBound) / m;
	const utility = (z: readonly number[], v: number): number =>
		clip === 'absolute'
			? Math.max(z[v]! - Math.max(...z), -clipBound)
			: base[v]! + Math.min(clipBound, Math.max(-clipBound, z[v]! - base[v]!));
	return new Map(
		[...base.keys()]
			.filter((v) => base[v]! >= min)
			.map((v) => {
				const mean = all.reduce((sum, z) => sum + utility(z, v), 0) / m;
				return [v, stepEpsilon === 'no-noise' ? mean : (stepEpsilon * mean) / (2 * delta)];
			}),
	);
}

describe('the ensemble', () => {
	// By numpy in float64, with the formulas of the trial that docs/methods describes: log-softmax, clip, mean, exp(3 u / 2Δ) over the candidates.
	const drawn = {
		absolute: {
			full: { 0: 0.100475131, 1: 0.79029812, 2: 0.047461091, 3: 0.039346627, 4: 0.022419032 },
			oneEmpty: { 0: 0.150002975, 1: 0.810908422, 2: 0.015810197, 3: 0.015810197, 4: 0.007468208 },
		},
		difference: {
			full: { 0: 0.218114468, 1: 0.681191225, 2: 0.059057557, 3: 0.037734316, 4: 0.003902434 },
			oneEmpty: { 0: 0.264015116, 1: 0.683570242, 2: 0.027994242, 3: 0.023696, 4: 0.000724399 },
		},
	};
	for (const clip of ['absolute', 'difference'] as const)
		for (const [which, paths] of [
			['full', subsets],
			['oneEmpty', [...subsets, null]],
		] as const)
			test(`${clip}, ${which}: draws as numpy says`, () => {
				const decoder = new EnsembleDecoder({ ...settings, clip }, seededBits(1), without.length);
				mustBeDrawnAs(() => decoder.next(without, paths), drawn[clip][which]);
				assert.equal(decoder.paid, 20_000);
			});

	const rows = fc.array(
		fc
			.array(
				fc.integer({ min: -4000, max: 4000 }).map((x) => x / 256),
				{ minLength: 9, maxLength: 9 },
			)
			.map((z) => Float32Array.from(z)),
		{ minLength: 2, maxLength: 6 },
	);
	const chosen = fc.record({
		clip: fc.constantFrom('absolute' as const, 'difference' as const),
		clipBound: fc.constantFrom(0.5, 2, 10),
		candidates: fc.integer({ min: 1, max: 12 }),
	});

	test('without noise it takes the likeliest of the mean, computed independently', () => {
		fc.assert(
			fc.property(rows, chosen, fc.integer({ min: 0, max: 63 }), ([z0, ...paths], given, empty) => {
				const some = paths.map((path, i) => ((empty >> i) & 1 ? null : path));
				const wanted = { ...given, stepEpsilon: 'no-noise' } as const;
				const decoder = new EnsembleDecoder(wanted, seededBits(0), z0!.length);
				const weights = plainWeights(wanted, z0!, some);
				const choice = decoder.next(z0!, some);
				assert.ok(choice.kind === 'token');
				const max = Math.max(...weights.values());
				// Equal ones may be told apart by rounding.
				assert.ok(weights.has(choice.id) && weights.get(choice.id)! >= max - 1e-9);
			}),
		);
	});

	test('one subset more or less, or others in it, moves no ratio of weights by more than the step pays for', () => {
		fc.assert(
			fc.property(rows, rows, chosen, (some, [other], given) => {
				const [z0, ...paths] = some;
				const wanted = { ...given, stepEpsilon: 1 };
				const [before, after] = [plainWeights(wanted, z0!, paths), plainWeights(wanted, z0!, [other!, ...paths.slice(1)])];
				const none = plainWeights(wanted, z0!, [null, ...paths.slice(1)]);
				for (const changed of [after, none]) {
					assert.deepEqual([...changed.keys()], [...before.keys()]);
					const moved = [...before.keys()].map((v) => changed.get(v)! - before.get(v)!);
					assert.ok(Math.max(...moved) - Math.min(...moved) <= 1 + 1e-9);
				}
			}),
		);
	});

	test('all subsets empty: the model without documents', () => {
		const decoder = new EnsembleDecoder({ ...settings, clip: 'difference', stepEpsilon: 'no-noise' }, seededBits(0), 6);
		assert.deepEqual(decoder.next(without, [null, null]), { kind: 'token', id: 0 });
	});

	test('a step without ε is refused: it has no noise, and nothing says so', () => {
		for (const stepEpsilon of [0, -1, NaN])
			assert.throws(() => new EnsembleDecoder({ ...settings, clip: 'difference', stepEpsilon }, seededBits(0), 6), RangeError);
	});

	test('rows that are no distribution, and no subsets, are refused', () => {
		const decoder = new EnsembleDecoder({ ...settings, clip: 'absolute' }, seededBits(0), 6);
		assert.throws(() => decoder.next(without, []), RangeError);
		assert.throws(() => decoder.next(row(0, NaN, 0, 0, 0, 0), subsets), RangeError);
		assert.throws(() => decoder.next(without, [row(0, 0, 0, 0, 0, NaN)]), RangeError);
		const impossible = new Float32Array(6).fill(-Infinity);
		assert.throws(() => decoder.next(without, [impossible]), RangeError);
	});
});
