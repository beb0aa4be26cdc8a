import { checkbox, choice, textArea, textField } from '../shared/controls.ts';
import { element } from '../shared/elements.ts';
import { allowedIn, choicesOf, type FieldName } from './draft.ts';
import { explanation } from './explain.ts';
import { measured } from './measured.ts';
import { fieldTerms } from './terms.ts';

/** One field: its control, what may be written into it or why it cannot be used, and its explanation on demand. */
export class BudgetField {
	readonly root: HTMLElement;
	readonly name: FieldName;
	readonly #control: {
		readonly root: HTMLElement;
		value(): string;
		setValue(value: string): void;
		setInvalid?(invalid: boolean): void;
	};
	readonly #hint = element('p', { class: 'hint' });
	readonly #usual: string;

	/** `soon`: while a person writes; `now`: at the end of a change. */
	constructor(name: FieldName, soon: () => void, now: () => void) {
		this.name = name;
		const { label, explains } = fieldTerms[name];
		this.#hint.id = `${name}-hint`;
		// Only what has become wrong is read aloud.
		this.#hint.setAttribute('aria-live', 'polite');
		const allowed = allowedIn(name);
		this.#usual = allowed === '' ? '' : `${allowed.charAt(0).toUpperCase()}${allowed.slice(1)}.`;
		this.#control = controlOf(name, label, this.#hint.id, soon, now);
		const { button, sentence } = explanation(name, label, explains);
		const note = measured[name];
		this.root = element(
			'div',
			{ class: 'field', 'data-field': name },
			choicesOf[name] === undefined ? null : element('span', { class: 'label', 'aria-hidden': 'true' }, label),
			element('div', { class: 'with-explain' }, this.#control.root, button),
			this.#hint,
			sentence,
			note === undefined ? null : element('p', { class: 'hint measured' }, note),
		);
		this.say(undefined);
	}

	value(): string {
		return this.#control.value();
	}

	/** Shows a value; what a person is writing stays, unless `over` it. */
	setValue(value: string, over = false): void {
		if (over || !this.#control.root.contains(document.activeElement)) this.#control.setValue(value);
	}

	/** Why it cannot be used, or that it can. */
	say(problem: string | undefined, usual = this.#usual): void {
		const text = problem ?? usual;
		if (this.#hint.textContent !== text) this.#hint.textContent = text;
		this.#hint.hidden = text === '';
		this.#hint.classList.toggle('problem', problem !== undefined);
		this.#control.setInvalid?.(problem !== undefined);
	}
}

function controlOf(
	name: FieldName,
	label: string,
	describedBy: string,
	soon: () => void,
	now: () => void,
): { readonly root: HTMLElement; value(): string; setValue(value: string): void; setInvalid?(invalid: boolean): void } {
	const choices = choicesOf[name];
	if (choices !== undefined) {
		const list = choice(label, { id: name, describedBy, onChange: now });
		list.setOptions(choices);
		return list;
	}
	if (name === 'countFacts') {
		const box = checkbox(label, { id: name, describedBy, onChange: now });
		return {
			root: box.root,
			value: () => String(box.checked()),
			setValue: (value) => {
				box.setChecked(value === 'true');
			},
		};
	}
	const options = { id: name, describedBy, onChange: now, onInput: soon };
	return name === 'list' || name === 'vocabulary' ? textArea(label, { ...options, rows: 5 }) : textField(label, options);
}
