import { test, type TestFn, type TestOptions } from 'node:test';

/** Why a slow test did not run; `scripts/test-counts.ts` counts these apart from tests that are skipped. */
export const slowTestReason = 'only in npm run test:all';

/** Whether slow tests are left out: `npm test` sets it. A file that you run by itself has all of its tests. */
export const isQuick = process.env['RAG_ASSAY_TESTS'] === 'quick';

/** Declares a test that takes long (about three seconds or more on a quiet machine): `npm test` leaves it out. docs/testing.md lists them. */
export function slowTest(name: string, run: TestFn): void;
export function slowTest(name: string, options: TestOptions, run: TestFn): void;
export function slowTest(name: string, ...rest: [TestFn] | [TestOptions, TestFn]): void {
	const [options, run] = rest.length === 1 ? [{}, rest[0]] : rest;
	test(name, isQuick ? { ...options, skip: slowTestReason } : options, run);
}

/** Declares a test as `slowTest` does, one that `npm test` runs: where one list has a small case for it and larger ones that are slow. */
export function quickTest(name: string, run: TestFn): void;
export function quickTest(name: string, options: TestOptions, run: TestFn): void;
export function quickTest(name: string, ...rest: [TestFn] | [TestOptions, TestFn]): void {
	const [options, run] = rest.length === 1 ? [{}, rest[0]] : rest;
	test(name, options, run);
}
