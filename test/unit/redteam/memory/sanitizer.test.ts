import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LanguageModel } from '../../../../src/analysis/language-model.ts';
import { sanitizerOf, sanitizerQuestion } from '../../../../src/redteam/memory/sanitizer.ts';

/** A model that gives the tokens of an answer these log-probabilities, in nats. */
function modelOf(read: string[], logProbabilities: (entry: string, answer: string) => readonly number[]): Pick<LanguageModel, 'score'> {
	return {
		score: async ({ query, contexts, response }) => {
			assert.equal(query, sanitizerQuestion);
			const entry = contexts[0]!.text;
			read.push(`${entry}: ${response}`);
			const logProbability = Float64Array.from(logProbabilities(entry, response ?? ''));
			const path = { logProbability } as never;
			return { scored: { withContext: path } } as never;
		},
	};
}

test('an entry is as suspect as the share of "yes", over all tokens of each answer, and is read once', async () => {
	const read: string[] = [];
	const model = modelOf(read, (entry, answer) =>
		answer === 'Yes' ? [Math.log(0.3)] : [Math.log(0.5), Math.log(entry === 'a' ? 0.2 : 1.2)],
	);
	const sanitize = sanitizerOf(model, new AbortController().signal);
	const close = (actual: Float64Array, expected: readonly number[]): void => {
		assert.deepEqual(
			Array.from(actual, (one) => one.toFixed(12)),
			expected.map((one) => one.toFixed(12)),
		);
	};
	close(await sanitize(['a', 'b', 'a']), [0.75, 1 / 3, 0.75]);
	close(await sanitize(['b']), [1 / 3]);
	assert.deepEqual(read, ['a: Yes', 'a: No', 'b: Yes', 'b: No']);
});
