import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitPowerLaw } from '../../../../src/analysis/calibration/power-law.ts';

const close = (found: number, expected: number): void => assert.ok(Math.abs(found - expected) < 1e-12, `${found}, not ${expected}`);

test('points of a curve of the family give that curve', () => {
	for (const [a, b, c] of [[0.98, 0.8, 0.5], [0.9, 3, 1], [1, 0.4, 0.25]] as const) {
		const y = (x: number): number => a - b * x ** -c;
		const curve = fitPowerLaw([20, 40, 80, 160].map((x) => ({ x, y: y(x) })));
		for (const x of [10, 300, 5000]) close(curve(x), y(x));
	}
});

test('the end is at most 1, and a falling curve is level', () => {
	const steep = fitPowerLaw([{ x: 10, y: 0.5 }, { x: 20, y: 0.8 }, { x: 40, y: 0.99 }]);
	assert.ok(steep(1e9) <= 1);
	const falling = fitPowerLaw([{ x: 10, y: 0.9 }, { x: 20, y: 0.8 }, { x: 40, y: 0.7 }]);
	close(falling(10), 0.8);
	close(falling(1000), 0.8);
	assert.throws(() => fitPowerLaw([{ x: 10, y: 1 }]), RangeError);
	assert.throws(() => fitPowerLaw([{ x: 0, y: 1 }, { x: 1, y: 1 }]), RangeError);
});
