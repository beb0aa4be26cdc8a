import { ComputedNumbers } from './computed-numbers.ts';
import { askedIndex, type GivenIndex } from './given-index.ts';
import { quantitiesOf, type Quantity } from './quantities.ts';
import { percent } from './units.ts';
import type { Amount } from './values.ts';

/*
 * What a question's own amount gives with an amount of a context: 'my damage is $3,000' with 'a deductible of $500' gives $2,500.
 */

/** With more amounts than these, some result fits by chance. */
const mostAsked = 3;
const mostGiven = 40;
const made = new WeakMap<GivenIndex, ComputedNumbers>();

/** Returns whether an amount is the sum or the difference of an amount of the question and one of a context, or what a context's percentage makes of the former. */
export function followsFromQuestion(amount: Amount, index: GivenIndex): boolean {
	if (amount.units.length === 0) return false;
	let results = made.get(index);
	if (results === undefined) {
		results = resultsOf(index);
		made.set(index, results);
	}
	return results.render(amount);
}

function resultsOf(index: GivenIndex): ComputedNumbers {
	const results = new ComputedNumbers();
	const likeliest = (amounts: readonly Amount[]): Quantity[] => amounts.flatMap((one) => quantitiesOf(one).slice(0, 1));
	const withUnits = ({ values }: Pick<GivenIndex, 'values'>): Amount[] =>
		values.flatMap(({ value }) => (value.kind === 'amount' && value.units.length > 0 ? [value] : []));
	const asked = likeliest(withUnits(askedIndex(index)));
	const given = likeliest(withUnits({ values: index.values.filter(({ text }) => index.texts[text]!.given.context !== null) }));
	if (asked.length > mostAsked || given.length > mostGiven) return results;
	for (const a of asked)
		for (const b of given) {
			const step = Math.min(a.step, b.step);
			if (a.measure === b.measure) {
				results.add(a.measure, a.value + b.value, step);
				results.add(a.measure, Math.abs(a.value - b.value), step);
			} else if (b.measure === percent.measure) {
				const share = (a.value * b.value) / 100;
				for (const value of [share, a.value - share, a.value + share]) results.add(a.measure, value, a.step / 100);
			}
		}
	return results;
}
