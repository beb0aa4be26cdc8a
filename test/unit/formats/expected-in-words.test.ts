import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { expectedInWords } from '../../../src/formats/expected-in-words.ts';

const said = (schema: z.ZodType, value: unknown): string | undefined =>
	schema.safeParse(value, { error: expectedInWords }).error?.issues[0]?.message;

test('what was expected and what is there, in words and not in those of a schema', () => {
	assert.deepEqual(
		[
			said(z.object({ note: z.string() }), {}),
			said(z.string(), null),
			said(z.number(), 'much'),
			said(z.int(), 1.5),
			said(z.boolean(), [true]),
			said(z.array(z.string()), { a: 1 }),
			said(z.object({}), 'x'.repeat(41)),
			said(z.literal('a@1'), undefined),
			said(z.enum(['grounded', 'ungrounded']), 'good'),
			said(z.number().min(0), -1),
			said(z.number().gt(0), 0),
			said(z.number().max(1), 2),
			said(z.string().min(2), 'a'),
			said(z.array(z.string()).min(1), []),
			said(z.iso.date(), 'today'),
			said(z.union([z.string(), z.number()]), []),
		],
		[
			'text was expected, and nothing is there',
			'text was expected, and it is null',
			"a number was expected, and it is the text 'much'",
			'a whole number was expected, and it is 1.5',
			'true or false was expected, and it is a list',
			'a list was expected, and it is an object',
			'an object was expected, and it is a text',
			"'a@1' was expected, and nothing is there",
			"'grounded' or 'ungrounded' was expected, and it is the text 'good'",
			'at least 0 was expected',
			'more than 0 was expected',
			'at most 1 was expected',
			'at least 2 characters were expected',
			'at least 1 entry was expected',
			'a date such as 2026-01-31 was expected',
			'it is none of the kinds that are known',
		],
	);
	assert.equal(said(z.string().regex(/a/, 'expected an a'), 'b'), 'expected an a', 'what a schema says itself stays');
});

test('what is told apart by a member and is none of its kinds is told by that member', () => {
	const detectors = z.discriminatedUnion('method', [z.object({ method: z.literal('repcs') }), z.object({ method: z.literal('spad') })]);
	assert.equal(said(detectors, { method: 'magic' }), 'it is none of the kinds that are known by their `method`');
});
