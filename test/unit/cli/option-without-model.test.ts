import assert from 'node:assert/strict';
import test from 'node:test';
import { requireUseOfModel } from '../../../src/cli/commands/analyze.ts';

test('a model or a profile that no method uses is refused, and the message names it', () => {
	assert.throws(() => requireUseOfModel({ methods: ['support'], profile: 'mine.json' }), {
		code: 'RA711',
		message: /^--profile would do nothing/,
	});
	assert.throws(() => requireUseOfModel({ methods: ['support'], model: 'mine', profile: 'mine.json' }), {
		code: 'RA711',
		message: /^--model and --profile would do nothing/,
	});
});

test('a model is of use for a method that reads, for all methods, and nobody has to name one', () => {
	requireUseOfModel({ methods: ['support', 'cg'], model: 'mine' });
	requireUseOfModel({ model: 'mine' });
	requireUseOfModel({ methods: ['support'] });
});
