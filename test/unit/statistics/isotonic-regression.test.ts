import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isotonicRegression } from '../../../src/statistics/isotonic-regression.ts';

const at = (ys: number[], xs = ys.map((_, i) => i)) => ys.map((y, i) => ({ x: xs[i]!, y }));

test('violators are pooled, equal places are one', () => {
	assert.deepEqual(isotonicRegression(at([1, 3, 2, 4])), [{ x: 0, y: 1, size: 1 }, { x: 1.5, y: 2.5, size: 2 }, { x: 3, y: 4, size: 1 }]);
	assert.deepEqual(isotonicRegression(at([0, 1, 1], [5, 5, 6])), [{ x: 5, y: 0.5, size: 2 }, { x: 6, y: 1, size: 1 }]);
	assert.deepEqual(isotonicRegression(at([3, 2, 1])), [{ x: 1, y: 2, size: 3 }]);
	assert.deepEqual(isotonicRegression([]), []);
});

test('the fit is the maximum over lower of the minimum over upper sets of means (Robertson, Wright, Dykstra 1988, 1.4)', () => {
	fc.assert(fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 25 }), (ys) => {
		const mean = (from: number, to: number) => ys.slice(from, to + 1).reduce((a, b) => a + b, 0) / (to - from + 1);
		const fitted = isotonicRegression(at(ys)).flatMap(({ y, size }) => Array.from({ length: size }, () => y));
		assert.equal(fitted.length, ys.length);
		for (const [i, value] of fitted.entries()) {
			const lower = Array.from({ length: i + 1 }, (_, s) => Math.min(...ys.slice(i).map((__, t) => mean(s, i + t))));
			assert.ok(Math.abs(value - Math.max(...lower)) < 1e-12);
		}
	}));
});

test('places and values rise strictly from block to block', () => {
	fc.assert(fc.property(fc.array(fc.record({ x: fc.integer({ min: 0, max: 30 }), y: fc.integer({ min: 0, max: 1 }) })), (data) => {
		const blocks = isotonicRegression(data);
		for (const [i, block] of blocks.entries()) assert.ok(i === 0 || (blocks[i - 1]!.x < block.x && blocks[i - 1]!.y < block.y));
		assert.equal(blocks.reduce((n, b) => n + b.size, 0), data.length);
	}));
});
