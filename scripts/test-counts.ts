import { stripVTControlCharacters } from 'node:util';

export interface Counts {
	readonly passed: number;
	readonly failed: number;
	readonly skipped: number;
}

export const noCounts: Counts = { passed: 0, failed: 0, skipped: 0 };

export function add(a: Counts, b: Counts): Counts {
	return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/**
 * Sums the closing lines (`ℹ pass 3` or `# pass 3`) of every run of Node's test runner in `output`. A cancelled test has failed;
 * one marked as to do counts as skipped.
 */
export function countsIn(output: string): Counts {
	let counts = noCounts;
	for (const [, what, digits] of stripVTControlCharacters(output).matchAll(/^[ℹ#] (pass|fail|cancelled|skipped|todo) (\d+)\r?$/gm)) {
		const n = Number(digits);
		if (what === 'pass') counts = add(counts, { ...noCounts, passed: n });
		else if (what === 'fail' || what === 'cancelled') counts = add(counts, { ...noCounts, failed: n });
		else counts = add(counts, { ...noCounts, skipped: n });
	}
	return counts;
}

/** What a suite counts for, given how it ended: one that failed without a failed test, or ran none, has one failure. */
export function settled(counts: Counts, status: number | null): Counts {
	const ran = counts.passed + counts.failed + counts.skipped > 0;
	return (status !== 0 || !ran) && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** The last line of all: `41 passed, 0 failed, 2 skipped`. */
export function summaryLine({ passed, failed, skipped }: Counts): string {
	return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
