import { daysOf, defaultBudget, periodInWords, renewal as renewalSchema, type Renewal } from '../../src/formats/budget-renewal.ts';
import { budgetLimits, type BudgetState } from '../../src/protocol/private.ts';
import { plural } from '../../src/wording/phrases.ts';
import { numberInWords } from '../../src/wording/schema-text.ts';
import { readNumber } from '../shared/words.ts';

/** What stands in the form of a budget. */
export interface BudgetDraft {
	readonly owner: string;
	readonly epsilon: string;
	readonly delta: string;
	/** A period of the calendar, or `everyDays`. */
	readonly renewal: string;
	/** How many days, of `everyDays`. */
	readonly days: string;
}

/** Renews every so many days, and the field beside it says how many. */
export const everyDays = 'days';
/** Days that are proposed for that. */
const defaultDays = 30;

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
	if (owner === '') problems.owner = 'Enter the owner of this budget.';
	const number = (name: keyof typeof budgetLimits): number => {
		const read = budgetLimits[name].safeParse(readNumber(draft[name]));
		if (read.success) return read.data;
		problems[name] = `Write ${numberInWords(budgetLimits[name])}.`;
		return Number.NaN;
	};
	const [epsilon, delta] = [number('epsilon'), number('delta')];
	const renewal = renewalOf(draft);
	if (!renewal.success) problems[draft.renewal === everyDays ? 'days' : 'renewal'] = 'Write a whole number from 1 to 9999.';
	return renewal.success && Object.keys(problems).length === 0
		? { right: true, budget: { owner, epsilon, delta, renewal: renewal.data } }
		: { right: false, problems };
}

function renewalOf({ renewal, days }: Pick<BudgetDraft, 'renewal' | 'days'>): ReturnType<typeof renewalSchema.safeParse> {
	return renewalSchema.safeParse(renewal === everyDays ? `${days.trim()}d` : renewal);
}

/** What a form of a budget is for: the first one, another one, or a ledger in place of a damaged one. */
export type BudgetPurpose = 'first' | 'change' | 'anew';

/** What the form begins with: what is in force; else the budget that a first answer would make. */
export function proposedBudget(budget: BudgetState | null): Omit<BudgetDraft, 'owner'> {
	// Of a damaged ledger it may be that no budget can be read.
	const { epsilon, delta, renewal } = budget === null || budget.epsilon === 0 ? defaultBudget : budget;
	const days = daysOf(renewal);
	return {
		epsilon: String(epsilon),
		delta: delta < 0.001 ? delta.toExponential() : String(delta),
		renewal: days === undefined ? renewal : everyDays,
		days: String(days ?? defaultDays),
	};
}

/** What a budget that is being written buys: `Pays for 3 answers like this one a month.`; nothing where it cannot be read. */
export function paysInWords(draft: BudgetDraft, planned: { readonly epsilon: number; readonly delta: number }): string {
	const [epsilon, delta] = [readNumber(draft.epsilon), readNumber(draft.delta)];
	if (epsilon === undefined || delta === undefined) return '';
	const answers = Math.max(0, Math.floor(Math.min(epsilon / planned.epsilon, delta / planned.delta) + 1e-9));
	if (answers === 0) return 'Too little for an answer like this one.';
	const renewal = renewalOf(draft);
	return `Pays for ${plural(answers, 'answer')} like this one${renewal.success ? ` ${periodInWords(renewal.data)}` : ''}.`;
}
