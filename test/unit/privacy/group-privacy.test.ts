import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupGuarantee } from '../../../src/privacy/group-privacy.ts';

test('(kε, k e^{(k−1)ε} δ), never below, and δ never above 1', () => {
	assert.deepEqual(groupGuarantee(3, 1e-5, 1), { epsilon: 3, delta: 1e-5 });
	const two = groupGuarantee(3, 1e-5, 2);
	assert.equal(two.epsilon, 6);
	assert.ok(two.delta >= 2e-5 * Math.exp(3) && two.delta < 2e-5 * Math.exp(3) * (1 + 1e-12));
	assert.deepEqual(groupGuarantee(3, 1e-5, 8), { epsilon: 24, delta: 1 });
	assert.deepEqual(groupGuarantee(700, 0, 5), { epsilon: 3500, delta: 0 });
	for (const documents of [0, 1.5, Number.NaN]) assert.throws(() => groupGuarantee(1, 1e-5, documents), RangeError);
});
