import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { renewals } from '../../../../src/formats/ledger-record.ts';
import { periodOf } from '../../../../src/stores/ledger/period.ts';

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
		const period = periodOf(renewal, new Date(at));
		assert.deepEqual([period.start?.toISOString(), period.end?.toISOString()], [`${start}T00:00:00.000Z`, `${end}T00:00:00.000Z`], at);
	}
	assert.deepEqual(periodOf('never', new Date()), { start: null, end: null });
});

test('a moment lies in its period, and the end of one begins the next', () => {
	const date = fc.date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
	fc.assert(
		fc.property(date, fc.constantFrom(...renewals.filter((one) => one !== 'never')), (at, renewal) => {
			const { start, end } = periodOf(renewal, at);
			assert.ok(start! <= at && at < end!);
			assert.deepEqual(periodOf(renewal, end!).start, end);
		}),
	);
});
