import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorNumbers } from '../../../../src/error-numbers.ts';
import { UserError } from '../../../../src/errors.ts';
import { Failures } from '../../../../src/runner/traces/failures.ts';

test('many errors of one kind are counted behind the first ones', () => {
	const failures = new Failures({ error: assert.fail, warn: assert.fail, info: assert.fail, debug: assert.fail });
	for (let i = 0; i < 1203; i++) failures.add(new UserError(errorNumbers.noResponse, `no ${i}`));
	failures.add(new UserError(errorNumbers.unreadableFile, 'gone'));
	const listed = failures.list();
	assert.equal(listed.length, 1001);
	assert.equal(listed[998]?.message, 'no 998');
	assert.equal(listed[999]?.message, 'no 999 (And 203 more such errors.)');
	assert.equal(listed[1000]?.message, 'gone');
});
