import type { NumberReading } from './numbers.ts';
import { scaled } from './numbers.ts';
import type { Unit } from './units.ts';
import type { Amount, Value } from './values.ts';

const range =
	/^ ?(?:-|to|and|or|bis|auf|und|oder|sowie|contre|contro|contra|against|versus|vs\.?|\u00e0|et|y|e|a|until|through|up to|~) ?(?:(?:about|around|roughly|nearly|almost|some|the|i|gli|le|die|den|dem|les?|los|las|os|as) )?$/iu;

/** Of a range or a pair, '10 to 12 days', the first number has the second one's unit. */
export function sharedUnits(plain: string, values: readonly Value[]): Value[] {
	return values.map((value, i) => {
		const next = values[i + 1];
		if (value.kind !== 'amount' || next?.kind !== 'amount' || value.units.length > 0 || !range.test(plain.slice(value.end, next.start)))
			return value;
		// '120 to 150 million' may leave out a million.
		const readings = [...value.readings, ...scaled(value.readings, next.scales)];
		return { ...value, units: next.units, counted: next.counted, readings };
	});
}

const joint = /^,? ?(?:and |und |et |y |e )?$/iu;

/** Returns values where 'two hours and seventeen minutes' is one amount in the smaller unit. */
export function joinedAmounts(plain: string, values: readonly Value[]): Value[] {
	const joined: Value[] = [];
	for (const value of values) {
		const before = joined.at(-1);
		const both = before?.kind === 'amount' && value.kind === 'amount' ? together(plain, before, value) : undefined;
		if (both === undefined) joined.push(value);
		else joined[joined.length - 1] = both;
	}
	return joined;
}

function together(plain: string, larger: Amount, smaller: Amount): Amount | undefined {
	const [first, second] = [larger.readings[0], smaller.readings[0]];
	if (first === undefined || second === undefined || !joint.test(plain.slice(larger.end, smaller.start))) return undefined;
	for (const unit of smaller.units) {
		const above = larger.units.find(({ measure, factor }) => measure === unit.measure && factor > unit.factor);
		if (above !== undefined && isPart(first, above, second, unit)) {
			const value = Number(((first.value * above.factor) / unit.factor + second.value).toPrecision(12));
			return {
				...smaller,
				start: larger.start,
				hedge: larger.hedge,
				units: [unit],
				readings: [{ value, step: second.step, place: second.place }],
			};
		}
	}
	return undefined;
}

/** Whether the smaller amount is less than one of the larger unit, and the larger one is whole. */
function isPart(first: NumberReading, above: Unit, second: NumberReading, below: Unit): boolean {
	return Number.isInteger(first.value) && above.offset === 0 && below.offset === 0 && second.value * below.factor < above.factor;
}
