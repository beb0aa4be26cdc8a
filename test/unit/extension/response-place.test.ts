import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { responsePlaceInPair, responsePlaceInTrace, writtenResponse } from '../../../src/extension/response-place.ts';
import { readRagMarkdown } from '../../../src/formats/rag-md.ts';

const answer = 'It leaves at noon.\n## Query\n\\## Response\nReally.';

/** The document after the response has been written into it. */
function written(text: string, response = answer, eol = '\n'): string {
	const { offset, before, after } = responsePlaceInTrace(text);
	return text.slice(0, offset) + before + writtenResponse(response, eol, true) + after + text.slice(offset);
}

describe('where a response is written', () => {
	test('below an empty section', () => {
		assert.equal(written('## Query\n\nWhen?\n\n## Response\n', 'Noon.'), '## Query\n\nWhen?\n\n## Response\n\nNoon.\n');
		assert.equal(written('## Query\n\nWhen?\n\n## Response', 'Noon.'), '## Query\n\nWhen?\n\n## Response\n\nNoon.\n');
	});

	test('below an empty section before another', () => {
		assert.equal(
			written('## Query\n\nWhen?\n\n## Response\n\n## Reference\n\nAt noon.\n', 'Noon.'),
			'## Query\n\nWhen?\n\n## Response\n\nNoon.\n\n## Reference\n\nAt noon.\n',
		);
	});

	test('in a section of its own before the reference, or at the end', () => {
		assert.equal(
			written('## Query\n\nWhen?\n\n## Reference\n\nAt noon.\n', 'Noon.'),
			'## Query\n\nWhen?\n\n## Response\n\nNoon.\n\n## Reference\n\nAt noon.\n',
		);
		assert.equal(written('## Query\n\nWhen?', 'Noon.'), '## Query\n\nWhen?\n\n## Response\n\nNoon.\n');
		assert.equal(written('## Query\r\n\r\nWhen?\r\n', 'Noon.', '\r\n'), '## Query\r\n\r\nWhen?\r\n\r\n## Response\r\n\r\nNoon.\r\n');
	});

	test('what is written is what is read, whatever the model says and however the file stands', () => {
		const heads = ['## Response', '## Reference', '## Query', '## Context a', '\\## Response', 'word', '', '  '];
		fc.assert(
			fc.property(
				fc.array(fc.constantFrom(...heads, 'Ünïcode 🚢', '## Other'), { minLength: 1, maxLength: 6 }),
				fc.constantFrom('\n', '\r\n'),
				fc.constantFrom(
					'',
					'\n## Response',
					'\n## Response\n',
					'\n\n## Response\n\n',
					'\n## Reference\nx',
					'\n## Response\n## Reference\nx\n',
					// An answer that ends within a code block must not take the reference in.
					'\n## Reference\n```\nx\n```\n',
				),
				(lines, eol, tail) => {
					const response = lines.join('\n').trim();
					fc.pre(response !== '');
					const text = `## Query\n\nWhen?\n\n## Context one\n\nAt noon.\n${tail}`.replaceAll('\n', eol);
					const { traces, problems } = readRagMarkdown('t', written(text, response, eol), 't');
					assert.deepEqual(problems, []);
					assert.equal(traces[0]!.response?.text, response.split('\n').join('\n'));
					assert.equal(traces[0]!.query.text, 'When?');
				},
			),
		);
	});

	test('in a pair the text is the response as it is', () => {
		assert.deepEqual(responsePlaceInPair('', '\n'), { offset: 0, before: '', after: '\n' });
		assert.deepEqual(responsePlaceInPair('---\nmodel: m\n---\n', '\n'), { offset: 17, before: '', after: '\n' });
		assert.deepEqual(responsePlaceInPair('---\nmodel: m\n---', '\n'), { offset: 16, before: '\n', after: '\n' });
		assert.equal(writtenResponse('## Query\nx', '\r\n', false), '## Query\r\nx');
	});
});
