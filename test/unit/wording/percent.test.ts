import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { percentOf, roughPercentOf } from '../../../src/wording/numbers.ts';
import { script } from '../../../src/report/script.ts';

const cases = [
	[0, '<0.1%'],
	[1e-9, '<0.1%'],
	[0.000999, '<0.1%'],
	[0.001, '0.1%'],
	[0.00123, '0.123%'],
	[0.05, '5%'],
	[0.36788, '36.8%'],
	[0.5, '50%'],
	[0.9994, '99.9%'],
	[1, '100%'],
] as const;

test('a probability has at most three significant digits, and none below a thousandth', () => {
	for (const [probability, shown] of cases) assert.equal(percentOf(probability), shown);
});

test('to read in passing, two digits are enough', () => {
	for (const [probability, shown] of [
		[0.0004, '<0.1%'],
		[0.00545, '0.5%'],
		[0.0344, '3.4%'],
		[0.985, '99%'],
		[0.9774, '98%'],
		[0.999, '100%'],
	] as const)
		assert.equal(roughPercentOf(probability), shown);
});

test("the report's page writes them the same", () => {
	const [line] = /^const pct = .*;$/m.exec(script)!;
	const pct = runInNewContext(`${line} pct`) as (logProbability: number) => string;
	for (const [probability, shown] of cases) assert.equal(pct(Math.log(probability + 1e-15)), shown);
});
