import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { logSumExp, nextTokenStatistics, pairedStatistics, topIndices } from '../../../src/statistics/next-token.ts';

const near = (actual: number, expected: number, tolerance = 1e-9) =>
	assert.ok(
		Object.is(actual, expected) || Math.abs(actual - expected) <= tolerance * Math.max(1, Math.abs(expected)),
		`${actual} is not ${expected}`,
	);

/** Straight from the definitions, on probabilities; good where no exponential under- or overflows. */
function byDefinition(row: Float32Array): number[] {
	const weights = Array.from(row, (x) => Math.exp(x));
	const sum = weights.reduce((a, b) => a + b, 0);
	return weights.map((w) => w / sum);
}
const entropyOf = (ps: number[]) => -ps.reduce((h, p) => (p > 0 ? h + p * Math.log(p) : h), 0);

const logit = fc.oneof(
	{ weight: 9, arbitrary: fc.float({ min: -30, max: 30, noNaN: true }) },
	{ weight: 1, arbitrary: fc.constant(-Infinity) },
);
const rows = fc
	.integer({ min: 1, max: 40 })
	.chain((size) =>
		fc.tuple(
			fc.array(logit, { minLength: size, maxLength: size }),
			fc.array(logit, { minLength: size, maxLength: size }),
			fc.nat(size - 1),
		),
	)
	.filter(([p, q]) => p.some(Number.isFinite) && q.some(Number.isFinite))
	.map(([p, q, target]) => ({ p: Float32Array.from(p), q: Float32Array.from(q), target }));

test('a uniform row: entropy ln V, every rank V, log-probability -ln V', () => {
	for (const level of [0, 1e4, -1e4]) {
		const found = nextTokenStatistics(new Float32Array(1000).fill(level), 7);
		near(found.entropy, Math.log(1000));
		near(found.logProbability, -Math.log(1000));
		assert.equal(found.rank, 1000);
		near(found.logNormalizer, level + Math.log(1000));
	}
});

test('two outcomes: closed forms of entropy and divergence', () => {
	const p = 0.9;
	const q = 0.3;
	const row = (a: number) => Float32Array.of(Math.log(a / (1 - a)), 0);
	const found = pairedStatistics(row(p), row(q), 1);
	near(found.p.entropy, -(p * Math.log(p) + (1 - p) * Math.log(1 - p)), 1e-7);
	near(found.kl, p * Math.log(p / q) + (1 - p) * Math.log((1 - p) / (1 - q)), 1e-7);
	near(found.q.logProbability, Math.log(1 - q), 1e-7);
	assert.equal(found.p.rank, 2);
	assert.equal(found.q.rank, 1);
});

test('extreme logits: a certain row has entropy 0, and its other token -20000 nats', () => {
	const row = Float32Array.of(1e4, -1e4, -1e4);
	near(nextTokenStatistics(row, 0).entropy, 0);
	near(nextTokenStatistics(row, 0).logProbability, 0);
	near(nextTokenStatistics(row, 1).logProbability, -2e4);
	assert.equal(nextTokenStatistics(row, 1).rank, 3);
	near(pairedStatistics(row, Float32Array.of(-1e4, 1e4, -1e4), 0).kl, 2e4);
});

test('masked entries have probability 0; a divergence from what the other masks is infinite', () => {
	const masked = Float32Array.of(0, -Infinity, 0);
	near(nextTokenStatistics(masked, 0).entropy, Math.log(2));
	assert.equal(nextTokenStatistics(masked, 1).logProbability, -Infinity);
	near(pairedStatistics(masked, new Float32Array(3), 0).kl, Math.log(3 / 2));
	assert.equal(pairedStatistics(new Float32Array(3), masked, 0).kl, Infinity);
});

test('what is no distribution is refused', () => {
	for (const row of [
		Float32Array.of(),
		Float32Array.of(NaN, 1),
		Float32Array.of(1, NaN),
		Float32Array.of(Infinity, 1),
		Float32Array.of(-Infinity, -Infinity),
	]) {
		assert.throws(() => logSumExp(row), RangeError);
		if (row.length > 0) assert.throws(() => nextTokenStatistics(row, 0), RangeError);
	}
	for (const target of [-1, 2, 0.5]) assert.throws(() => nextTokenStatistics(Float32Array.of(1, 2), target), RangeError);
	assert.throws(() => pairedStatistics(new Float32Array(2), new Float32Array(3), 0), RangeError);
});

test('agrees with the definitions', () => {
	fc.assert(
		fc.property(rows, ({ p, q, target }) => {
			const [ps, qs] = [byDefinition(p), byDefinition(q)];
			const found = pairedStatistics(p, q, target);
			near(found.p.entropy, entropyOf(ps));
			near(found.q.entropy, entropyOf(qs));
			near(found.p.logProbability, Math.log(ps[target]!));
			near(
				found.kl,
				Math.max(
					0,
					ps.reduce((sum, a, v) => (a > 0 ? sum + a * Math.log(a / qs[v]!) : sum), 0),
				),
				1e-8,
			);
			assert.equal(found.p.rank, p.filter((x) => x >= p[target]!).length);
			assert.deepEqual(found.p, nextTokenStatistics(p, target));
			assert.deepEqual(found.q, nextTokenStatistics(q, target));
			near(found.p.logNormalizer, logSumExp(p));
		}),
	);
});

test('a shift of all logits changes nothing but the normalizer', () => {
	fc.assert(
		fc.property(
			fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 30 }),
			fc.integer({ min: -5000, max: 5000 }),
			(row, shift) => {
				const plain = nextTokenStatistics(Float32Array.from(row), 0);
				const moved = nextTokenStatistics(
					Float32Array.from(row, (x) => x + shift),
					0,
				);
				assert.equal(moved.entropy, plain.entropy);
				assert.equal(moved.logProbability, plain.logProbability);
				assert.equal(moved.rank, plain.rank);
				near(moved.logNormalizer, plain.logNormalizer + shift, 1e-12);
			},
		),
	);
});

test('the top is the head of the sorted row, and a row diverges from itself by 0', () => {
	fc.assert(
		fc.property(rows, fc.nat(12), ({ p }, k) => {
			const sorted = [...p.keys()].filter((v) => p[v]! > -Infinity).toSorted((a, b) => p[b]! - p[a]! || a - b);
			assert.deepEqual(topIndices(p, k), sorted.slice(0, k));
			assert.equal(pairedStatistics(p, p, 0).kl, 0);
		}),
	);
});
