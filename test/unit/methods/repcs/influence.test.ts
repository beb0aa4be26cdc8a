import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { influence, mixtureWeight, mixtureBound } from '../../../../src/methods/repcs/influence.ts';
import { mixtureSums } from '../../../../src/statistics/mixture-sums.ts';
import { oracleRows, oracleSums } from '../../statistics/oracle-rows.ts';

const near = (actual: number | null, expected: number, tolerance = 1e-9): void =>
	assert.ok(actual !== null && Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`);
const sumsOf = (shift: number) => {
	const { withContext, withoutContext, contextOnly } = oracleRows(shift);
	return mixtureSums(withContext, withoutContext, contextOnly);
};

test("weights agree with scipy's bounded least squares, of each token and of all", () => {
	for (const { shift, eta } of oracleSums) near(mixtureWeight(sumsOf(shift)), eta);
	const found = influence(oracleSums.map(({ shift }) => sumsOf(shift)))!;
	// make_row_oracle.py: all outcomes of the three positions as one least-squares problem.
	near(found.eta, 0.43429164196681624);
	near(found.unexplained, 0.7367131395282123);
	near(
		found.bound,
		oracleSums.reduce((sum, { renyiWithContext }) => sum + renyiWithContext, 0),
	);
	near(
		found.mixtureBound,
		oracleSums.reduce((sum, { renyiContextOnly }) => sum + mixtureBound(found.eta!, renyiContextOnly), 0),
	);
	assert.equal(found.tokens, 3);
});

test('the true weight of an exact mixture is found, nothing is left, and both bounds are above Z', () => {
	const logits = fc.array(fc.float({ min: -8, max: 8, noNaN: true }), { minLength: 6, maxLength: 6 });
	const normalized = (x: readonly number[]): number[] => x.map((l) => Math.exp(l) / x.reduce((sum, other) => sum + Math.exp(other), 0));
	fc.assert(
		fc.property(
			fc.array(fc.tuple(logits, logits), { minLength: 1, maxLength: 4 }),
			fc.double({ min: 0.05, max: 1, noNaN: true }),
			(positions, eta) => {
				let z = 0;
				const sums = positions.map(([a, b]) => {
					const [para, q] = [normalized(a), normalized(b)];
					const rag = para.map((p, v) => (1 - eta) * p + eta * q[v]!);
					z += rag.reduce((sum, p, v) => sum + p * Math.log(p / para[v]!), 0);
					return mixtureSums(Float32Array.from(rag, Math.log), Float32Array.from(a), Float32Array.from(b));
				});
				fc.pre(sums.reduce((sum, s) => sum + s.spread, 0) > 1e-4);
				const found = influence(sums)!;
				near(found.eta, eta, 1e-3);
				near(found.unexplained, 0, 1e-4);
				assert.ok(found.bound >= z - 1e-5);
				assert.ok(found.mixtureBound! >= z - 1e-3);
			},
		),
		{ numRuns: 200 },
	);
});

test('weights are clamped: movement away from Q, and beyond it', () => {
	const rest = { renyiContextOnly: 1, renyiWithContext: 2 };
	assert.deepEqual(influence([{ cross: -0.1, spread: 0.5, moved: 0.2, ...rest }]), {
		eta: 0,
		unexplained: 1,
		mixtureBound: 0,
		bound: 2,
		tokens: 1,
	});
	// η = 1: (P − P₀)² − 2 cross + spread = 0.9 − 1.2 + 0.5 = 0.2 of 0.9.
	const beyond = influence([{ cross: 0.6, spread: 0.5, moved: 0.9, ...rest }])!;
	assert.equal(beyond.eta, 1);
	near(beyond.unexplained, 0.2 / 0.9);
	near(beyond.mixtureBound, 1);
});

test('only the first 64 tokens count; where Q is P_para there is no weight; no tokens, nothing', () => {
	const one = sumsOf(0);
	assert.deepEqual(
		influence([...Array.from({ length: 64 }, () => one), { ...one, cross: 1 }]),
		influence(Array.from({ length: 64 }, () => one)),
	);
	const same = new Float32Array(4);
	assert.deepEqual(influence([mixtureSums(Float32Array.of(2, 0, 0, 0), same, same)])?.eta, null);
	assert.equal(influence([]), null);
});
