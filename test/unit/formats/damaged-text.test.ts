import assert from 'node:assert/strict';
import test from 'node:test';
import { readTraces } from '../../../src/formats/read-traces.ts';
import { isFailure } from '../../../src/formats/trace.ts';

const other = (text: string) => () => Promise.resolve(text);

test('a trace in another encoding than UTF-8 is read, and a warning says at which place', async () => {
	const text = new TextDecoder().decode(
		Buffer.from('## Query\nWhat does it cost?\n\n## Response\nAt the caf\u00E9: 3 francs.\n', 'latin1'),
	);
	const parsed = await readTraces('a.rag.md', text, other(''));
	assert.equal(parsed?.traces.length, 1);
	assert.deepEqual(
		parsed.problems.map((problem) => [problem.code, isFailure(problem), text.slice(0, problem.range.start).split('\n').length]),
		[['RA143', false, 5]],
	);
});

test('of a pair, the half is named', async () => {
	const parsed = await readTraces('a.prompt.md', '## Query\nq\n', other('\uFFFD'));
	assert.deepEqual(
		parsed?.problems.map(({ code, document }) => [code, document]),
		[['RA143', 'a.response.md']],
	);
});

test('nothing is said of UTF-8', async () => {
	assert.deepEqual((await readTraces('a.rag.md', '## Query\nq\n## Response\n3,50 \u20AC', other('')))?.problems, []);
});
