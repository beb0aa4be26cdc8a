import { defaultBudget, periodInWords } from '../../formats/budget-renewal.ts';
import type { BudgetState, PrivatePlan } from '../../protocol/private.ts';
import { deltaInWords, epsilonInWords, leftOf } from '../../wording/numbers.ts';
import { plural } from '../../wording/phrases.ts';

/** The button that pays for an answer and reviews it: the review's private original is a file that somebody must look after. */
export const reviewTitle = 'Spend, Review and Write a Private File';

/** What a person is asked before an answer is paid for: the question, and what there is to know. */
export interface CostQuestion {
	readonly message: string;
	readonly detail: string;
}

/** What stands against paying for an answer at all. */
export interface Refusal {
	readonly kind: 'damaged' | 'short';
	readonly message: string;
}

/** What pays for an answer: a ledger, or the one that a first answer makes. */
export type Payer = Pick<
	BudgetState,
	'corpus' | 'epsilon' | 'delta' | 'spentEpsilon' | 'spentDelta' | 'renewal' | 'renewsAt' | 'damage'
> & {
	/** There is none yet. */
	readonly first?: true;
};

/** What pays for the first answer of a corpus without a budget, whose name is `corpus`. */
export function firstPayer(corpus: string): Payer {
	return { ...defaultBudget, corpus, spentEpsilon: 0, spentDelta: 0, renewsAt: null, damage: [], first: true };
}

/** Why this ledger does not pay for this plan; undefined: it does. */
export function refusalOf(budget: Payer, { settings }: Pick<PrivatePlan, 'settings'>): Refusal | undefined {
	if (budget.damage.length > 0)
		return { kind: 'damaged', message: `Nothing was spent: the ledger of ${budget.corpus} is damaged. ${budget.damage.join(' ')}` };
	const [epsilon, delta] = [leftOf(budget.epsilon, budget.spentEpsilon, 6), leftOf(budget.delta, budget.spentDelta, 15)];
	if (settings.epsilon <= epsilon + 1e-9 && settings.delta <= delta * (1 + 1e-9)) return undefined;
	return {
		kind: 'short',
		message: `Nothing was spent: this answer takes ${amount(settings.epsilon, settings.delta)}, and ${budget.corpus} has ${amount(epsilon, delta, 'down')} left. ${budget.renewsAt === null ? 'Its budget never renews.' : `Its budget renews on ${day(budget.renewsAt)}.`}`,
	};
}

/** The cost, what is left after it, what can come out for it, and what a review needs. `folder` is the corpus'. */
export function costQuestion(budget: Payer, plan: PrivatePlan, folder: string): CostQuestion {
	const { settings, documents, says, hopeless } = plan;
	const left = leftOf(budget.epsilon, budget.spentEpsilon + settings.epsilon, 6);
	return {
		message: `Spend ${amount(settings.epsilon, settings.delta)} of the budget of ${budget.corpus}${hopeless ? ', although little of use can come out' : ''}?`,
		detail: [
			says[0] ?? `From ${plural(documents, 'document')}.`,
			`After it, ε = ${epsilonInWords(left, 'down')} of ${epsilonInWords(budget.epsilon)} is left${budget.renewsAt === null ? '' : ` until ${day(budget.renewsAt)}`}.`,
			...(budget.first === true
				? [
						`There is no budget yet. This answer creates one of ${amount(budget.epsilon, budget.delta)} ${periodInWords(budget.renewal)}, and you own it.`,
					]
				: []),
			'What you spend stays spent, even if nothing can be released.',
			`‘${reviewTitle}’ also writes a second file beside the answer: what the model says with all documents in one prompt. That file is as private as the documents, and only you can read it.`,
			`Corpus: ${folder}`,
		].join('\n\n'),
	};
}

function amount(epsilon: number, delta: number, way: 'up' | 'down' = 'up'): string {
	return `ε = ${epsilonInWords(epsilon, way)} and δ = ${deltaInWords(delta, way)}`;
}

function day(time: string): string {
	return new Date(time).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
}
