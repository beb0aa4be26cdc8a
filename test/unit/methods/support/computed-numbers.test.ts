import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ComputedNumbers, type Computation } from '../../../../src/methods/support/computed-numbers.ts';

test('a number is found in a range exactly if one was added there, with how it was computed', () => {
	const number = fc.integer({ min: -40, max: 40 });
	const one = fc.record({
		measure: fc.constantFrom('', 'percent'),
		value: number,
		step: fc.constantFrom(1, 0.1),
		terms: fc.integer({ min: 1, max: 3 }),
		isLoose: fc.boolean(),
	});
	fc.assert(
		fc.property(fc.array(one, { maxLength: 200 }), number, fc.nat(20), one, (added, low, width, asked) => {
			const numbers = new ComputedNumbers();
			for (const [i, { measure, value, step, terms, isLoose }] of added.entries()) {
				numbers.add(measure, value, step, terms, isLoose);
				// Looking in between puts them in order.
				if (i % 7 === 0) numbers.some(measure, low, low, () => false);
			}
			const high = low + width;
			const isAlike = (value: number, { step, terms, isLoose }: Computation): boolean =>
				value % 2 === 0 && step === asked.step && terms === asked.terms && isLoose === asked.isLoose;
			assert.equal(
				numbers.some(asked.measure, low, high, isAlike),
				added.some((each) => each.measure === asked.measure && each.value >= low && each.value <= high && isAlike(each.value, each)),
			);
		}),
	);
});
