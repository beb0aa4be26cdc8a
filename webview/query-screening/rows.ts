import type { QueryRow } from '../../src/protocol/query-panel.ts';

/** Which queries are listed. */
export const shownKinds = ['all', 'flagged', 'benign', 'unflagged'] as const;
export type ShownKind = (typeof shownKinds)[number];

export const kindTitles: Readonly<Record<ShownKind, string>> = {
	all: 'All queries',
	flagged: 'Flagged',
	benign: 'Marked benign',
	unflagged: 'Not flagged',
};

/** In which order. */
export const rowOrders = ['flagged', 'log', 'z', 'document', 'session'] as const;
export type RowOrder = (typeof rowOrders)[number];

export const orderTitles: Readonly<Record<RowOrder, string>> = {
	flagged: 'Flagged first',
	log: 'In the order of the log',
	z: 'Farthest from the other documents',
	document: 'By document',
	session: 'By session',
};

export interface ListChoice {
	readonly kind: ShownKind;
	readonly order: RowOrder;
	/** Words that all stand in a query, its id, its session or its document. */
	readonly words: string;
}

/** What of all rows is listed, in order; equal ones stay in the order of the log. */
export function listed(rows: Iterable<QueryRow>, { kind, order, words }: ListChoice): QueryRow[] {
	const wanted = words
		.toLowerCase()
		.split(/\s+/)
		.filter((word) => word !== '');
	return [...rows].filter((row) => isOfKind[kind](row) && hasWords(row, wanted)).toSorted((a, b) => inOrder[order](a, b) || byPlace(a, b));
}

const isOfKind: Readonly<Record<ShownKind, (row: QueryRow) => boolean>> = {
	all: () => true,
	flagged: ({ flagged }) => flagged,
	benign: ({ benign }) => benign,
	unflagged: ({ flagged, benign }) => !flagged && !benign,
};

const inOrder: Readonly<Record<RowOrder, (a: QueryRow, b: QueryRow) => number>> = {
	flagged: (a, b) => gravity(a) - gravity(b),
	log: () => 0,
	z: (a, b) => (b.z ?? Number.NEGATIVE_INFINITY) - (a.z ?? Number.NEGATIVE_INFINITY) || 0,
	document: (a, b) => byText(a.target, b.target),
	// Those without one come last.
	session: (a, b) => Number(a.session === null) - Number(b.session === null) || byText(a.session ?? '', b.session ?? ''),
};

function byPlace(a: QueryRow, b: QueryRow): number {
	return a.at - b.at;
}

function gravity({ flagged, benign }: QueryRow): number {
	return flagged ? 0 : benign ? 1 : 2;
}

function byText(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0;
}

function hasWords({ query, id, session, target }: QueryRow, wanted: readonly string[]): boolean {
	if (wanted.length === 0) return true;
	const said = [id, query, session ?? '', target].join('\n').toLowerCase();
	return wanted.every((word) => said.includes(word));
}

/** The row that a key leads to; `undefined`: the key is another's. @param page rows that a page has */
export function rowAfter(key: string, at: number, count: number, page = 10): number | undefined {
	const last = count - 1;
	switch (key) {
		case 'ArrowDown':
			return Math.min(at + 1, last);
		case 'ArrowUp':
			return Math.max(at - 1, 0);
		case 'PageDown':
			return Math.min(at + page, last);
		case 'PageUp':
			return Math.max(at - page, 0);
		case 'Home':
			return 0;
		case 'End':
			return last;
		default:
			return undefined;
	}
}
