import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unreachableWords } from '../../../src/wording/thresholds.ts';

test('a threshold that no score can reach says so', () => {
	const words = (threshold: number, unit: string, direction: 'above' | 'below' = 'above'): string =>
		unreachableWords({ threshold, unit, direction });
	assert.equal(words(2.002, 'cosine'), ' (cannot be reached)');
	assert.equal(words(1, 'probability'), ' (cannot be reached)');
	assert.equal(words(0.999, 'cosine'), '');
	assert.equal(words(2, 'cosine', 'below'), '');
	assert.equal(words(2, 'deviations'), '');
	assert.equal(words(5, 'nats'), '');
});
