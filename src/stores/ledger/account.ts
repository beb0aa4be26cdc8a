import type { LedgerRecord, RecordOf } from '../../formats/ledger-record.ts';
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
	/** Time of the newest entry, if the clock is behind it by more than an hour: the ledger goes by it. */
	readonly ahead: Date | undefined;
}

/** A clock that is behind the newest entry by more than this is mentioned, milliseconds: machines that share a ledger differ by less. */
const mentionedLag = 3_600_000;

/** A budget with the time from which it counts. */
interface PlacedBudget {
	readonly budget: BudgetRecord;
	readonly comes: Date;
}

/**
 * Returns the time by which a ledger goes: the clock's, or the newest entry's if the clock is behind it. Time therefore never runs backward in a ledger: a clock
 * that is set back brings back no larger budget and no earlier period.
 */
export function ledgerTime({ records }: Pick<LedgerContent, 'records'>, clock: Date): Date {
	return new Date(Math.max(clock.getTime(), timesOf(records).at(-1) ?? clock.getTime()));
}

/** The time of each record: its own, or that of a record before it if that is later. A record counts from its place in the file on, whatever the clock said. */
function timesOf(records: readonly LedgerRecord[]): number[] {
	let latest = Number.NEGATIVE_INFINITY;
	return records.map(({ when }) => (latest = Math.max(latest, Date.parse(when))));
}

/** What of a ledger counts. */
type Counted = Pick<LedgerContent, 'records' | 'tail' | 'legible'>;

/**
 * Returns what became available again with the budget in `records[at]`, which was set at once. `undefined`: nothing, because nothing that cannot be read counted as
 * all that was left until then.
 */
export function madeAvailable(records: readonly LedgerRecord[], at: number): Amount | undefined {
	const when = new Date(records[at]?.when ?? Number.NaN);
	const until = (end: number): Account | undefined =>
		accountOf({ records: records.slice(0, end), tail: Buffer.alloc(0), legible: [] }, when);
	return until(at)?.unknown === true ? until(at + 1)?.left : undefined;
}

/** Returns where the budget stands at `clock`, or `undefined` for a ledger without a budget. */
export function accountOf(content: Counted, clock: Date): Account | undefined {
	const now = ledgerTime(content, clock);
	const times = timesOf(content.records);
	const budgets = content.records.flatMap((record, i) =>
		record.kind === 'budget' ? [{ budget: record, comes: new Date(Math.max(Date.parse(record.from), times[i] ?? 0)) }] : [],
	);
	// The later word counts, also against one that has not come into force yet.
	const index = Math.max(
		0,
		budgets.findLastIndex(({ comes }) => comes <= now),
	);
	const budget = budgets[index]?.budget;
	if (budget === undefined) return undefined;
	const last = budgets.at(-1);
	const period = countingPeriod(budgets, index, now);
	const { sum, releases, unknown } = countedSince(period.start, content, times);
	const allowed = amountOf(budget);
	const spent = unknown ? larger(sum, allowed) : sum;
	return {
		budget,
		next: last !== undefined && last.budget !== budget && last.comes > now ? last.budget : undefined,
		period,
		spent,
		left: minus(allowed, spent),
		releases,
		unknown,
		ahead: now.getTime() - clock.getTime() > mentionedLag ? now : undefined,
	};
}

/** Basic composition of what was written since `start`, by the time of its place (`times`). */
function countedSince(
	start: Date | null,
	{ records, tail, legible }: Counted,
	times: readonly number[],
): { sum: Amount; releases: number; unknown: boolean } {
	// Of a damaged ledger, nobody knows when that was.
	let sum = legible.reduce(plus, nothing);
	let releases = 0;
	let unknown = false;
	for (const [i, record] of records.entries()) {
		// An owner who set a budget at once has answered for what could not be read before.
		if (record.kind === 'budget' && record.now) unknown = false;
		if (start !== null && (times[i] ?? Number.POSITIVE_INFINITY) < start.getTime()) continue;
		if (record.kind === 'spend') {
			sum = plus(sum, amountOf(record));
			releases++;
		} else if (record.kind === 'torn' || record.kind === 'lost') {
			if (record.counts === null) unknown = true;
			else sum = plus(sum, amountOf(record.counts));
		} else if (record.kind === 'begin' && record.replaces !== null && !record.replaces.repaired) unknown = true;
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
function countingPeriod(budgets: readonly PlacedBudget[], index: number, now: Date): Period {
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
function reigns(budgets: readonly PlacedBudget[], index: number): Reign[] {
	const line: PlacedBudget[] = [];
	let earliest = Number.POSITIVE_INFINITY;
	// One that had not come by the time the next one came never does.
	for (const placed of budgets.slice(0, index + 1).toReversed()) {
		if (placed.comes.getTime() > earliest) continue;
		earliest = placed.comes.getTime();
		line.unshift(placed);
	}
	const found: Reign[] = [];
	for (const { budget, comes: came } of line) {
		const last = found.at(-1);
		found.push({ budget, came, anchor: last?.budget.renewal === budget.renewal ? last.anchor : came });
	}
	return found;
}
