import * as z from 'zod';
import { plural } from '../wording/phrases.ts';

/** Periods of the calendar in UTC, weeks from Monday on, and none at all; from the longest to the shortest. */
export const calendarRenewals = ['never', 'yearly', 'monthly', 'weekly', 'daily'] as const;
type CalendarRenewal = (typeof calendarRenewals)[number];

/** When what was spent no longer counts: by the calendar, or every so many days from the budget's start (`30d`). */
export const renewal = z.union([z.enum(calendarRenewals), z.templateLiteral([z.string().regex(/[1-9]\d{0,3}/), 'd'])]);
export type Renewal = z.infer<typeof renewal>;

/** What a corpus has whose first private answer finds no budget. */
export const defaultBudget = { epsilon: 10, delta: 1e-4, renewal: 'never' } as const;

const words: Readonly<Record<CalendarRenewal, string>> = {
	never: 'in all',
	yearly: 'a year',
	monthly: 'a month',
	weekly: 'a week',
	daily: 'a day',
};

/** Of the calendar, days of its shortest and of its longest period. */
const lengths: Readonly<Record<CalendarRenewal, readonly [number, number]>> = {
	never: [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
	yearly: [365, 366],
	monthly: [28, 31],
	weekly: [7, 7],
	daily: [1, 1],
};

/** Its days; `undefined` of the calendar's. */
export function daysOf(of: Renewal): number | undefined {
	return isOfCalendar(of) ? undefined : daysIn(of);
}

/** Whether a period of `next` may be shorter than one of `before`, so that more may be spent in the same time. */
export function mayBeShorter(next: Renewal, before: Renewal): boolean {
	return next !== before && lengthsOf(next)[0] < lengthsOf(before)[1];
}

/** For people, behind an amount: `a month`, `every 30 days`, `in all`. */
export function periodInWords(of: Renewal): string {
	if (isOfCalendar(of)) return words[of];
	const days = daysIn(of);
	return days === 1 ? 'every day' : `every ${plural(days, 'day')}`;
}

function lengthsOf(of: Renewal): readonly [number, number] {
	if (isOfCalendar(of)) return lengths[of];
	return [daysIn(of), daysIn(of)];
}

function daysIn(of: Exclude<Renewal, CalendarRenewal>): number {
	return Number(of.slice(0, -1));
}

function isOfCalendar(of: Renewal): of is CalendarRenewal {
	return calendarRenewals.some((one) => one === of);
}
