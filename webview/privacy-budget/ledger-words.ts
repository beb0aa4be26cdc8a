import type { Result } from '../../src/protocol/rpc.ts';
import type { BudgetState, VerifyBudget } from '../../src/protocol/private.ts';
import { deltaInWords, epsilonInWords, leftOf } from '../../src/wording/numbers.ts';
import { plural } from '../../src/wording/phrases.ts';
import { renewalLabel } from './terms.ts';

/** What a ledger has left, and what it pays for. */
export interface LedgerRoom {
	readonly epsilon: number;
	readonly delta: number;
	/** Answers of the planned ε and δ that it still pays for in this period. */
	readonly answers: number;
}

/** What is left; sums of decimal fractions are a little off, and an answer is not refused for that. */
export function roomIn(budget: BudgetState, planned: { readonly epsilon: number; readonly delta: number }): LedgerRoom {
	const epsilon = leftOf(budget.epsilon, budget.spentEpsilon, 6);
	const delta = leftOf(budget.delta, budget.spentDelta, 15);
	const times = (left: number, each: number): number => Math.floor(left / each + 1e-9);
	return { epsilon, delta, answers: Math.min(times(epsilon, planned.epsilon), times(delta, planned.delta)) };
}

/** The verdict first: what the ledger still pays for. */
export function roomInWords(budget: BudgetState, planned: { readonly epsilon: number; readonly delta: number }): string {
	if (budget.damage.length > 0) return 'Nothing is released: the ledger is damaged.';
	const { epsilon, delta, answers } = roomIn(budget, planned);
	const left = `ε = ${epsilonInWords(epsilon, 'down')} of ${epsilonInWords(budget.epsilon)} and δ = ${deltaInWords(delta, 'down')} of ${deltaInWords(budget.delta)} are left`;
	if (answers > 0) return `The budget pays for ${plural(answers, 'more answer')} like this one: ${left}.`;
	const short = epsilon + 1e-9 < planned.epsilon ? `ε = ${epsilonInWords(planned.epsilon)}` : `δ = ${deltaInWords(planned.delta)}`;
	return `The budget does not pay for an answer like this one, which takes ${short}: ${left}.`;
}

/** When it renews, for a reader in this time zone. */
export function renewalInWords({ renewal, renewsAt }: Pick<BudgetState, 'renewal' | 'renewsAt'>): string {
	if (renewal === 'never' || renewsAt === null) return 'It never renews.';
	return `It renews ${renewalLabel(renewal).toLowerCase()}, next on ${new Date(renewsAt).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })}.`;
}

/** Whose it is, what was asked of it, when it renews. */
export function factsInWords(budget: BudgetState): string {
	const when = budget.renewsAt === null ? 'so far' : 'in this period';
	return `Owner: ${budget.owner}. ${plural(budget.releases, 'answer')} ${when}. ${renewalInWords(budget)}`;
}

/** What a check of the whole ledger found: a record that was cut off is no damage, and is said. */
export function verifiedInWords({ entries, damage, notes = [] }: Result<typeof VerifyBudget>): string {
	if (damage.length > 0) return `The ledger is damaged: ${damage.join(' ')}`;
	return [`The ledger is intact: ${plural(entries, 'entry', 'entries')} checked, from the first to the last.`, ...notes].join(' ');
}

/** The bar's parts as shares of the budget: what was spent, what the planned answer would take, what is left after it. */
export function barOf(budget: BudgetState, epsilon: number): { readonly spent: number; readonly planned: number; readonly left: number } {
	const spent = Math.min(1, budget.spentEpsilon / budget.epsilon);
	const planned = Math.min(1 - spent, epsilon / budget.epsilon);
	return { spent, planned, left: Math.max(0, 1 - spent - planned) };
}

/** What the bar shows, for who does not see it. */
export function barInWords(budget: BudgetState, epsilon: number): string {
	const room = roomIn(budget, { epsilon, delta: 0 });
	const fits = epsilon <= room.epsilon + 1e-9;
	return `Budget of ε = ${epsilonInWords(budget.epsilon)}: ${epsilonInWords(budget.spentEpsilon)} spent by ${plural(budget.releases, 'answer')}, ${
		fits
			? `${epsilonInWords(epsilon)} for this answer, ${epsilonInWords(leftOf(room.epsilon, epsilon, 6), 'down')} left after it`
			: `${epsilonInWords(room.epsilon, 'down')} left, less than the ${epsilonInWords(epsilon)} of this answer`
	}.`;
}
