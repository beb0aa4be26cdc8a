import type { Renewal } from '../../formats/ledger-record.ts';

/** Of the calendar in UTC, its end not included; `null`: there is none. */
export interface Period {
	readonly start: Date | null;
	readonly end: Date | null;
}

/** The period of a renewal in which a moment lies. Weeks begin on Mondays. */
export function periodOf(renewal: Renewal, at: Date): Period {
	const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
	switch (renewal) {
		case 'never':
			return { start: null, end: null };
		case 'yearly':
			return from(Date.UTC(year, 0), Date.UTC(year + 1, 0));
		case 'monthly':
			return from(Date.UTC(year, month), Date.UTC(year, month + 1));
		case 'weekly': {
			const monday = day - ((at.getUTCDay() + 6) % 7);
			return from(Date.UTC(year, month, monday), Date.UTC(year, month, monday + 7));
		}
		case 'daily':
			return from(Date.UTC(year, month, day), Date.UTC(year, month, day + 1));
	}
}

function from(start: number, end: number): Period {
	return { start: new Date(start), end: new Date(end) };
}
