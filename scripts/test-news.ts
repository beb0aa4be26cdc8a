import { isQuick } from '../test/support/slow-test.ts';

/** What a process of tests reports to the program that watches it. */
export type TestNews =
	| { readonly what: 'begun'; readonly name: string; readonly nesting: number }
	/** `outcome`: `null` of a suite, which has that of its tests; one that is skipped has passed. `reason`: why it failed, or `null`. */
	| {
			readonly what: 'ended';
			readonly name: string;
			readonly nesting: number;
			readonly outcome: 'passed' | 'failed' | null;
			readonly reason: string | null;
	  }
	/** All tests have ended, and their counts are printed or about to be. */
	| { readonly what: 'finished' };

/** Ends a test that hangs and has no limit of its own, milliseconds. Its own test sets less. */
export const longestTest = Number(process.env['RAG_ASSAY_TEST_LIMIT'] ?? (isQuick ? 300_000 : 900_000));
