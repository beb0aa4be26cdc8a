import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { screenFound } from '../../../src/screening/main.ts';
import { slowTest } from '../../support/slow-test.ts';
import { twinCases } from './twin-cases.ts';

interface Golden {
	readonly source: string;
	readonly cases: number;
	/** Of those by the score `room`: flagged. */
	readonly room: number;
	/** Whether Python refuses a threshold by `room`, one by a rule that nobody knows, and two by a score that nobody knows. */
	readonly refuses: readonly boolean[];
	readonly flagged: number;
	readonly without: number;
	readonly hides: string;
	readonly thresholds: string;
}

/** Of the Python in the docs, by make_golden.py. */
const golden = JSON.parse(readFileSync(new URL('golden.json', import.meta.url), 'utf8')) as Golden;

/** Holds the cases of the first seeds, 50 of each, to the golden file; how many there were. */
function casesLikeTheTwins(seeds: number): number {
	const [hides, thresholds] = [Buffer.from(golden.hides, 'base64'), Buffer.from(golden.thresholds, 'base64')];
	assert.equal(golden.cases, 10_000);
	// Neither side of it is empty.
	assert.ok(golden.room > 100 && golden.room < 700);
	assert.ok(golden.flagged > 1000 && golden.flagged < 9000 && golden.without > 100);
	let at = 0;
	for (let seed = 0; seed < seeds; seed++)
		for (const { query, corpus, found } of twinCases(seed)) {
			const screening = screenFound(query, found, corpus, 3);
			const expected = thresholds.readDoubleLE(8 * at);
			assert.equal(Number(screening.hide ?? -1), hides.readInt16LE(2 * at), `case ${at}`);
			assert.equal(screening.screened, !Number.isNaN(expected), `case ${at}`);
			if (screening.screened)
				assert.ok(Math.abs(screening.threshold - expected) < 1e-9, `case ${at}: ${screening.threshold}, not ${expected}`);
			at++;
		}
	return at;
}

test('the middleware flags and hides as its twin in Python does, on 1,000 cases', () => {
	assert.equal(casesLikeTheTwins(20), 1000);
});

slowTest('the middleware flags and hides as its twin in Python does, on all 10,000 cases', () => {
	assert.equal(casesLikeTheTwins(200), golden.cases);
});

test('the Python in the docs refuses a threshold that it does not know', () => {
	assert.deepEqual(golden.refuses, [false, true, true, true]);
});

test('the Python in the docs is the one that the golden file was made with', () => {
	const docs = readFileSync(new URL('../../../docs/query-screening.md', import.meta.url), 'utf8').replaceAll('\r\n', '\n');
	const source = /```python\n([\s\S]*?)```/.exec(docs)?.[1];
	assert.equal(
		createHash('sha256').update(source!).digest('hex'),
		golden.source,
		'run test/unit/screening/make_golden.py, and look at the difference',
	);
	const lines = source!.split('\n').filter((line) => line.trim() !== '' && !line.includes('"""') && !/^(import|from) /.test(line));
	assert.ok(lines.length <= 40, `${lines.length} lines`);
});
