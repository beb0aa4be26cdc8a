import type { CalibrationSetup, DeclaredOption } from '../../src/protocol/calibration-panel.ts';
import { choice, textField, type Control } from '../shared/controls.ts';
import { element } from '../shared/elements.ts';
import { optionHint, readOption, type OptionReading } from './option-value.ts';

/** A control with its label and what there is to know of it. */
export function labelled(id: string, hint: string, control: HTMLElement, label?: string): HTMLElement {
	return element(
		'div',
		{ class: 'field' },
		label === undefined ? null : element('span', { class: 'label', 'aria-hidden': 'true' }, label),
		control,
		element('p', { class: 'hint', id: `${id}-hint` }, hint),
	);
}

/** The control of an option that methods declare. */
export class OptionField {
	readonly root: HTMLElement;
	readonly option: DeclaredOption;
	readonly #control: Control & { value(): string; setValue(value: string): void };
	readonly #mark: (invalid: boolean) => void;

	constructor(option: DeclaredOption, changed: () => void) {
		this.option = option;
		const id = `option-${option.name.replaceAll(/[^\w-]/g, '-')}`;
		const about = { id, describedBy: `${id}-hint`, onChange: changed };
		if (option.value.kind === 'number') {
			const field = textField(option.title, about);
			this.#control = field;
			this.#mark = (invalid) => {
				field.setInvalid(invalid);
			};
			this.root = labelled(id, optionHint(option), field.root);
		} else {
			const list = choice(option.title, about);
			list.setOptions(option.value.choices.map(({ name, title }) => ({ value: name, label: title })));
			this.#control = list;
			this.#mark = () => undefined;
			this.root = labelled(id, optionHint(option), list.root, option.title);
		}
	}

	/** Shows what is set; what a person is writing stays. */
	show(value: CalibrationSetup['options'][string] | undefined): void {
		if (!this.#control.root.contains(document.activeElement)) this.#control.setValue(String(value ?? this.option.value.default ?? ''));
	}

	setDisabled(disabled: boolean): void {
		this.#control.setDisabled(disabled);
	}

	/** What it says at present; marks what cannot be used. */
	read(): OptionReading {
		const reading = readOption(this.option, this.#control.value());
		this.#mark(!reading.right);
		return reading;
	}
}
