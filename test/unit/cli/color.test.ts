import assert from 'node:assert/strict';
import { test } from 'node:test';
import { colorDepth, mix, paint, rgbCodes } from '../../../src/cli/output/color.ts';
import { terminalText } from '../../../src/cli/output/terminal-text.ts';

const terminal = { isTTY: true };
const pipe = { isTTY: false };

test('a pipe has no colors unless they are forced', () => {
	assert.equal(colorDepth(pipe, { TERM: 'xterm-256color', COLORTERM: 'truecolor' }), 1);
	assert.equal(colorDepth(pipe, { FORCE_COLOR: '3' }), 24);
	assert.equal(colorDepth(pipe, { FORCE_COLOR: '2' }), 8);
	assert.equal(colorDepth(pipe, { FORCE_COLOR: '1' }), 4);
	assert.equal(colorDepth(pipe, { FORCE_COLOR: '0' }), 1);
});

test('a terminal has what it says, and NO_COLOR turns all off', () => {
	assert.equal(colorDepth(terminal, { COLORTERM: 'truecolor', TERM: 'xterm-256color' }), 24);
	assert.equal(colorDepth(terminal, { TERM: 'xterm-256color' }), 8);
	assert.equal(colorDepth(terminal, { TERM: 'dumb' }), 1);
	assert.equal(colorDepth(terminal, { TERM: 'xterm-256color', NO_COLOR: '1' }), 1);
});

test('codes', () => {
	assert.equal(paint(1, '31', 'a'), 'a');
	assert.equal(terminalText(paint(4, '31', 'a')), '\u001b[31ma\u001b[0m');
	assert.equal(rgbCodes(24, 'background', [1, 2, 3]), '48;2;1;2;3');
	assert.equal(rgbCodes(8, 'text', [255, 255, 255]), '38;5;231');
	assert.equal(rgbCodes(8, 'text', [0, 0, 0]), '38;5;16');
	assert.deepEqual(mix([0, 100, 200], [100, 0, 200], 0.25), [25, 75, 200]);
});
