import type { BudgetState } from '../../src/protocol/private-generation.ts';
import { button, choice, textField, type Choice, type Field } from '../shared/controls.ts';
import { element } from '../shared/elements.ts';
import { proposedBudget, readBudget, type BudgetDraft, type BudgetToSet } from './budget-draft.ts';
import { explanation } from './explain.ts';
import { setText } from './set-text.ts';
import { renewals, topics, type TopicName } from './terms.ts';

const fields = {
	owner: { label: 'Owner', topic: 'owner' },
	epsilon: { label: 'ε of the budget', topic: 'budgetEpsilon' },
	delta: { label: 'δ of the budget', topic: 'budgetDelta' },
	renewal: { label: 'Renews', topic: 'renewal' },
} as const satisfies Readonly<Record<keyof BudgetDraft, { readonly label: string; readonly topic: TopicName }>>;

/** A corpus's first budget, or another one from the next period on. */
export class BudgetForm {
	readonly root: HTMLElement;
	readonly #words = element('p', { id: 'budget-form-words' });
	readonly #controls: Readonly<Record<keyof BudgetDraft, Field | Choice>>;
	readonly #hints: Readonly<Record<keyof BudgetDraft, HTMLElement>>;
	readonly #set: ReturnType<typeof button>;
	readonly #cancel: ReturnType<typeof button>;
	#tried = false;
	/** Somebody has written into it: nothing is proposed any more. */
	#touched = false;

	constructor(actions: { readonly set: (budget: BudgetToSet) => void; readonly cancel: () => void }) {
		const touched = (): void => {
			this.#touched = true;
			if (this.#tried) this.#judge();
		};
		const text = (name: 'owner' | 'epsilon' | 'delta'): Field =>
			textField(fields[name].label, { id: `budget-${name}`, describedBy: `budget-${name}-hint`, onChange: touched, onInput: touched });
		const renewal = choice(fields.renewal.label, { id: 'budget-renewal', describedBy: 'budget-renewal-hint', onChange: touched });
		renewal.setOptions(Object.entries(renewals).map(([value, label]) => ({ value, label })));
		this.#controls = { owner: text('owner'), epsilon: text('epsilon'), delta: text('delta'), renewal };
		const hint = (name: keyof BudgetDraft): HTMLElement =>
			element('p', { id: `budget-${name}-hint`, class: 'hint', 'aria-live': 'polite' });
		this.#hints = { owner: hint('owner'), epsilon: hint('epsilon'), delta: hint('delta'), renewal: hint('renewal') };
		this.#set = button('Make This Budget', {
			id: 'budget-set',
			primary: true,
			onClick: () => {
				this.#tried = true;
				const budget = this.#judge();
				if (budget !== undefined) actions.set(budget);
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
			element('div', { class: 'fields' }, ...(['owner', 'epsilon', 'delta', 'renewal'] as const).map((name) => this.#fieldOf(name))),
			element('div', { class: 'row' }, this.#set.root, this.#cancel.root),
		);
	}

	/** `budget`: the one that is changed; `null`: the first one is made. */
	show(budget: BudgetState | null, planned: { readonly epsilon: number; readonly delta: number }): void {
		setText(
			this.#words,
			budget === null
				? 'This corpus has no budget yet, so nothing private can be released from it. Make one here:'
				: 'Another budget, in force from the next period on:',
		);
		this.#set.setLabel(budget === null ? 'Make This Budget' : 'Change the Budget');
		// Without a budget there is nothing to go back to.
		this.#cancel.root.hidden = budget === null;
		if (this.#touched) return;
		const proposed =
			budget === null ? proposedBudget(planned) : { epsilon: String(budget.epsilon), delta: String(budget.delta), renewal: budget.renewal };
		if (budget !== null) this.#controls.owner.setValue(budget.owner);
		for (const [name, value] of [
			['epsilon', proposed.epsilon],
			['delta', proposed.delta],
			['renewal', proposed.renewal],
		] as const)
			this.#controls[name].setValue(value);
	}

	/** It was used, or closed. */
	forget(): void {
		this.#touched = false;
		this.#tried = false;
		for (const name of ['owner', 'epsilon', 'delta', 'renewal'] as const) this.#say(name, undefined);
	}

	focus(): void {
		this.#controls.owner.root.focus();
	}

	setDisabled(disabled: boolean): void {
		this.#set.setDisabled(disabled);
	}

	#judge(): BudgetToSet | undefined {
		const of = (name: keyof BudgetDraft): string => this.#controls[name].value();
		const read = readBudget({ owner: of('owner'), epsilon: of('epsilon'), delta: of('delta'), renewal: of('renewal') });
		for (const name of ['owner', 'epsilon', 'delta', 'renewal'] as const) this.#say(name, read.right ? undefined : read.problems[name]);
		return read.right ? read.budget : undefined;
	}

	#say(name: keyof BudgetDraft, problem: string | undefined): void {
		setText(this.#hints[name], problem ?? '');
		this.#hints[name].hidden = problem === undefined;
		this.#hints[name].classList.toggle('problem', problem !== undefined);
		const control = this.#controls[name];
		if ('setInvalid' in control) control.setInvalid(problem !== undefined);
	}

	#fieldOf(name: keyof BudgetDraft): HTMLElement {
		const { label, topic } = fields[name];
		const { button: ask, sentence } = explanation(topic, topics[topic].label, topics[topic].explains);
		return element(
			'div',
			{ class: 'field' },
			name === 'renewal' ? element('span', { class: 'label', 'aria-hidden': 'true' }, label) : null,
			element('div', { class: 'with-explain' }, this.#controls[name].root, ask),
			this.#hints[name],
			sentence,
		);
	}
}
