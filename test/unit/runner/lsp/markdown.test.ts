import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { codeSpan, plainMarkdown } from '../../../../src/runner/lsp/markdown.ts';

describe('codeSpan', () => {
	it('shows what cannot be seen', () => {
		assert.equal(codeSpan(' works'), '`␣works`');
		assert.equal(codeSpan('a\r\nb\nc\td'), '`a⏎b⏎c⇥d`');
		assert.equal(codeSpan('\u202Eevil\u0000'), '`U+202EevilU+0000`');
		assert.equal(codeSpan('\uD83D'), '`U+D83D`');
		assert.equal(codeSpan(''), '*(nothing)*');
	});

	it('cannot be left: pipes, backticks, HTML, links and line ends of the text do nothing', () => {
		assert.equal(codeSpan('a|b'), '`a│b`');
		assert.equal(codeSpan('``` <img src=x> [l](command:rm)'), '```` ```␣<img␣src=x>␣[l](command:rm) ````');
		fc.assert(
			fc.property(
				fc.string({
					unit: fc.oneof(
						fc.constantFrom('`', '|', '\\', '\n', '<', ' ', '\u2028'),
						fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
					),
				}),
				(text) => {
					const span = codeSpan(text);
					if (text === '') return;
					assert.doesNotMatch(span, /[|\n\r\u2028\u2029]/);
					const fence = /^`+/.exec(span)![0];
					const inner = span.slice(fence.length, -fence.length);
					assert.ok(span.endsWith(fence));
					// CommonMark: a code span ends at the first run of as many backticks as it began with.
					assert.ok([...inner.matchAll(/`+/g)].every(([run]) => run.length !== fence.length));
				},
			),
		);
	});
});

describe('plainMarkdown', () => {
	it('makes no markup and no link of what a file wrote', () => {
		assert.equal(plainMarkdown('[a](b) <i> \u202Ex'), String.raw`\[a\](b) \<i\>  x`);
		assert.equal(
			plainMarkdown('mail a@b.example, see https://c.example or www.d.example: it is 10:30'),
			String.raw`mail a\@b.example, see https\://c.example or www\.d.example: it is 10:30`,
		);
	});
});
