import type { NumberReading } from './numbers.ts';
import { inBase, temperatureMeasure, type Unit } from './units.ts';
import type { Amount, Hedge } from './values.ts';

/** A number in the base unit of what it measures; `measure` is empty for a number without a unit. */
export interface Quantity {
	readonly measure: string;
	readonly value: number;
	/** What the last digits count, in the base unit (`NumberReading`). */
	readonly step: number;
	readonly place: number;
	/** How many base units the unit is: values in different units were converted. */
	readonly factor: number;
}

/** What was computed of an amount: each given one is compared with each of the answer's. */
const inUnits = new WeakMap<Amount, readonly Quantity[]>();
const bare = new WeakMap<Amount, readonly Quantity[]>();

/** Returns an amount in each of its readings and units. */
export function quantitiesOf(amount: Amount): readonly Quantity[] {
	const known = inUnits.get(amount);
	if (known !== undefined) return known;
	const { readings, units, isNegative } = amount;
	const quantities =
		units.length === 0
			? bareQuantitiesOf(amount)
			: readings.flatMap((reading) => units.map((unit) => quantityOf(reading, unit, isNegative)));
	inUnits.set(amount, quantities);
	return quantities;
}

/** Returns an amount in each of its readings, without its unit. */
export function bareQuantitiesOf(amount: Amount): readonly Quantity[] {
	const known = bare.get(amount);
	if (known !== undefined) return known;
	const quantities = amount.readings.map((reading) => ({ measure: '', ...reading, factor: 1 }));
	bare.set(amount, quantities);
	return quantities;
}

/** Returns what an amount is computed with: its likeliest reading, and also the one without its unit if that stands in the head of its list. */
export function operandsOf(amount: Amount): readonly Quantity[] {
	const [first] = quantitiesOf(amount);
	if (first === undefined) return [];
	return amount.isHeaded === true ? [first, bareQuantitiesOf(amount)[0]!] : [first];
}

const kelvinOfZero = 273.15;

function quantityOf({ value, step, place }: NumberReading, unit: Unit, isNegative: boolean): Quantity {
	const signed = isNegative && unit.measure === temperatureMeasure ? -value : value;
	// In degrees Celsius: a share of a temperature in Kelvin is no small difference.
	const base = inBase(signed, unit) - (unit.measure === temperatureMeasure ? kelvinOfZero : 0);
	return { measure: unit.measure, value: base, step: step * unit.factor, place: place * unit.factor, factor: unit.factor };
}

const exact = 1e-9;
/** How far a converted value may be off: texts round when they convert. */
const conversionTolerance = 0.03;
/** 'About' allows so much, 'over' and 'under' a bound that is near. */
const aboutTolerance = 0.1;
const boundTolerance = 0.25;

/** Returns whether one may write `said` for a value that is given as `known`: it is equal, rounded, converted, or qualified by a hedge. */
export function isRendering(said: Quantity, known: Pick<Quantity, 'value' | 'step' | 'factor'>, hedge: Hedge): boolean {
	const size = Math.abs(known.value);
	const off = Math.abs(said.value - known.value);
	if (off <= exact * Math.max(size, 1)) return true;
	if (size === 0) return false;
	// A number that is as exact as the given one is no estimate of it, unless it is a round one.
	const isCoarser =
		known.step < said.step ||
		said.factor !== known.factor ||
		(Math.round(said.value / said.place) % 5 === 0 && said.value / said.place < 1000);
	if (hedge === 'about' && isCoarser && off <= aboutTolerance * size) return true;
	// 'Over 17' is 18 or more.
	if ((hedge === 'over' || hedge === 'under') && off <= said.place * (1 + exact) && said.value < known.value === (hedge === 'over'))
		return true;
	if (hedge === 'over' && isCoarser && said.value < known.value && known.value <= said.value * (1 + boundTolerance)) return true;
	if (hedge === 'under' && isCoarser && said.value > known.value && said.value <= known.value * (1 + boundTolerance)) return true;
	const half = (said.step / 2) * (1 + exact);
	// Zero is no beginning of a temperature: the degrees count, and no share of them.
	if (said.measure === temperatureMeasure && said.factor !== known.factor)
		return off <= Math.max(conversionTolerance * size, Math.min(half, 0.6));
	if (said.factor !== known.factor) return off <= Math.max(conversionTolerance * size, Math.min(half, 0.12 * size));
	const digits = Math.round(Math.abs(said.value) / said.step);
	return known.step < said.step && off <= half && (digits >= 10 || off <= 0.015 * size);
}

/** The range in which given values lie that a number may render, whatever their digits: a filter before `isRendering`. */
export function renderedRange({ value, step, place }: Quantity, hedge: Hedge): { readonly low: number; readonly high: number } {
	const size = Math.abs(value);
	const slack =
		hedge === null
			? Math.max(step / 2, size * 0.12)
			: Math.max(step / 2, place, size * (1 / (1 - aboutTolerance) - 1), size * boundTolerance);
	return { low: value - slack - exact * Math.max(size, 1), high: value + slack + exact * Math.max(size, 1) };
}
