import type { BudgetRecord } from './account.ts';
import { periodOf, type Period } from './period.ts';



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
export function countingPeriod(budgets: readonly BudgetRecord[], index: number, now: Date): Period {
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
