import { defaultBudget, periodInWords } from '../../src/formats/budget-renewal.ts';
import type { BudgetState } from '../../src/protocol/private.ts';
import { button, checkbox, choice, textField, type Checkbox, type Choice, type Field } from '../shared/controls.ts';
import { element } from '../shared/elements.ts';
import {
	everyDays,
	paysInWords,
	proposedBudget,
	readBudget,
	type BudgetDraft,
	type BudgetPurpose,
	type BudgetToSet,
} from './budget-draft.ts';
import { explanation } from './explain.ts';
import { setText } from './set-text.ts';
import { renewalChoices, topics, type TopicName } from './terms.ts';
import { deltaInWords, epsilonInWords } from '../../src/wording/numbers.ts';

const fields = {
	owner: { label: 'Owner', topic: 'owner' },
	epsilon: { label: 'ε of the budget', topic: 'budgetEpsilon' },
	delta: { label: 'δ of the budget', topic: 'budgetDelta' },
	renewal: { label: 'Renews', topic: 'renewal' },
	days: { label: 'Days', topic: 'days' },
} as const satisfies Readonly<Record<keyof BudgetDraft, { readonly label: string; readonly topic: TopicName }>>;

const names = ['owner', 'epsilon', 'delta', 'renewal', 'days'] as const;

const words: Readonly<Record<BudgetPurpose, { readonly title: string; readonly set: string; readonly now: string }>> = {
	first: {
		title: `There is no budget yet. Create one here. Otherwise the first private answer creates one of ε = ${epsilonInWords(defaultBudget.epsilon)} and δ = ${deltaInWords(defaultBudget.delta)} ${periodInWords(defaultBudget.renewal)}, which never renews.`,
		set: 'Create This Budget',
		now: '',
	},
	change: {
		title:
			'A smaller budget takes effect immediately, a larger one when the next period begins. A budget that never renews has no next period: check ‘At once’ to make it larger.',
		set: 'Change the Budget',
		now: 'At once, even if it is larger. The ledger records this permanently',
	},
	anew: {
		title:
			'This begins a new ledger and keeps the damaged one beside it. Nobody knows what was spent, so all of the budget counts as spent until the period ends, or for good if it never renews.',
		set: 'Begin Anew',
		now: 'Count nothing as spent, by decision of the owner. The ledger records this permanently',
	},
};

/** What is set: a budget, at once or not. */
export interface BudgetRequest extends BudgetToSet {
	readonly now: boolean;
	readonly anew: boolean;
}

/** A corpus's first budget, another one, or a new ledger. */
export class BudgetForm {
	readonly root: HTMLElement;
	readonly #words = element('p', { id: 'budget-form-words' });
	readonly #controls: Readonly<Record<Exclude<keyof BudgetDraft, 'renewal'>, Field>> & { readonly renewal: Choice };
	readonly #hints: Readonly<Record<keyof BudgetDraft, HTMLElement>>;
	readonly #now: Checkbox;
	readonly #set: ReturnType<typeof button>;
	readonly #cancel: ReturnType<typeof button>;
	/** Shown where it renews every so many days. */
	#days = element('div', {});
	#tried = false;
	#purpose: BudgetPurpose = 'first';
	#planned = { epsilon: 1, delta: 1 };
	/** Somebody has written into it: nothing is proposed any more. */
	#touched = false;

	constructor(actions: { readonly set: (budget: BudgetRequest) => void; readonly cancel: () => void }) {
		const touched = (): void => {
			this.#touched = true;
			this.#judge();
		};
		const text = (name: Exclude<keyof BudgetDraft, 'renewal'>): Field =>
			textField(fields[name].label, { id: `budget-${name}`, describedBy: `budget-${name}-hint`, onChange: touched, onInput: touched });
		const renewal = choice(fields.renewal.label, { id: 'budget-renewal', describedBy: 'budget-renewal-hint', onChange: touched });
		renewal.setOptions(renewalChoices);
		this.#controls = { owner: text('owner'), epsilon: text('epsilon'), delta: text('delta'), renewal, days: text('days') };
		const hint = (name: keyof BudgetDraft): HTMLElement =>
			element('p', { id: `budget-${name}-hint`, class: 'hint', 'aria-live': 'polite' });
		this.#hints = { owner: hint('owner'), epsilon: hint('epsilon'), delta: hint('delta'), renewal: hint('renewal'), days: hint('days') };
		this.#now = checkbox('', { id: 'budget-now', onChange: () => undefined });
		this.#set = button('Create This Budget', {
			id: 'budget-set',
			primary: true,
			onClick: () => {
				this.#tried = true;
				const budget = this.#judge();
				if (budget !== undefined)
					actions.set({ ...budget, now: this.#purpose !== 'first' && this.#now.checked(), anew: this.#purpose === 'anew' });
			},
		});
		this.#cancel = button('Cancel', {
			id: 'budget-cancel',
			onClick: () => {
				actions.cancel();
			},
		});
		this.root = element(
			'div',
			{ id: 'budget-form', role: 'group', 'aria-labelledby': 'budget-form-words' },
			this.#words,
			element('div', { class: 'fields' }, ...names.map((name) => this.#fieldOf(name))),
			element('div', { class: 'row' }, this.#now.root),
			element('div', { class: 'row' }, this.#set.root, this.#cancel.root),
		);
	}

	/** `budget`: what is known of the one that is changed or lost. */
	show(purpose: BudgetPurpose, budget: BudgetState | null, planned: { readonly epsilon: number; readonly delta: number }): void {
		this.#purpose = purpose;
		this.#planned = planned;
		setText(this.#words, words[purpose].title);
		this.#set.setLabel(words[purpose].set);
		setText(this.#now.root, words[purpose].now);
		this.#now.root.hidden = purpose === 'first';
		// Without a budget there is nothing to go back to.
		this.#cancel.root.hidden = purpose === 'first';
		if (!this.#touched) {
			const proposed = proposedBudget(budget);
			if (purpose === 'change' && budget !== null) this.#controls.owner.setValue(budget.owner);
			for (const name of ['epsilon', 'delta', 'renewal', 'days'] as const) this.#controls[name].setValue(proposed[name]);
		}
		this.#judge();
	}

	/** It was used, or closed. */
	forget(): void {
		this.#touched = false;
		this.#tried = false;
		this.#now.setChecked(false);
	}

	focus(): void {
		this.#controls.owner.focus();
	}

	setDisabled(disabled: boolean): void {
		this.#set.setDisabled(disabled);
	}

	/** What is wrong is said once a person has tried to set it. */
	#judge(): BudgetToSet | undefined {
		const of = (name: keyof BudgetDraft): string => this.#controls[name].value();
		const draft = { owner: of('owner'), epsilon: of('epsilon'), delta: of('delta'), renewal: of('renewal'), days: of('days') };
		this.#days.hidden = draft.renewal !== everyDays;
		const read = readBudget(draft);
		for (const name of names) {
			const problem = read.right || !this.#tried ? undefined : read.problems[name];
			this.#say(name, problem, name === 'epsilon' ? paysInWords(draft, this.#planned) : '');
		}
		return read.right ? read.budget : undefined;
	}

	#say(name: keyof BudgetDraft, problem: string | undefined, usual: string): void {
		const hint = this.#hints[name];
		setText(hint, problem ?? usual);
		hint.hidden = hint.textContent === '';
		hint.classList.toggle('problem', problem !== undefined);
		const control = this.#controls[name];
		if ('setInvalid' in control) control.setInvalid(problem !== undefined);
	}

	#fieldOf(name: keyof BudgetDraft): HTMLElement {
		const { label, topic } = fields[name];
		const { button: ask, sentence } = explanation(topic, topics[topic].label, topics[topic].explains);
		const field = element(
			'div',
			{ class: 'field' },
			name === 'renewal' ? element('span', { class: 'label', 'aria-hidden': 'true' }, label) : null,
			element('div', { class: 'with-explain' }, this.#controls[name].root, ask),
			this.#hints[name],
			sentence,
		);
		if (name === 'days') this.#days = field;
		return field;
	}
}
