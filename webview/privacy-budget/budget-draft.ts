import { renewal as renewalSchema, type Renewal } from '../../src/formats/renewal.ts';
import { budgetLimits, type BudgetState } from '../../src/protocol/private-generation.ts';
import { plural } from '../../src/wording/plural.ts';
import { numberInWords } from '../../src/wording/number-in-words.ts';
import { readNumber } from '../shared/words.ts';

/** What stands in the form of a budget. */
export interface BudgetDraft {
	readonly owner: string;
	readonly epsilon: string;
	readonly delta: string;
	readonly renewal: string;
}

export interface BudgetToSet {
	readonly owner: string;
	readonly epsilon: number;
	readonly delta: number;
	readonly renewal: Renewal;
}

export type BudgetReading =
	| { readonly right: true; readonly budget: BudgetToSet }
	| { readonly right: false; readonly problems: Readonly<Partial<Record<keyof BudgetDraft, string>>> };

/** What the form asks for; what cannot be used is said field by field. */
export function readBudget(draft: BudgetDraft): BudgetReading {
	const problems: Partial<Record<keyof BudgetDraft, string>> = {};
	const owner = draft.owner.trim();
	if (owner === '') problems.owner = 'Write who answers for this budget.';
	const number = (name: keyof typeof budgetLimits): number => {
		const read = budgetLimits[name].safeParse(readNumber(draft[name]));
		if (read.success) return read.data;
		problems[name] = `Write ${numberInWords(budgetLimits[name])}.`;
		return Number.NaN;
	};
	const [epsilon, delta] = [number('epsilon'), number('delta')];
	const renewal = renewalSchema.safeParse(draft.renewal);
	if (!renewal.success) problems.renewal = 'Choose when it renews.';
	return renewal.success && Object.keys(problems).length === 0
		? { right: true, budget: { owner, epsilon, delta, renewal: renewal.data } }
		: { right: false, problems };
}

/** What a form of a budget is for: the first one, another one, or a ledger in place of a damaged one. */
export type BudgetPurpose = 'first' | 'change' | 'anew';

/** What the form begins with: what is in force; else one answer like the planned one, a month. */
export function proposedBudget(
	budget: BudgetState | null,
	planned: { readonly epsilon: number; readonly delta: number },
): Omit<BudgetDraft, 'owner'> {
	// Of a damaged ledger it may be that no budget can be read.
	const { epsilon, delta, renewal } = budget === null || budget.epsilon === 0 ? { ...planned, renewal: 'monthly' } : budget;
	return { epsilon: String(epsilon), delta: delta < 0.001 ? delta.toExponential() : String(delta), renewal };
}

/** What a budget that is being written buys: `Pays for 3 answers like this one.`; nothing where it cannot be read. */
export function paysInWords(draft: BudgetDraft, planned: { readonly epsilon: number; readonly delta: number }): string {
	const [epsilon, delta] = [readNumber(draft.epsilon), readNumber(draft.delta)];
	if (epsilon === undefined || delta === undefined) return '';
	const answers = Math.max(0, Math.floor(Math.min(epsilon / planned.epsilon, delta / planned.delta) + 1e-9));
	return answers === 0 ? 'Too little for an answer like this one.' : `Pays for ${plural(answers, 'answer')} like this one in a period.`;
}
