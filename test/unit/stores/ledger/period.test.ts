import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { calendarRenewals } from '../../../../src/formats/budget-renewal.ts';
import { periodOf } from '../../../../src/stores/ledger/period.ts';

/** The calendar has no beginning. */
const never = new Date(Number.NaN);

test('periods are those of the calendar in UTC, weeks from Monday on', () => {
	// Expected days read off a calendar: 2026-03-01 is a Sunday, 2028 a leap year.
	for (const [renewal, at, start, end] of [
		['yearly', '2026-12-31T23:59:59.999Z', '2026-01-01', '2027-01-01'],
		['monthly', '2026-12-31T23:59:59.999Z', '2026-12-01', '2027-01-01'],
		['monthly', '2028-02-29T00:00:00Z', '2028-02-01', '2028-03-01'],
		['weekly', '2026-03-01T23:00:00Z', '2026-02-23', '2026-03-02'],
		['weekly', '2026-03-02T00:00:00Z', '2026-03-02', '2026-03-09'],
		['daily', '2026-03-01T00:30:00+02:00', '2026-02-28', '2026-03-01'],
	] as const) {
		const period = periodOf(renewal, new Date(at), never);
		assert.deepEqual([period.start?.toISOString(), period.end?.toISOString()], [`${start}T00:00:00.000Z`, `${end}T00:00:00.000Z`], at);
	}
	assert.deepEqual(periodOf('never', new Date(), never), { start: null, end: null });
});

test('so many days are counted from the day of the beginning, also before it', () => {
	// 2026-12-23 is 30 days after 2026-11-23, 2026-10-24 is 30 days before it.
	for (const [at, start, end] of [
		['2026-11-23T12:00:00Z', '2026-11-23', '2026-12-23'],
		['2026-12-22T23:59:59.999Z', '2026-11-23', '2026-12-23'],
		['2026-12-23T00:00:00Z', '2026-12-23', '2027-01-22'],
		['2026-11-22T23:59:59Z', '2026-10-24', '2026-11-23'],
	] as const) {
		const period = periodOf('30d', new Date(at), new Date('2026-11-23T12:00:00Z'));
		assert.deepEqual([period.start?.toISOString(), period.end?.toISOString()], [`${start}T00:00:00.000Z`, `${end}T00:00:00.000Z`], at);
	}
});

test('a moment lies in its period, and the end of one begins the next', () => {
	const date = fc.date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
	const renewals = fc.oneof(
		fc.constantFrom(...calendarRenewals.filter((one) => one !== 'never')),
		fc.integer({ min: 1, max: 9999 }).map((days) => `${days}d` as const),
	);
	fc.assert(
		fc.property(date, date, renewals, (at, anchor, renewal) => {
			const { start, end } = periodOf(renewal, at, anchor);
			assert.ok(start! <= at && at < end!);
			assert.deepEqual(periodOf(renewal, end!, anchor).start, end);
		}),
	);
});
