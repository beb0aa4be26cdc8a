import type { RecordOf } from '../../formats/ledger-record.ts';
import { amountOf, larger, minus, nothing, plus, type Amount } from './amounts.ts';
import { periodOf, type Period } from './period.ts';
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

/** A budget that was in force, and the day from which its periods of so many days are counted. */
interface Reign {
	readonly budget: BudgetRecord;
	readonly came: Date;
	readonly anchor: Date;
}

/**
 * The period of `budgets[index]` at `now`, and since when what was spent counts in it: since its start, or, where the budget came into force within it, since
 * the start of the period that the budget before it had then. So nothing that was spent is forgotten because a budget changed.
 */
function countingPeriod(budgets: readonly BudgetRecord[], index: number, now: Date): Period {
	const [reign, ...earlier] = reigns(budgets, index).toReversed();
	if (reign === undefined) throw new RangeError(`no budget ${index} of ${budgets.length}`);
	const { start, end } = periodOf(reign.budget.renewal, now, reign.anchor);
	let [since, came] = [start, reign.came];
	for (const { budget, anchor, came: cameBefore } of earlier) {
		if (since === null || came < since) break;
		const { start: before } = periodOf(budget.renewal, came, anchor);
		if (before === null || before < since) since = before;
		came = cameBefore;
	}
	return { start: since, end };
}

/**
 * Which budgets were in force one after the other until `budgets[index]`, the first one first. Days are counted from the first of those in a row that renew alike:
 * another ε, or another owner, begins no other period.
 */
function reigns(budgets: readonly BudgetRecord[], index: number): Reign[] {
	const line: BudgetRecord[] = [];
	let earliest = Number.POSITIVE_INFINITY;
	// One that had not come by the time the next one came never does.
	for (const budget of budgets.slice(0, index + 1).toReversed()) {
		if (Date.parse(budget.from) > earliest) continue;
		earliest = Date.parse(budget.from);
		line.unshift(budget);
	}
	const found: Reign[] = [];
	for (const budget of line) {
		const came = new Date(budget.from);
		const last = found.at(-1);
		found.push({ budget, came, anchor: last?.budget.renewal === budget.renewal ? last.anchor : came });
	}
	return found;
}
