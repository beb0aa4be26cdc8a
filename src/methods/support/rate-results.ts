import { askedIndex, type GivenIndex } from './given-index.ts';
import { quantitiesOf, type Quantity } from './quantities.ts';
import { countsIn, givenRates, thingOf } from './rates.ts';
import { timeMeasure, unitNamedBy } from './units.ts';
import type { Amount, Value } from './values.ts';

/*
 * What several rates give together, and how often a rate goes into a given amount: '$12 for adults and $7 for children', '1,200 l at 80 l/h'.
 */

type Fits = (said: Amount, value: Quantity) => boolean;

/** Prices of one thing among which the one that counts is looked for. */
const mostPrices = 3;
/** 'Adults pay $12', 'child: $7'. */
const payer = /(?<!\p{L})(\p{L}{3,})(?:(?: tickets?)? (?:pay|pays|cost|costs|is|are|at|zahlen|paient|pagan|pagam|pagano)|:)? ?[\p{Sc}]?$/iu;

const pricesOfIndex = new WeakMap<GivenIndex, ReadonlyMap<string, readonly Quantity[]>>();

/** Returns what each thing costs or takes by a context: the price that stands with *for* or *per* before it, or right behind it. */
function pricesOf(index: GivenIndex): ReadonlyMap<string, readonly Quantity[]> {
	const known = pricesOfIndex.get(index);
	if (known !== undefined) return known;
	const prices = new Map<string, Quantity[]>();
	const add = (thing: string, quantity: Quantity): void => {
		const list = prices.get(thing) ?? [];
		if (list.length < mostPrices && list.every(({ value }) => value !== quantity.value)) prices.set(thing, [...list, quantity]);
	};
	for (const { quantity, of } of givenRates(index).rates) if (of.length === 1) add(of[0]!, quantity);
	for (const { value, text } of index.values) {
		if (value.kind !== 'amount' || value.units.length === 0 || index.texts[text]!.given.context === null) continue;
		const word = payer.exec(index.texts[text]!.plain.slice(Math.max(0, value.start - 32), value.start))?.[1];
		if (word !== undefined) for (const quantity of quantitiesOf(value).slice(0, 1)) add(thingOf(word), quantity);
	}
	pricesOfIndex.set(index, prices);
	return prices;
}

/**
 * Returns whether an amount is a sum of products: '$45' for two adults at $12 and three children at $7. The counts stand in the answer's sentence, or in the
 * question.
 * @param values values of the answer's sentence
 */
export function isSumOfRates(amount: Amount, plain: string, values: readonly Value[], index: GivenIndex, fits: Fits): boolean {
	if (amount.units.length === 0) return false;
	const prices = pricesOf(index);
	if (prices.size < 2) return false;
	const own = countsIn(values.filter((value) => value !== amount).map((value) => ({ value, plain })));
	const asked = askedIndex(index);
	const askedCounts = countsIn(asked.values.map(({ value, text }) => ({ value, plain: asked.texts[text]!.plain })));
	return [own, askedCounts].some((counts) => {
		const terms = [...counts].flatMap(([thing, [count, ...others]]) => {
			const of = prices.get(thing);
			return of === undefined || count === undefined || others.length > 0
				? []
				: [of.map((price) => ({ ...price, value: price.value * count }))];
		});
		return terms.length > 1 && sumsOf(terms).some((sum) => fits(amount, sum));
	});
}

/** Sums of one quantity of each list, of those with one measure. */
function sumsOf([first = [], ...rest]: readonly (readonly Quantity[])[]): Quantity[] {
	return rest.reduce<Quantity[]>(
		(sums, list) =>
			sums.flatMap((sum) => list.filter(({ measure }) => measure === sum.measure).map((one) => ({ ...sum, value: sum.value + one.value }))),
		[...first],
	);
}

/** Returns whether an amount is how often a rate goes into a given amount: '15 hours' for 1,200 l at 80 l/h, '20 trays' for 800 cookies at 40 a tray. */
export function isTotalOverRate(amount: Amount, index: GivenIndex, fits: Fits): boolean {
	const { rates } = givenRates(index);
	if (rates.length === 0) return false;
	const isTime = quantitiesOf(amount).some(({ measure }) => measure === timeMeasure);
	return rates.some(({ quantity, of: [thing, ...others] }) => {
		if (thing === undefined || others.length > 0 || quantity.value <= 0) return false;
		const unit = isTime ? unitNamedBy(thing, timeMeasure) : undefined;
		if (isTime ? unit === undefined : !amount.counted.includes(thing)) return false;
		return index.values.some(({ value }) => {
			if (value.kind !== 'amount') return false;
			const [whole] = quantitiesOf(value);
			if (whole === undefined || whole.measure !== quantity.measure || whole.value <= quantity.value) return false;
			const times = whole.value / quantity.value;
			return unit === undefined
				? fits(amount, { measure: '', value: times, step: 1e-9, place: 1, factor: 1 })
				: fits(amount, { measure: timeMeasure, value: times * unit.factor, step: 1e-9, place: unit.factor, factor: unit.factor });
		});
	});
}
