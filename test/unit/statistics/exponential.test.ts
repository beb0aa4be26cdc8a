import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expOfNegative } from '../../../src/statistics/next-token.ts';
import { seededRandom } from '../../../src/statistics/random.ts';

test('agrees with Math.exp to the last digits wherever probabilities matter', () => {
	const random = seededRandom(1);
	for (let i = 0; i < 200_000; i++) {
		const x = -(random() ** 3) * 60;
		const exact = Math.exp(x);
		assert.ok(Math.abs(expOfNegative(x) - exact) <= 1e-14 * exact, `e^${x}`);
	}
});

test('at the steps of its tables and beside them', () => {
	for (let k = 0; k < 4096; k++) {
		for (const x of [(-k * Math.LN2) / 256, (-k * Math.LN2) / 256 - 1e-13, Math.min(0, (-k * Math.LN2) / 256 + 1e-13)]) {
			assert.ok(Math.abs(expOfNegative(x) / Math.exp(x) - 1) <= 1e-14, `e^${x}`);
		}
	}
});

test('its ends', () => {
	assert.equal(expOfNegative(0), 1);
	assert.equal(expOfNegative(-0), 1);
	assert.equal(expOfNegative(-Infinity), 0);
	assert.ok(Number.isNaN(expOfNegative(Number.NaN)));
	for (const x of [-699, -699.999_999, -700, -720, -745, -746, -1e300])
		assert.ok(Math.abs(expOfNegative(x) - Math.exp(x)) <= 1e-13 * Math.exp(x), `e^${x}`);
});
