import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findingBeside } from '../../../src/extension/finding-order.ts';

const at = (uri: string, line: number, character = 0) => ({ uri, line, character });
const findings = [at('b', 3), at('a', 9), at('a', 2, 5), at('a', 2, 1)];

test('the next finding is behind the cursor, then in the next document, and then the first again', () => {
	assert.deepEqual(findingBeside(findings, at('a', 2, 1), 'next'), at('a', 2, 5));
	assert.deepEqual(findingBeside(findings, at('a', 9), 'next'), at('b', 3));
	assert.deepEqual(findingBeside(findings, at('b', 3), 'next'), at('a', 2, 1));
	assert.deepEqual(findingBeside(findings, undefined, 'next'), at('a', 2, 1));
});

test('the finding before is before the cursor, then in the document before, and then the last one', () => {
	assert.deepEqual(findingBeside(findings, at('a', 2, 5), 'previous'), at('a', 2, 1));
	assert.deepEqual(findingBeside(findings, at('b', 0), 'previous'), at('a', 9));
	assert.deepEqual(findingBeside(findings, at('a', 2, 1), 'previous'), at('b', 3));
	assert.equal(findingBeside([], at('a', 0), 'next'), undefined);
});
