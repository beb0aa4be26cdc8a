import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UserError } from '../../../src/errors.ts';
import { fromWire, toWire, withoutStack } from '../../../src/protocol/wire-error.ts';

describe('errors that cross a process boundary', () => {
	it("a user's mistake comes out as it went in, without a stack", () => {
		const error = new UserError('RA502', 'Too large.', {
			hint: 'Cut it.',
			place: { file: 'a.rag.md', line: 3 },
			cause: new Error('inner'),
		});
		const wire = toWire(error);
		assert.deepEqual(wire, { code: 'RA502', message: 'Too large.', hint: 'Cut it.', place: { file: 'a.rag.md', line: 3 } });
		const back = fromWire(wire);
		assert.deepEqual([back.code, back.message, back.hint, back.place], [error.code, error.message, error.hint, error.place]);
	});

	it('anything else is a defect, whose stack is for the log only', () => {
		const wire = toWire(new TypeError('x is undefined'));
		assert.equal(wire.code, 'RA500');
		assert.match(wire.message, /x is undefined/);
		assert.match(wire.stack ?? '', /TypeError/);
		assert.equal('stack' in withoutStack(wire), false);
		assert.equal(toWire('a string was thrown').message, 'Internal error: a string was thrown');
	});

	it('a code that is none of ours is a defect', () => {
		assert.equal(fromWire({ code: 'ENOENT', message: 'x' }).code, 'RA500');
	});
});
