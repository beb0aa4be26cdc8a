import { presets, type BudgetOutlook } from '../../src/protocol/private.ts';
import { oddsInWords } from '../../src/wording/numbers.ts';
import { element } from '../shared/elements.ts';
import { setText } from './set-text.ts';

/** Budgets to begin with, each with what it would give at present. */
export class PresetsView {
	readonly root: HTMLElement;
	readonly #cards: readonly { readonly epsilon: number; readonly root: HTMLElement; readonly description: HTMLElement }[];

	constructor(choose: (epsilon: number) => void) {
		this.#cards = presets.map(({ name, epsilon }) => {
			const description = element('span', { class: 'says' });
			const root = element(
				'button',
				{ type: 'button', class: 'preset', id: `preset-${name.toLowerCase()}`, 'aria-pressed': 'false' },
				element('span', { class: 'name' }, `${name}: ε = ${epsilon}`),
				element('span', { class: 'quiet' }, `One document can make an answer ${oddsInWords(epsilon)}.`),
				description,
			);
			root.addEventListener('click', () => {
				choose(epsilon);
			});
			return { epsilon, root, description };
		});
		this.root = element(
			'div',
			{ class: 'presets', role: 'group', 'aria-label': 'Budgets to begin with' },
			...this.#cards.map(({ root }) => root),
		);
	}

	/** Which one the field of ε has, if any. */
	mark(epsilon: number | undefined): void {
		for (const card of this.#cards) card.root.setAttribute('aria-pressed', String(card.epsilon === epsilon));
	}

	show(outlooks: BudgetOutlook['presets']): void {
		for (const card of this.#cards) {
			const outlook = outlooks.find(({ epsilon }) => epsilon === card.epsilon);
			setText(card.description, outlook?.says ?? '');
			card.root.classList.toggle('impossible', outlook?.possible === false);
		}
	}
}
