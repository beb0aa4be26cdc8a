import type * as z from 'zod';

const nouns: Readonly<Record<string, string>> = {
	string: 'text',
	number: 'a number',
	int: 'a whole number',
	bigint: 'a whole number',
	boolean: 'true or false',
	array: 'a list',
	object: 'an object',
	record: 'an object',
	null: 'null',
};

/**
 * What a schema expected and what is there, in words for whoever wrote the file: a clause that goes on after `is not as expected:`. For `safeParse`;
 * a schema that has words of its own keeps them, and where nothing is known to say zod's stand.
 */
export const expectedInWords: z.core.$ZodErrorMap = (issue) => {
	switch (issue.code) {
		case 'invalid_type':
			return `${nouns[issue.expected] ?? issue.expected} was expected, and ${found(issue.input)}`;
		case 'invalid_value':
			return `${issue.values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value))).join(' or ')} was expected, and ${found(issue.input)}`;
		case 'too_small':
			return `${issue.inclusive === false ? 'more than' : 'at least'} ${amount(issue.minimum, issue.origin)} expected`;
		case 'too_big':
			return `${issue.inclusive === false ? 'less than' : 'at most'} ${amount(issue.maximum, issue.origin)} expected`;
		case 'invalid_format':
			return formats[issue.format];
		case 'invalid_union':
			return `it is none of the kinds that are known${issue.discriminator === undefined ? '' : ` by their \`${issue.discriminator}\``}`;
		case 'custom':
		case 'invalid_element':
		case 'invalid_key':
		case 'not_multiple_of':
		case 'unrecognized_keys':
			return undefined;
	}
};

const formats: Readonly<Record<string, string>> = {
	date: 'a date such as 2026-01-31 was expected',
	datetime: 'a date with a time such as 2026-01-31T12:00:00Z was expected',
};

/** `0 was`, `2 characters were`. */
function amount(limit: number | bigint, origin: string): string {
	const one = Number(limit) === 1;
	if (origin === 'string') return `${limit} ${one ? 'character was' : 'characters were'}`;
	if (origin === 'array') return `${limit} ${one ? 'entry was' : 'entries were'}`;
	return `${limit} was`;
}

function found(input: unknown): string {
	if (input === undefined) return 'nothing is there';
	if (input === null) return 'it is null';
	if (Array.isArray(input)) return 'it is a list';
	if (typeof input === 'string') return input.length <= 40 ? `it is the text '${input}'` : 'it is a text';
	return typeof input === 'number' || typeof input === 'boolean' ? `it is ${input}` : 'it is an object';
}
