import assert from 'node:assert/strict';
import test from 'node:test';
import { parseArgs } from 'node:util';
import { optionMistake } from '../../../../lab/bench/option-mistake.ts';

function mistakeOf(args: string[]): string | undefined {
	try {
		parseArgs({ args, options: { size: { type: 'string' } } });
	} catch (error) {
		return optionMistake(error);
	}
	return assert.fail('nothing was thrown');
}

test('a mistaken option is told in a sentence, and no other error is taken for one', () => {
	assert.equal(mistakeOf(['--sise', 'small']), "Unknown option '--sise'");
	assert.match(mistakeOf(['--size']) ?? '', /'--size <value>' argument missing/);
	assert.equal(optionMistake(new TypeError('x is not a function')), undefined);
});
