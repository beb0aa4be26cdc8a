import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProgressLine } from '../../../src/cli/output/progress-line.ts';

/** What `updates` of [message, done, total, seconds left] write. */
function written(live: boolean, updates: readonly (readonly [string, number, number, (number | undefined)?])[]): string[] {
	const lines: string[] = [];
	const progress = new ProgressLine(
		(text) => {
			lines.push(text);
		},
		live,
		30,
	);
	for (const [message, done, total, secondsLeft] of updates) progress.update({ message, done, total, secondsLeft });
	return lines;
}

test('where nobody has a terminal, a line for each new message and for each tenth, with the time left', () => {
	const steps = Array.from({ length: 41 }, (_, i) => ['Reading traces', i, 40, i === 0 ? undefined : 40 - i] as const);
	assert.deepEqual(written(false, [['Loading the model', 0, 0], ...steps]), [
		'Loading the model\n',
		'Reading traces\n',
		...Array.from({ length: 9 }, (_, i) => `Reading traces (${10 * (i + 1)}%, ${40 - 4 * (i + 1)} s left)\n`),
		'Reading traces (100%)\n',
	]);
});

test('a new message that reaches a tenth is one line; several tenths at once are one', () => {
	assert.deepEqual(
		written(false, [
			['Analyzing a', 0, 2],
			['Analyzing a', 0.05, 2, 9],
			['Analyzing b', 1, 2, 180],
			['Analyzing b', 1.1, 2, 120],
			['Analyzing c', 1.15, 2, 120],
		]),
		['Analyzing a\n', 'Analyzing b (50%, 3 min left)\n', 'Analyzing c\n'],
	);
});

test('a message that speaks of time itself is told as it is', () => {
	assert.deepEqual(written(false, [['Waiting (5 s left)', 0, 0, 9]]), ['Waiting (5 s left)\n']);
});

test('other work counts from its own beginning', () => {
	assert.deepEqual(
		written(false, [
			['Measuring', 0, 10],
			['Measuring', 9, 10],
			['Fitting', 0, 1000],
			['Fitting', 99, 1000],
			['Fitting', 100, 1000],
		]),
		['Measuring\n', 'Measuring (90%)\n', 'Fitting\n', 'Fitting (10%)\n'],
	);
});

test('a share that is a sum of fractions reaches its tenth', () => {
	// 0.7 of ten traces of one file: 10 · (0.6 + 0.1) is 6.999… in doubles.
	assert.deepEqual(
		written(false, [
			['Analyzing a', 0, 1],
			['Analyzing a', 0.6 + 0.1, 1],
		]),
		['Analyzing a\n', 'Analyzing a (70%)\n'],
	);
});

test('on a terminal one line is rewritten, no wider than it, and a long message leaves room for the share', () => {
	assert.deepEqual(
		written(true, [
			['Reading traces', 4, 40, 7],
			['Reading traces of a very long name', 0, 0],
		]),
		['\r\u001B[2KReading traces (7 s left) 10%', '\r\u001B[2KReading traces of a very long'],
	);
});
