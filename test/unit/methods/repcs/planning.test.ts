import assert from 'node:assert/strict';
import { test } from 'node:test';
import { largestLogRatio, paperSampleSize } from '../../../../src/methods/repcs/planning.ts';

const response = (withContext: readonly number[], withoutContext: readonly number[]) => ({
	withContext: Float64Array.from(withContext),
	withoutContext: Float64Array.from(withoutContext),
});

test('the largest log-ratio of any token on either side, clipped where one path excludes it', () => {
	const responses = [response([-1, -2], [-1.5, -0.25]), response([-4], [-1])];
	assert.equal(largestLogRatio(responses), 3);
	assert.equal(largestLogRatio(responses, 2.5), 2.5);
	assert.equal(largestLogRatio([response([-1], [-Infinity])]), Infinity);
	assert.equal(largestLogRatio([response([-1], [-Infinity])], 20), 20);
	assert.equal(largestLogRatio([response([-Infinity], [-Infinity])]), 0);
	assert.throws(() => largestLogRatio([]), RangeError);
	assert.throws(() => largestLogRatio([response([-1], [-1, -2])]), RangeError);
});

test("the paper's rule, by hand", () => {
	// 8 · 2² · 64 / 4² · ln(2 / 0.05) = 128 · 3.68888 = 472.18.
	assert.equal(paperSampleSize({ logRatio: 2, tokens: 64, gap: 4, missed: 0.05 }), 473);
	assert.equal(paperSampleSize({ logRatio: 0, tokens: 64, gap: 4, missed: 0.05 }), 0);
	for (const wrong of [{ gap: 0 }, { missed: 0 }, { missed: 1 }, { logRatio: -1 }, { tokens: 0 }, { gap: Number.NaN }]) {
		assert.throws(() => paperSampleSize({ logRatio: 2, tokens: 64, gap: 4, missed: 0.05, ...wrong }), RangeError);
	}
});
