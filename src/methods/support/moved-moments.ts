import type { DateForm } from './dates.ts';
import type { GivenIndex } from './given-index.ts';
import { quantitiesOf } from './quantities.ts';
import { timeMeasure } from './units.ts';
import type { Value } from './values.ts';

/** Days and times of day that are as long before or after a given one as a text says beside it. */
export interface MovedMoments {
	/** Days since January 1, 1970. */
	readonly days: ReadonlySet<number>;
	/** Days of a date without a year: its month times 100, and its day. */
	readonly daysOfYear: ReadonlySet<number>;
	/** Minutes since midnight. */
	readonly minutes: ReadonlySet<number>;
}

const day = 86_400;
const minutesOfDay = 1440;
/** Months and years are counted by the calendar, and not in seconds. */
const month = 28 * day;
const averageMonth = (365.25 * day) / 12;
/** Sentences and values between a moment and what is added to it. */
const reach = 3;
const mostBetween = 12;
/** Longer times move no date that anybody counts to. */
const longest = 120 * 12 * averageMonth;

/** Computes what can be reached from the given dates and times by the amounts of time beside them, in both directions. */
export function movedMoments({ values }: GivenIndex): MovedMoments {
	const moved = { days: new Set<number>(), daysOfYear: new Set<number>(), minutes: new Set<number>() };
	for (const [i, given] of values.entries()) {
		if (given.value.kind !== 'date' && given.value.kind !== 'time') continue;
		for (let j = Math.max(0, i - mostBetween); j < Math.min(values.length, i + mostBetween); j++) {
			const other = values[j]!;
			if (other.text !== given.text || Math.abs(other.sentence - given.sentence) > reach || other.value.kind !== 'amount') continue;
			const [amount] = quantitiesOf(other.value);
			if (amount?.measure !== timeMeasure || amount.value <= 0 || amount.value > longest) continue;
			for (const sign of [1, -1]) addMoved(moved, given.value, sign * amount.value, amount.factor);
		}
	}
	return moved;
}

function addMoved(
	moved: { readonly days: Set<number>; readonly daysOfYear: Set<number>; readonly minutes: Set<number> },
	value: Value,
	seconds: number,
	factor: number,
): void {
	if (value.kind === 'time') {
		const by = seconds / 60;
		if (Number.isInteger(by))
			for (const one of value.minutes) moved.minutes.add((((one + by) % minutesOfDay) + minutesOfDay) % minutesOfDay);
		return;
	}
	if (value.kind !== 'date' || factor < day * 0.99) return;
	for (const form of value.forms)
		for (const at of movedDates(form, seconds, factor)) {
			if (form.year !== undefined) moved.days.add(at.getTime() / 1000 / day);
			moved.daysOfYear.add((at.getUTCMonth() + 1) * 100 + at.getUTCDate());
		}
}

/** A term of a month ends on the same day, or on the one before. */
function movedDates({ year = 2001, month: of, day: date }: DateForm, seconds: number, factor: number): Date[] {
	if (of === undefined || date === undefined) return [];
	if (factor < month) return [new Date(Date.UTC(year, of - 1, date) + Math.round(seconds / day) * day * 1000)];
	const months = Math.round(seconds / averageMonth);
	return [0, 1].map((before) => new Date(Date.UTC(year, of - 1 + months, date - before)));
}
