import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { contexts, flagged } from './judged.ts';

/** A context, an answer, and what is flagged of it. */
type Row = readonly [context: string, answer: string, ...flagged: string[]];

/** Declares a test for each row. */
export function rows(name: string, list: readonly Row[]): void {
	describe(name, () => {
		for (const [context, answer, ...expected] of list)
			test(`${context} → ${answer}`, async () => assert.deepEqual(await flagged(answer, contexts(context)), expected));
	});
}
