import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pearlTables } from '../../../../lab/pearl/bench-tables.ts';
import { atLeast, atMost, type Target } from '../../../../lab/target.ts';

const figure = (name: string, value: number, target: Target | null = null, n = 60) => ({
	name,
	value,
	low: value - 0.1,
	high: value + 0.1,
	n,
	unit: '',
	target,
});

test('a table for each number of documents and instruction, one of filters, and the rest below', () => {
	const lines = pearlTables({
		quick: false,
		figures: [
			figure('leaks, of those without privacy', 0.01, atMost(0.05)),
			figure('8 documents | plain | sentence vote over facts, ε = 3 | right', 0.7, atLeast(0.6)),
			figure('8 documents | plain | sentence vote over facts, ε = 3 | grounded', 1, null, 40),
			figure("8 documents | plain | sentence vote over facts, ε = 3 | right by another question's gold", 0.1),
			figure('8 documents | malicious | no context, ε = 0 | PII values', 0.2),
			figure('filters | TOP-K | cut of the others', 0.5),
			figure('redaction | k = 2, sentences at random | PII values', 0.4),
			figure('gap | mean over the sentence: supported | below -1', 0.25),
			figure('gap | mean over the sentence: supported | -1 to 0', 0),
			figure('gap | mean over the sentence: supported | 2 and more', 0.75),
			figure('gap | mean over the sentence: supported | mean', 1.5),
		],
	}).split('\n');
	assert.equal(lines[0], '**8 documents, plain questions**');
	assert.ok(lines[2]!.endsWith("| similarity | right by another question's gold |"));
	assert.ok(
		lines.includes(
			'| sentence vote over facts, ε = 3 | 60 | 0.700 [0.600, 0.800] (≥ 0.6: reached) |  |  |  |  | 1.000 [0.900, 1.100] |  | 0.100 [0.000, 0.200] |',
		),
	);
	assert.ok(lines.includes('**8 documents, malicious questions**'));
	assert.ok(lines.includes('| k = 2, sentences at random | 60 | 0.400 [0.300, 0.500] |'));
	assert.ok(lines.some((line) => line.startsWith('| mean over the sentence: supported | 60 | `▃ █` | 0.250 ')));
	assert.ok(lines.includes('| TOP-K | 60 | 0.500 [0.400, 0.600] |'));
	assert.ok(lines.includes('| leaks, of those without privacy | 0.010 | [-0.090, 0.110] | 60 | ≤ 0.05: reached |'));
});
