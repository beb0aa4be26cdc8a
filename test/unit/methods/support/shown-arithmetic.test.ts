import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { contexts, flagged } from './judged.ts';

const prices = contexts(
	'An adult ticket costs $12 and a child ticket costs $7. The room costs $120 a night, and breakfast is $15. The tank holds 1,200 litres, and the pump uses 80 litres per hour. A jacket of $80 is reduced by 25 %.',
);

describe('the result of a calculation that the sentence shows', () => {
	for (const right of [
		'2 adults and 3 children pay 2 × $12 + 3 × $7 = $45.',
		'Three nights with breakfast cost 3 × ($120 + $15) = $405.',
		'It is 3 nights x $120 = $360.',
		'The tank lasts for 15 hours (1,200 / 80).',
		'The jacket is $80 − 25 % = $60 now.',
		'The jacket is 75 % of it: $80 - $80 * 25 % = $60.',
	])
		test(`is not flagged where it is right: ${right}`, async () => assert.deepEqual(await flagged(right, prices), []));

	for (const [wrong, value] of [
		['Three nights cost 3 × $120 = $3,660.', '$3,660'],
		['Three nights with breakfast cost 3 × ($120 + $15) = $415.', '$415'],
		['The tank lasts for 16 hours (1,200 / 80).', '16 hours'],
		// The sum is right, and its term is in no context.
		['Two nights and three breakfasts are 2 × $120 + 3 × $1,019 = $3,297.', '$1,019'],
		// Another unit.
		['Three tanks hold 3 × 1,200 litres = 3,600 millilitres.', '3,600 millilitres'],
	] as const)
		test(`is flagged where it is wrong, and so is a term that no context has: ${wrong}`, async () => {
			const found = await flagged(wrong, prices);
			assert.ok(
				found.some((one) => one.includes(value)),
				JSON.stringify(found),
			);
		});

	test('is that of the usual precedence, whatever the numbers', async () => {
		const number = fc.integer({ min: 13, max: 400 });
		const sign = fc.constantFrom('+', '-');
		await fc.assert(
			fc.asyncProperty(
				number,
				number,
				number,
				number,
				sign,
				fc.boolean(),
				fc.constantFrom(0, 3),
				async (a, b, c, d, plusOrMinus, isGrouped, off) => {
					const terms = plusOrMinus === '+' ? c + d : c - d;
					const value = isGrouped ? a * b + terms : a * b + (plusOrMinus === '+' ? 1 : -1) * c * d;
					if (value < 13 || (isGrouped && terms < 1)) return;
					const shown = isGrouped ? `${a} × ${b} + (${c} ${plusOrMinus} ${d})` : `${a} × ${b} ${plusOrMinus} ${c} × ${d}`;
					const given = contexts(`The figures are ${[a, b, c, d].join(' grams, ')} grams.`);
					const answer = `The result is ${shown} = ${value + off} units.`;
					const isFlagged = (await flagged(answer, given)).some((one) => one.includes(String(value + off)));
					if (off === 0) assert.equal(isFlagged, false, answer);
				},
			),
			{ numRuns: 60 },
		);
	});
});
