import type { RecordOf } from '../../formats/ledger-record.ts';
import { amountOf, larger, minus, nothing, plus, type Amount } from './amounts.ts';
import { countingPeriod } from './counting-period.ts';
import type { Period } from './period.ts';
import type { LedgerContent } from './read-ledger.ts';
import { countsOf } from './torn-bytes.ts';

export type BudgetRecord = RecordOf<'budget'>;

/** Where a budget stands at a moment. */
export interface Account {
	readonly budget: BudgetRecord;
	/** What takes its place when the period ends. */
	readonly next: BudgetRecord | undefined;
	/** Since when what was spent counts, and until when. */
	readonly period: Period;
	readonly spent: Amount;
	readonly left: Amount;
	/** `spend` records of the period. */
	readonly releases: number;
	/** Whether something counts as all that was left, because nobody can tell how much it was. */
	readonly unknown: boolean;
}

/** `undefined` of a ledger without a budget. */
export function accountOf(content: LedgerContent, now: Date): Account | undefined {
	const budgets = content.records.filter((record) => record.kind === 'budget');
	// The later word counts, also against one that has not come into force yet. A clock that was set back finds the first.
	const index = Math.max(
		0,
		budgets.findLastIndex(({ from }) => Date.parse(from) <= now.getTime()),
	);
	const budget = budgets[index];
	if (budget === undefined) return undefined;
	const last = budgets.at(-1);
	const period = countingPeriod(budgets, index, now);
	const { sum, releases, unknown } = countedSince(period.start, content);
	const allowed = amountOf(budget);
	const spent = unknown ? larger(sum, allowed) : sum;
	return {
		budget,
		next: last !== budget && last !== undefined && Date.parse(last.from) > now.getTime() ? last : undefined,
		period,
		spent,
		left: minus(allowed, spent),
		releases,
		unknown,
	};
}

/** Basic composition of what was written since `start`: also what a clock that ran ahead has dated later than now. */
function countedSince(start: Date | null, { records, tail }: LedgerContent): { sum: Amount; releases: number; unknown: boolean } {
	let sum = nothing;
	let releases = 0;
	let unknown = false;
	for (const record of records) {
		// An owner who set a budget at once has answered for what could not be read before.
		if (record.kind === 'budget' && record.now) unknown = false;
		if (start !== null && Date.parse(record.when) < start.getTime()) continue;
		if (record.kind === 'spend') {
			sum = plus(sum, amountOf(record));
			releases++;
		} else if (record.kind === 'torn') {
			if (record.counts === null) unknown = true;
			else sum = plus(sum, amountOf(record.counts));
		} else if (record.kind === 'begin' && record.replaces !== null) unknown = true;
	}
	const counts = tail.length === 0 ? nothing : countsOf(tail);
	return { sum: plus(sum, counts ?? nothing), releases, unknown: unknown || counts === null };
}
