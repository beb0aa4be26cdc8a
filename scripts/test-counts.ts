import { stripVTControlCharacters } from 'node:util';
import { slowTestReason } from '../test/support/slow-test.ts';

export interface Counts {
	readonly passed: number;
	readonly failed: number;
	/** For a reason that the test gives: something that it needs is not there. */
	readonly skipped: number;
	/** Slow tests that `npm test` leaves to `npm run test:all`. */
	readonly leftOut: number;
}

export const noCounts: Counts = { passed: 0, failed: 0, skipped: 0, leftOut: 0 };

export function add(a: Counts, b: Counts): Counts {
	return {
		passed: a.passed + b.passed,
		failed: a.failed + b.failed,
		skipped: a.skipped + b.skipped,
		leftOut: a.leftOut + b.leftOut,
	};
}

/**
 * Sums the closing lines (`ℹ pass 3` or `# pass 3`) of every run of Node's test runner in `output`. A canceled test has failed;
 * one marked as to do counts as skipped.
 */
export function countsIn(output: string): Counts {
	const plain = stripVTControlCharacters(output);
	let counts = noCounts;
	for (const [, what, digits] of plain.matchAll(/^[ℹ#] (pass|fail|cancelled|skipped|todo) (\d+)\r?$/gm)) {
		const n = Number(digits);
		if (what === 'pass') counts = add(counts, { ...noCounts, passed: n });
		else if (what === 'fail' || what === 'cancelled') counts = add(counts, { ...noCounts, failed: n });
		else counts = add(counts, { ...noCounts, skipped: n });
	}
	// The spec reporter alone prints a skipped test's reason behind its time.
	const leftOut = [...plain.matchAll(/^\s*﹣ .*\([\d.]+ms\) # (.*?)\r?$/gm)].filter(([, reason]) => reason === slowTestReason).length;
	return { ...counts, skipped: counts.skipped - leftOut, leftOut };
}

/** The lines that say of whole files that `npm test` leaves them out, as Node's test runner says it of tests: `countsIn` counts a file as one. */
export function linesOfFilesLeftOut(files: readonly string[]): string {
	return [...files.map((file) => `﹣ ${file} (0ms) # ${slowTestReason}`), `ℹ skipped ${files.length}`].join('\n');
}

/** A test or suite that lies in no other one. */
export interface TimedTest {
	readonly name: string;
	readonly seconds: number;
}

/** The tests that `output` of the spec reporter names at its outermost level, with the time that each took. */
export function timedTestsIn(output: string): TimedTest[] {
	// A failed test is named once more in the list at the end, below its place.
	return [...stripVTControlCharacters(output).matchAll(/(?<!^test at .*\n)^[✔✖] (.*) \(([\d.]+)ms\)/gm)].map(([, name, milliseconds]) => ({
		name: name!,
		seconds: Number(milliseconds) / 1000,
	}));
}

/** What a suite counts for, given how it ended: one that failed without a failed test, or ran none, has one failure. */
export function settled(counts: Counts, status: number | null): Counts {
	const ran = counts.passed + counts.failed + counts.skipped + counts.leftOut > 0;
	return (status !== 0 || !ran) && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** The last line of all: `41 passed, 0 failed, 2 skipped`. */
export function summaryLine({ passed, failed, skipped, leftOut }: Counts): string {
	return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}${leftOut > 0 ? `, ${leftOut} left to test:all` : ''}`;
}
