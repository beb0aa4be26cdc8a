import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { allowedAmount, isWithin, plus, spentAmount } from '../../../../src/stores/ledger/amounts.ts';

test('a number counts as the decimal that it is written as: what is spent is rounded up, what is allowed down', () => {
	assert.deepEqual(spentAmount(3, 1e-5), { microEpsilon: 3_000_000, femtoDelta: 10_000_000_000 });
	assert.deepEqual(spentAmount(0.1, 1e-15), { microEpsilon: 100_000, femtoDelta: 1 });
	assert.deepEqual(spentAmount(0.1 + 0.2, 1e-16), { microEpsilon: 300_001, femtoDelta: 1 }, '0.30000000000000004');
	assert.deepEqual(allowedAmount(0.1 + 0.2, 1.9e-15), { microEpsilon: 300_000, femtoDelta: 1 });
	assert.deepEqual(spentAmount(1e-21, 0), { microEpsilon: 1, femtoDelta: 0 });
	assert.deepEqual(allowedAmount(64, 0.01), { microEpsilon: 64_000_000, femtoDelta: 10_000_000_000_000 });
	for (const impossible of [Number.NaN, Number.POSITIVE_INFINITY, -0.1, 1e300]) assert.throws(() => spentAmount(impossible, 0), RangeError);
});

/** The oracle: exact rational arithmetic on the decimal, by BigInt. */
function exactUnits(text: string, decimals: number): { floor: bigint; isWhole: boolean } {
	const [, whole, fraction = '', exponent = '0'] = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(text)!;
	const shift = Number(exponent) - fraction.length + decimals;
	const digits = BigInt(whole + fraction);
	if (shift >= 0) return { floor: digits * 10n ** BigInt(shift), isWhole: true };
	const divisor = 10n ** BigInt(-shift);
	return { floor: digits / divisor, isWhole: digits % divisor === 0n };
}

test('units are those of exact arithmetic', () => {
	fc.assert(
		fc.property(fc.double({ min: 0, max: 1e6, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }), (epsilon, delta) => {
			const [spent, allowed] = [spentAmount(epsilon, delta), allowedAmount(epsilon, delta)];
			for (const [value, decimals, up, down] of [
				[epsilon, 6, spent.microEpsilon, allowed.microEpsilon],
				[delta, 15, spent.femtoDelta, allowed.femtoDelta],
			] as const) {
				const { floor, isWhole } = exactUnits(String(value), decimals);
				assert.deepEqual([BigInt(down), BigInt(up)], [floor, isWhole ? floor : floor + 1n]);
			}
		}),
	);
});

test('ten times 0.1 are 1, and one unit more is too much', () => {
	let sum = spentAmount(0, 0);
	for (let i = 0; i < 10; i++) sum = plus(sum, spentAmount(0.1, 1e-6));
	assert.ok(isWithin(sum, allowedAmount(1, 1e-5)));
	assert.ok(!isWithin(plus(sum, spentAmount(1e-9, 0)), allowedAmount(1, 1e-5)));
});
