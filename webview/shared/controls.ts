/**
 * The controls of all panels. This file alone knows the library that draws them, so that another one can take its place: the
 * toolkit is VS Code's own and follows its themes, but is no longer developed.
 */
import {
	Checkbox as ToolkitCheckbox,
	Dropdown,
	provideVSCodeDesignSystem,
	TextArea,
	TextField,
	vsCodeButton,
	vsCodeCheckbox,
	vsCodeDropdown,
	vsCodeOption,
	vsCodeProgressRing,
	vsCodeTextArea,
	vsCodeTextField,
} from '@vscode/webview-ui-toolkit';

provideVSCodeDesignSystem().register(
	vsCodeButton(),
	vsCodeCheckbox(),
	vsCodeDropdown(),
	vsCodeOption(),
	vsCodeProgressRing(),
	vsCodeTextArea(),
	vsCodeTextField(),
);

export interface ButtonOptions {
	readonly id?: string;
	/** What it does, where its label is too short to tell. */
	readonly title?: string;
	readonly primary?: boolean;
	readonly disabled?: boolean;
	/** Of a switch: whether it is on. */
	readonly pressed?: boolean;
	readonly onClick: () => void;
}

export interface Control {
	readonly root: HTMLElement;
	setDisabled(disabled: boolean): void;
}

export interface Button extends Control {
	setLabel(label: string): void;
	setPressed(pressed: boolean): void;
}

/** A button, or with `pressed` a switch. */
export function button(label: string, { id, title, primary = false, disabled = false, pressed, onClick }: ButtonOptions): Button {
	const root = document.createElement('vscode-button');
	root.setAttribute('appearance', primary ? 'primary' : 'secondary');
	if (id !== undefined) root.id = id;
	if (title !== undefined) {
		root.title = title;
		root.setAttribute('aria-label', title);
	}
	root.textContent = label;
	const control: Button = {
		root,
		setDisabled: disabling(root),
		setLabel: (text) => {
			if (root.textContent !== text) root.textContent = text;
		},
		setPressed: (value) => {
			root.setAttribute('aria-pressed', String(value));
			root.setAttribute('appearance', value ? 'primary' : 'secondary');
		},
	};
	if (disabled) control.setDisabled(true);
	if (pressed !== undefined) control.setPressed(pressed);
	root.addEventListener('click', () => {
		if (!root.hasAttribute('disabled')) onClick();
	});
	return control;
}

/** VS Code marks its pages so for whoever has turned motion off, in VS Code or in the system. */
const still = new CSSStyleSheet();
still.replaceSync(':host-context(.vscode-reduce-motion) * { animation: none; }');

/** Turns while something is on its way, or stands where nothing is to move; what that is stands beside it. */
export function progressRing(): HTMLElement {
	const ring = document.createElement('vscode-progress-ring');
	ring.shadowRoot?.adoptedStyleSheets.push(still);
	ring.setAttribute('aria-hidden', 'true');
	return ring;
}

export interface FieldOptions {
	readonly id: string;
	/** Element that says more about it. */
	readonly describedBy?: string;
	readonly placeholder?: string;
	/** At the end of a change: Enter, or the focus moves on. */
	readonly onChange: (value: string) => void;
	/** At every key, for what is to follow at once. */
	readonly onInput?: (value: string) => void;
}

export interface Field extends Control {
	value(): string;
	setValue(value: string): void;
	/** Whether what is written is none of what was asked for. */
	setInvalid(invalid: boolean): void;
}

/** A line of text with its label. */
export function textField(label: string, options: FieldOptions): Field {
	return writing(made('vscode-text-field', TextField, options.id), label, options);
}

/** Several lines of text with their label. */
export function textArea(label: string, options: FieldOptions & { readonly rows: number }): Field {
	const root = made('vscode-text-area', TextArea, options.id);
	root.setAttribute('rows', String(options.rows));
	root.setAttribute('resize', 'vertical');
	return writing(root, label, options);
}

function writing(root: TextField | TextArea, label: string, { describedBy, placeholder, onChange, onInput }: FieldOptions): Field {
	root.textContent = label;
	root.setAttribute('aria-label', label);
	if (describedBy !== undefined) root.setAttribute('aria-describedby', describedBy);
	if (placeholder !== undefined) root.setAttribute('placeholder', placeholder);
	root.addEventListener('change', () => {
		onChange(root.value);
	});
	if (onInput !== undefined)
		root.addEventListener('input', () => {
			onInput(root.value);
		});
	return {
		root,
		setDisabled: disabling(root),
		value: () => root.value,
		setValue: (value) => {
			if (root.value !== value) root.value = value;
		},
		setInvalid: (invalid) => {
			root.setAttribute('aria-invalid', String(invalid));
			root.classList.toggle('invalid', invalid);
		},
	};
}

export interface Checkbox extends Control {
	checked(): boolean;
	setChecked(checked: boolean): void;
}

export function checkbox(
	label: string,
	{ id, describedBy, onChange }: { readonly id: string; readonly describedBy?: string; readonly onChange: (checked: boolean) => void },
): Checkbox {
	const root = made('vscode-checkbox', ToolkitCheckbox, id);
	root.textContent = label;
	if (describedBy !== undefined) root.setAttribute('aria-describedby', describedBy);
	// The library calls it a change, too, when it is us who set it.
	let ours = false;
	root.addEventListener('change', () => {
		if (!ours) onChange(root.checked);
	});
	return {
		root,
		setDisabled: disabling(root),
		checked: () => root.checked,
		setChecked: (checked) => {
			ours = true;
			root.checked = checked;
			ours = false;
		},
	};
}

export interface Choice extends Control {
	value(): string;
	setValue(value: string): void;
	setOptions(options: readonly { readonly value: string; readonly label: string }[]): void;
}

/** One of several, from a list that opens; `label` is what is heard of it. */
export function choice(
	label: string,
	{ id, describedBy, onChange }: { readonly id: string; readonly describedBy?: string; readonly onChange: (value: string) => void },
): Choice {
	const root = made('vscode-dropdown', Dropdown, id);
	root.setAttribute('aria-label', label);
	if (describedBy !== undefined) root.setAttribute('aria-describedby', describedBy);
	root.addEventListener('change', () => {
		onChange(root.value);
	});
	let shown = '';
	return {
		root,
		setDisabled: disabling(root),
		value: () => root.value,
		setValue: (value) => {
			if (root.value !== value) root.value = value;
		},
		setOptions: (options) => {
			const wanted = JSON.stringify(options);
			if (wanted === shown) return;
			shown = wanted;
			root.replaceChildren(
				...options.map((option) => {
					const item = document.createElement('vscode-option');
					item.setAttribute('value', option.value);
					item.textContent = option.label;
					return item;
				}),
			);
		},
	};
}

function made<E extends HTMLElement>(tag: string, type: new () => E, id: string): E {
	const root = document.createElement(tag);
	if (!(root instanceof type)) throw new Error(`The library has no ${tag}.`);
	root.id = id;
	return root;
}

function disabling(root: HTMLElement): (disabled: boolean) => void {
	return (disabled) => {
		root.toggleAttribute('disabled', disabled);
	};
}
