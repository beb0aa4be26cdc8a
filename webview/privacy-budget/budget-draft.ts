import { z } from 'zod';
import type { BudgetState } from '../../src/protocol/private-generation.ts';
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
	readonly renewal: BudgetState['renewal'];
}

export type BudgetReading =
	| { readonly right: true; readonly budget: BudgetToSet }
	| { readonly right: false; readonly problems: Readonly<Partial<Record<keyof BudgetDraft, string>>> };

const numbers = { epsilon: z.number().positive().max(10_000), delta: z.number().gt(0).max(1) } as const;
const renewalNames = ['never', 'daily', 'weekly', 'monthly', 'yearly'] as const;

/** What the form asks for; what cannot be used is said field by field. */
export function readBudget(draft: BudgetDraft): BudgetReading {
	const problems: Partial<Record<keyof BudgetDraft, string>> = {};
	const owner = draft.owner.trim();
	if (owner === '') problems.owner = 'Write who answers for this budget.';
	const number = (name: keyof typeof numbers): number => {
		const read = numbers[name].safeParse(readNumber(draft[name]));
		if (read.success) return read.data;
		problems[name] = `Write ${numberInWords(numbers[name])}.`;
		return Number.NaN;
	};
	const [epsilon, delta] = [number('epsilon'), number('delta')];
	const renewal = renewalNames.find((name) => name === draft.renewal) ?? 'never';
	return Object.keys(problems).length > 0 ? { right: false, problems } : { right: true, budget: { owner, epsilon, delta, renewal } };
}

/** A first proposal: ten answers like the planned one, a month. */
export function proposedBudget(planned: { readonly epsilon: number; readonly delta: number }): Omit<BudgetDraft, 'owner'> {
	const delta = Number((planned.delta * 10).toPrecision(6));
	return {
		epsilon: String(Number((planned.epsilon * 10).toPrecision(6))),
		delta: delta < 0.001 ? delta.toExponential() : String(delta),
		renewal: 'monthly',
	};
}
