import { daysOf, type Renewal } from '../../formats/budget-renewal.ts';

/** In UTC, its end not included; `null`: there is none. */
export interface Period {
	readonly start: Date | null;
	readonly end: Date | null;
}

const dayLength = 86_400_000;

/** The period of a renewal in which a moment lies. Weeks begin on Mondays; so many days are counted from the day of `anchor` on. */
export function periodOf(renewal: Renewal, at: Date, anchor: Date): Period {
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
		default: {
			const length = (daysOf(renewal) ?? 1) * dayLength;
			const first = Math.floor(anchor.getTime() / dayLength) * dayLength;
			const start = first + Math.floor((at.getTime() - first) / length) * length;
			return from(start, start + length);
		}
	}
}

function from(start: number, end: number): Period {
	return { start: new Date(start), end: new Date(end) };
}
