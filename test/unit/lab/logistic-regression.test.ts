import assert from 'node:assert/strict';
import { test } from 'node:test';
import { featureMatrix, matrixRow } from '../../../src/statistics/boosted-trees/feature-matrix.ts';
import { fitLogisticRegression, predictLogistic } from '../../../lab/logistic-regression.ts';
import { seededRandom } from '../../../src/statistics/random.ts';

const indices = Array.from({ length: 200 }, (_, i) => i);
const features = featureMatrix(indices.map((i) => [Math.sin(i * 1.7) * 3 + 10, Math.cos(i * 0.9) * 0.02 - 0.5, Math.sin(i * i * 0.37)]));
const labels = indices.map((i) => {
	const [a = 0, b = 0] = matrixRow(features, i);
	return (a - 10) * 0.5 - (b + 0.5) * 60 + Math.sin(i * 12.9898) * 2 > 0.3 ? 1 : 0;
});

// By logistic-regression-oracle.py beside this test (scikit-learn 1.9, newton-cholesky, tolerance 1e-14): intercept, weights, P(row 7).
const expected = [
	{
		ridge: 0,
		intercept: -39.11881012708666,
		weights: [0.45878263343564507, -68.72899856575738, 0.7382776995486159],
		probability: 0.05324155773490276,
	},
	{
		ridge: 1,
		intercept: -37.36327680889979,
		weights: [0.4377042268993214, -65.64647544065575, 0.702844775020802],
		probability: 0.06005078953678374,
	},
	{
		ridge: 20,
		intercept: -22.595970243818304,
		weights: [0.26252391321676766, -39.6744403588667, 0.4087467326119028],
		probability: 0.15668542073138575,
	},
];

test("weights are scikit-learn's, without a penalty and with one", () => {
	assert.equal(labels.filter((label) => label === 1).length, 95);
	for (const { ridge, intercept, weights, probability } of expected) {
		const model = fitLogisticRegression(features, labels, ridge);
		const near = (a: number, b: number): void => assert.ok(Math.abs(a - b) <= 1e-8 * Math.abs(b), `ridge ${ridge}: ${a} is not ${b}`);
		near(model.intercept, intercept);
		weights.forEach((weight, c) => near(model.weights[c]!, weight));
		near(predictLogistic(model, matrixRow(features, 7)), probability);
	}
});

test('closed form: one feature that is 0 or 1 gives the share of positives in each', () => {
	const rows = [[0], [0], [0], [0], [1], [1], [1], [1]];
	const model = fitLogisticRegression(featureMatrix(rows), [1, 0, 0, 0, 1, 1, 1, 0], 0);
	assert.ok(Math.abs(predictLogistic(model, [0]) - 0.25) < 1e-9);
	assert.ok(Math.abs(predictLogistic(model, [1]) - 0.75) < 1e-9);
});

test('separable classes have no solution without a ridge, and one with it', () => {
	const matrix = featureMatrix([[0], [1], [2], [3]]);
	assert.throws(() => fitLogisticRegression(matrix, [0, 0, 1, 1], 0), /separable/u);
	assert.ok(predictLogistic(fitLogisticRegression(matrix, [0, 0, 1, 1], 1), [3]) > 0.7);
});

test('a constant feature gets no weight', () => {
	const model = fitLogisticRegression(featureMatrix(indices.map((i) => [5, Math.sin(i)])), labels, 1);
	assert.equal(model.weights[0], 0);
});

test('one class, or a row of another length, is a defect', () => {
	assert.throws(() => fitLogisticRegression(featureMatrix([[0], [1]]), [1, 1]), RangeError);
	assert.throws(() => predictLogistic({ intercept: 0, weights: Float64Array.of(1, 2) }, [1]), RangeError);
});

test('it ends on any noisy data: near the minimum the loss has no digits left to tell a better step by', () => {
	const random = seededRandom(3);
	for (let set = 0; set < 300; set++) {
		const rows = Array.from({ length: 100 + set }, () => [random(), random() ** 3]);
		const truth = rows.map(([a = 0, b = 0]) => (random() < 1 / (1 + Math.exp(8 * a + 2 * b - 2)) ? 1 : 0));
		const { weights } = fitLogisticRegression(featureMatrix(rows), truth, 1);
		assert.ok(weights.every(Number.isFinite));
	}
});
