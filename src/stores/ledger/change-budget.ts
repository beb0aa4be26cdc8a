import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import type { DraftOf } from '../../formats/ledger-record.ts';
import { mayBeShorter, type Renewal } from '../../formats/budget-renewal.ts';
import type { Account } from './account.ts';
import { allowedAmount, amountOf, isWithin } from './amounts.ts';

/** A budget as somebody wants it. */
export interface BudgetWish {
	readonly owner: string;
	readonly epsilon: number;
	readonly delta: number;
	readonly renewal: Renewal;
	/** Whether it is in force at once, whatever it raises. */
	readonly atOnce: boolean;
	readonly who: string;
}

/**
 * The record of a budget that is wanted at `now`. One that allows nothing more is in force from then on; one that allows more (more ε or δ, or a shorter period)
 * when the present period ends, unless it is wanted at once.
 * @throws {UserError} RA906 where that period never ends.
 */
export function budgetRecord(wish: BudgetWish, account: Account | undefined, now: Date, file: string): DraftOf<'budget'> {
	const amount = allowedAmount(wish.epsilon, wish.delta);
	const raises =
		account !== undefined && (!isWithin(amount, amountOf(account.budget)) || mayBeShorter(wish.renewal, account.budget.renewal));
	const from = raises && !wish.atOnce ? account.period.end : now;
	if (from === null)
		throw new UserError(
			errorNumbers.budgetNeverRenews,
			'This budget never renews, so there is no next period in which it could be raised.',
			{
				place: { file },
				hint: 'Raise it at once: check ‘At once’ in the Privacy Budget panel, or add --now. The ledger records that you did.',
			},
		);
	return {
		kind: 'budget',
		...amount,
		renewal: wish.renewal,
		owner: wish.owner,
		from: from.toISOString(),
		now: wish.atOnce,
		who: wish.who,
		when: now.toISOString(),
	};
}
