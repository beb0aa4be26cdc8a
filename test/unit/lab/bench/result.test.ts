import assert from 'node:assert/strict';
import { test } from 'node:test';
import { benchResult, reaches } from '../../../../lab/bench/result.ts';
import { atLeast, atMost, intervalHolds, moreThan, type Target, within } from '../../../../lab/target.ts';

const without = { low: null, high: null };

test('targets of a value: at most, at least, more than, within; none', () => {
	const reached = (value: number, target: Target | null) => reaches({ value, ...without, target });
	const cases: readonly [number, Target, boolean][] = [
		[50, atMost(50), true],
		[50.1, atMost(50), false],
		[0.95, atLeast(0.95), true],
		[0.949, atLeast(0.95), false],
		[0.1, within(0.1, 0.5), true],
		[0.5, within(0.1, 0.5), true],
		[0.09, within(0.1, 0.5), false],
		[0.51, within(0.1, 0.5), false],
		[-2, within(-3, -1), true],
		[-0.001, moreThan(0), false],
		[0, moreThan(0), false],
		[0.001, moreThan(0), true],
	];
	for (const [value, target, is] of cases) assert.equal(reached(value, target), is, `${value} ${JSON.stringify(target)}`);
	assert.equal(reached(1, null), undefined);
});

test('an interval holds a number or not, wherever the value is', () => {
	const reached = (low: number | null, high: number | null) => reaches({ value: 0.513, low, high, target: intervalHolds(0.5) });
	assert.deepEqual([reached(0.501, 0.525), reached(0.486, 0.499), reached(0.499, 0.525), reached(0.5, 0.6)], [false, false, true, true]);
	assert.throws(() => reached(null, null), RangeError);
});

test('a result has its targets typed, and none that nothing could compare', () => {
	const result = (target: unknown) => ({
		schema: 'rag-assay/bench@1',
		name: 'x',
		seed: 1,
		quick: false,
		data: {},
		figures: [{ name: 'y', value: 1, ...without, n: 1, unit: '', target }],
		seconds: 1,
	});
	for (const target of [{ op: '>=', value: 0.95 }, { op: 'between', low: 0.1, high: 0.5 }, { op: 'holds', value: 0.5 }, null])
		assert.deepEqual(benchResult.parse(result(target)).figures[0]!.target, target);
	for (const target of ['>= 0.95', { op: '=', value: 1 }, { op: '>=' }, { op: 'between', value: 1 }, undefined])
		assert.equal(benchResult.safeParse(result(target)).success, false, JSON.stringify(target));
});
