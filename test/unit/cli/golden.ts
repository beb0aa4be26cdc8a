import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';

/** Compares with a file beside the tests; `UPDATE_GOLDEN=1` writes it, for a person to read before it is committed. */
export function assertGolden(name: string, actual: string): void {
	const file = new URL(`golden/${name}`, import.meta.url);
	if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(file, actual);
	assert.equal(actual, readFileSync(file, 'utf8'));
}
