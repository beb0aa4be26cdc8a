import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attributionError, type AttributedResponse } from '../../../src/model-io/attribution.ts';

/** Two tokens of probability 1/2 and 1/4, two contexts. */
const response: AttributedResponse = {
	tokenIds: Uint32Array.of(5, 6),
	start: Uint32Array.of(0, 2),
	end: Uint32Array.of(2, 3),
	sources: Float64Array.of(0.25, 0.5, 0, 0, 0.125, -0.5, 0.125, 0, -0.25, 0.5, 0, 0, 0, 0),
	contextIds: ['a', 'b'],
	contextShares: Float64Array.of(0.375, 0.125, 0.25, -0.5),
	logProbability: Float64Array.of(Math.log(0.5), Math.log(0.25)),
	entropy: Float64Array.of(1, 1),
	margin: Float64Array.of(0.25, 0),
	logitMargin: Float64Array.of(Math.LN2, 0),
	energy: Float64Array.of(-3, -4),
};

test('an attribution that adds up has no error', () => {
	const { sources, contexts } = attributionError(response);
	assert.ok(sources < 1e-15 && contexts < 1e-15, `${sources}, ${contexts}`);
});

test('the largest error is told, of either sign, and what is not a number is not hidden', () => {
	const off = attributionError({
		...response,
		sources: response.sources.map((s, i) => (i === 3 ? s + 0.25 : i === 13 ? s - 0.5 : s)),
		contextShares: response.contextShares.with(2, 0.375),
	});
	assert.ok(Math.abs(off.sources - 0.5) < 1e-15 && Math.abs(off.contexts - 0.125) < 1e-15);
	assert.ok(Number.isNaN(attributionError({ ...response, sources: response.sources.with(0, Number.NaN) }).sources));
});

test('without contexts nothing may come from passages', () => {
	const none = attributionError({ ...response, contextIds: [], contextShares: new Float64Array() });
	assert.equal(none.contexts, 0.5);
});

test('arrays of another length are a defect', () => {
	assert.throws(() => attributionError({ ...response, energy: new Float64Array(3) }), /energy holds 3 values, not 2/u);
	assert.throws(() => attributionError({ ...response, contextIds: ['a'] }), RangeError);
});
