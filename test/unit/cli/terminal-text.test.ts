import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bold, paint, red } from '../../../src/cli/output/color.ts';
import { jsonLine, terminalText } from '../../../src/cli/output/terminal-text.ts';

/** All that ECMA-48 and Unicode's bidirectional algorithm let a text do to a terminal: C0 but line feed and tab, DEL, C1, embeddings, overrides and isolates. */
// oxlint-disable-next-line no-control-regex -- control characters are what this looks for
const acting = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
const all = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code)).join('');

test('colors of ours come out, nested and side by side, and nothing else that acts', () => {
	assert.equal(
		terminalText(paint(4, red, `a${paint(4, bold, 'b')}`) + paint(24, '38;2;1;2;3', 'c')),
		'\u001b[31ma\u001b[1mb\u001b[0m\u001b[0m\u001b[38;2;1;2;3mc\u001b[0m',
	);
	assert.equal(terminalText('a\tb\nc\r\nd \u{1F600} \u05d0'), 'a\tb\nc\nd \u{1F600} \u05d0');
	assert.doesNotMatch(terminalText(all), acting);
});

test('colors that a file wrote are text, also inside one of ours', () => {
	for (const hostile of ['\u001b[8mhidden', '\u001b[31mred\u001b[0m', '\u001b]0;title\u0007', '\u009b31m', '\u202egnp']) {
		const shown = terminalText(paint(4, red, hostile));
		const [open, close] = ['\u001b[31m', '\u001b[0m'];
		assert.ok(shown.startsWith(open) && shown.endsWith(close));
		assert.doesNotMatch(shown.slice(open.length, -close.length), acting);
	}
	assert.equal(terminalText('\u001b[31mred'), '\u241b[31mred');
});

test('JSON is the same to whoever reads it, and does nothing to a terminal', () => {
	const value = { [all]: [all, 'plain', '"\\\u202e"'] };
	const line = jsonLine(value);
	assert.deepEqual(JSON.parse(line), value);
	assert.doesNotMatch(line.trimEnd(), acting);
	assert.equal(line.split('\n').length, 2);
});
