import { ComputedNumbers, firstFrom } from './computed-numbers.ts';
import type { DateForm } from './dates.ts';
import type { GivenIndex, GivenValue } from './given-index.ts';
import { monthNumber, movedMoments, type MovedMoments } from './moved-moments.ts';
import { isRendering, quantitiesOf, renderedRange } from './quantities.ts';
import { timeMeasure } from './units.ts';
import type { Amount, Value } from './values.ts';

/** What can be computed of given dates and times of day, computed once for all values of an answer. */
export class DerivedTimes {
	readonly #index: GivenIndex;
	#times: readonly Span[] | undefined;
	#spans: ComputedNumbers | undefined;
	#moved: MovedMoments | undefined;

	constructor(index: GivenIndex) {
		this.#index = index;
	}

	/** Returns whether an amount of time is the sum of two times of day to times of day: '9:00 to 12:30 and 14:00 to 17:00'. */
	isTimeOfSpans(amount: Amount): boolean {
		this.#spans ??= sumsOfSpans(this.#index);
		return this.#spans.render(amount);
	}

	/** Returns whether a date is so long before or after a given one as a text says beside that: 'issued on 30 November, payable within 30 days'. */
	isMovedDate({ year: named, month, day: date, weekday }: DateForm): boolean {
		if (weekday !== undefined || (month === undefined && date !== undefined)) return false;
		this.#moved ??= movedMoments(this.#index);
		const { days, daysOfYear, months, years } = this.#moved;
		if (month === undefined) return named !== undefined && years.has(named);
		// 'Late August 2020'
		if (date === undefined)
			return named === undefined
				? [...daysOfYear].some((one) => Math.floor(one / 100) === month)
				: months.has(monthNumber(named, month)) ||
						Array.from({ length: 31 }, (_, i) => Date.UTC(named, month - 1, i + 1) / 1000 / day).some((one) => days.has(one));
		return named === undefined ? daysOfYear.has(month * 100 + date) : days.has(Date.UTC(named, month - 1, date) / 1000 / day);
	}

	/**
	 * Returns whether a day or a time of day is as long before or after another one of the answer's sentence as a given amount of time: 'switched off on 21 June, and
	 * deleted on 20 August' for 60 days.
	 */
	isMovedFrom(value: Value, others: readonly Value[]): boolean {
		this.#times ??= timesBetween(this.#index).toSorted((a, b) => a.value - b.value);
		const usual = this.#index.values.flatMap((one) =>
			one.value.kind === 'date' ? one.value.forms.flatMap((form) => form.year ?? []) : [],
		)[0];
		const amounts = this.#index.values.flatMap((one) =>
			one.value.kind === 'amount' ? quantitiesOf(one.value).filter(({ measure, value: size }) => measure === timeMeasure && size > 0) : [],
		);
		const own = momentsOf(value, usual);
		return others.some((other) =>
			momentsOf(other, usual).some((from) =>
				own.some(({ kind, seconds }) => {
					if (kind !== from.kind) return false;
					const apart = Math.abs(seconds - from.seconds);
					return amounts.some(({ value: size, factor }) => {
						const slack = kind === 'clock' ? 0 : factor >= 27 * day ? 2.1 * day : 0;
						return Math.abs(apart - size) <= slack || (kind === 'clock' && Math.abs(day - apart - size) <= slack);
					});
				}),
			),
		);
	}

	/** Returns whether a number is the day of a month that `isMovedDate` finds, or of a given date: 'on the 22nd', '22日'. */
	isDayOfMonth(number: number): boolean {
		this.#moved ??= movedMoments(this.#index);
		return (
			[...this.#moved.daysOfYear].some((one) => one % 100 === number) ||
			this.#index.values.some(({ value }) => value.kind === 'date' && value.forms.some((form) => form.day === number))
		);
	}

	/** Returns whether a time of day is so long before or after a given one as a text says beside that. @param minutes since midnight */
	isMovedTime(minutes: number): boolean {
		this.#moved ??= movedMoments(this.#index);
		return this.#moved.minutes.has(minutes);
	}

	/** Returns whether an amount of time, or an age, is the time between two dates or two clock times of one text. */
	isTimeBetween(amount: Amount): boolean {
		this.#times ??= timesBetween(this.#index).toSorted((a, b) => a.value - b.value);
		const times = this.#times;
		return quantitiesOf(amount).some((said) => {
			const seconds = said.measure === timeMeasure ? said : { ...said, value: said.value * year, step: said.step * year };
			const { low, high } = renderedRange(seconds, amount.hedge);
			for (let i = firstFrom(times, low - year); i < times.length && times[i]!.value <= high + year; i++) {
				const { value, slack } = times[i]!;
				// Somebody is 27 until the next birthday.
				const isFull = seconds.step >= year * 0.99 && value >= seconds.value && value < seconds.value + year;
				if (
					isFull ||
					Math.abs(seconds.value - value) <= slack ||
					isRendering(seconds, { value, step: 1, factor: seconds.factor }, amount.hedge)
				)
					return true;
			}
			return false;
		});
	}
}

const day = 86_400;
const year = 365.25 * day;
/** Moments of one text of which each is compared with those behind it. */
const mostBetween = 40;

/** A time between two given moments, in seconds, and how far it may be off: nobody says at which time of a day, or on which day of a year. */
interface Span {
	readonly value: number;
	readonly slack: number;
}

function timesBetween({ values }: GivenIndex): Span[] {
	const spans: Span[] = [];
	const years = new Map<number, number>();
	for (const { value, text } of values) {
		const named = value.kind === 'date' ? value.forms[0]?.year : undefined;
		if (named !== undefined && !years.has(text)) years.set(text, named);
	}
	const moments = values.flatMap(({ value, text }) => momentsOf(value, years.get(text)).map((moment) => ({ ...moment, text })));
	for (const [i, a] of moments.entries())
		for (const b of moments.slice(i + 1, i + mostBetween)) {
			if (a.text !== b.text) break;
			if (a.kind !== b.kind) continue;
			const apart = Math.abs(a.seconds - b.seconds);
			if (a.kind === 'clock') spans.push({ value: apart, slack: 0 }, { value: day - apart, slack: 0 });
			else spans.push({ value: apart, slack: a.isYear || b.isYear ? year * 0.99 : 1.01 * day });
		}
	return spans;
}

/** @param usual the year of other dates of the text, which a date without one mostly has */
function momentsOf(value: Value, usual: number | undefined): { kind: 'clock' | 'day'; seconds: number; isYear: boolean }[] {
	if (value.kind === 'time') return value.minutes.map((minutes) => ({ kind: 'clock', seconds: minutes * 60, isYear: false }));
	if (value.kind !== 'date') return [];
	return value.forms.flatMap((form) => {
		if (form.year === undefined && form.month === undefined) return [];
		const seconds = Date.UTC(form.year ?? usual ?? 2001, (form.month ?? 7) - 1, form.day ?? 1) / 1000;
		return [{ kind: 'day', seconds, isYear: form.month === undefined }];
	});
}

function sumsOfSpans({ values }: GivenIndex): ComputedNumbers {
	const sums = new ComputedNumbers();
	const times = values.filter(({ value }) => value.kind === 'time');
	const seconds = ({ value }: GivenValue): number => (value.kind === 'time' ? value.minutes[0]! * 60 : 0);
	for (let i = 0; i + 3 < times.length; i++) {
		const four = times.slice(i, i + 4);
		if (four.some(({ sentence }) => sentence !== four[0]!.sentence)) continue;
		const [a, b, c, d] = four.map(seconds);
		const span = (from: number, to: number): number => (to - from + day) % day;
		// Without 'p.m.', an hour after noon may be written as one before it.
		for (const one of [span(a!, b!), span(a!, b! + day / 2)])
			for (const other of [span(c!, d!), span(c!, d! + day / 2)]) sums.add(timeMeasure, one + other, 60);
	}
	return sums;
}
