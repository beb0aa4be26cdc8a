import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatNumbers, readNumbers } from '../../../../lab/spad/kept-numbers.ts';
import { numbersFor } from './made-up.ts';

test('numbers come back to the last bit, also those that decimals would lose', () => {
	const numbers = numbersFor('The ward is Ward A.', 2);
	numbers.attributed.logProbability.set([-Infinity, -0, 0.1 + 0.2, Number.MIN_VALUE]);
	const line = formatNumbers('train-0001', numbers);
	assert.ok(!line.includes('\n'));
	assert.deepEqual(readNumbers(line), { id: 'train-0001', numbers });
});

test('what is shorter than its tokens is refused', () => {
	const numbers = numbersFor('The ward is Ward A.', 2);
	assert.throws(() => readNumbers(formatNumbers('r', { ...numbers, confidenceGap: numbers.confidenceGap.slice(1) })), RangeError);
	assert.throws(() => readNumbers('{"id": "r"}'));
});
