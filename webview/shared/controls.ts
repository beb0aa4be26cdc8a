/**
 * The controls of all panels. Only this file imports the library that draws them, so that another one can take its place.
 * Style sheets and tests name the library's elements, too.
 */
import { VscodeButton } from '@vscode-elements/elements/dist/vscode-button/vscode-button.js';
import { VscodeCheckbox } from '@vscode-elements/elements/dist/vscode-checkbox/vscode-checkbox.js';
import { VscodeProgressRing } from '@vscode-elements/elements/dist/vscode-progress-ring/vscode-progress-ring.js';
import { VscodeSingleSelect } from '@vscode-elements/elements/dist/vscode-single-select/vscode-single-select.js';
import { VscodeTextarea } from '@vscode-elements/elements/dist/vscode-textarea/vscode-textarea.js';
import { VscodeTextfield } from '@vscode-elements/elements/dist/vscode-textfield/vscode-textfield.js';
import { addListKeys, listWidth } from './opening-list.ts';

// The library's grip for resizing is an image, which the page's policy forbids. Without it, the browser draws its own.
for (const sheet of styleSheetsOf(VscodeTextarea)) {
	const grip = [...sheet.cssRules].findIndex(({ cssText }) => cssText.includes('::-webkit-resizer'));
	if (grip !== -1) sheet.deleteRule(grip);
}
// Without this, the background of the input covers the round corners of the border.
styleSheetsOf(VscodeTextfield).at(-1)?.insertRule('input { border-radius: 3px; }');
styleSheetsOf(VscodeSingleSelect).at(-1)?.insertRule(listWidth);

export interface ButtonOptions {
	readonly id?: string;
	/** What it does, if its label is too short to say it. */
	readonly title?: string;
	readonly primary?: boolean;
	readonly disabled?: boolean;
	/** Makes it a switch: whether it is on. */
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

/** Returns a button, or a switch if `pressed` is given. */
export function button(label: string, { id, title, primary = false, disabled = false, pressed, onClick }: ButtonOptions): Button {
	const root = new VscodeButton();
	root.toggleAttribute('secondary', !primary);
	if (id !== undefined) root.id = id;
	if (title !== undefined) {
		root.title = title;
		root.setAttribute('aria-label', title);
	}
	root.textContent = label;
	const control: Button = {
		root,
		setDisabled: (value) => {
			root.toggleAttribute('disabled', value);
			// The library loses the place in the tab order if the button is enabled and disabled again at once.
			void inTabOrder(root);
		},
		setLabel: (text) => {
			if (root.textContent !== text) root.textContent = text;
		},
		setPressed: (value) => {
			root.setAttribute('aria-pressed', String(value));
			root.toggleAttribute('secondary', !value);
		},
	};
	if (disabled) control.setDisabled(true);
	if (pressed !== undefined) control.setPressed(pressed);
	root.addEventListener('click', () => {
		if (!root.hasAttribute('disabled')) onClick();
	});
	// The library clicks when the key goes down. Without this, Space also scrolls the page, the key is typed into a field that the
	// click focuses, and a key that stays down clicks again and again. The library listens after this: this is the capture phase.
	root.addEventListener(
		'keydown',
		(event) => {
			if (event.key !== 'Enter' && event.key !== ' ') return;
			event.preventDefault();
			if (event.repeat) event.stopImmediatePropagation();
		},
		{ capture: true },
	);
	return control;
}

/**
 * Returns a ring that turns while something is in progress. Screen readers skip it: a text next to it says what is in progress.
 * `panel.css` stops it for people who turned off motion.
 */
export function progressRing(): HTMLElement {
	const ring = new VscodeProgressRing();
	ring.role = 'none';
	ring.ariaLive = 'off';
	ring.setAttribute('aria-hidden', 'true');
	return ring;
}

export interface FieldOptions {
	readonly id: string;
	/** ID of the element that describes it. */
	readonly describedBy?: string;
	readonly placeholder?: string;
	/** Runs when a change ends: with Enter, or when the focus moves away. */
	readonly onChange: (value: string) => void;
	/** Runs at every key. */
	readonly onInput?: (value: string) => void;
}

/** A control in which people write. `root` has its label, too; the element with the ID is inside. */
export interface Field extends Control {
	focus(): void;
	value(): string;
	setValue(value: string): void;
	/** Marks a value that cannot be used. */
	setInvalid(invalid: boolean): void;
}

/** Returns a field of one line below its label. */
export function textField(label: string, options: FieldOptions): Field {
	return labeledField(new VscodeTextfield(), label, options);
}

/** Returns a field of several lines below its label. */
export function textArea(label: string, options: FieldOptions & { readonly rows: number }): Field {
	const field = new VscodeTextarea();
	field.rows = options.rows;
	field.resize = 'vertical';
	return labeledField(field, label, options);
}

function labeledField(
	field: VscodeTextfield | VscodeTextarea,
	label: string,
	{ id, describedBy, placeholder, onChange, onInput }: FieldOptions,
): Field {
	field.id = id;
	// Screen readers read this one. A label outside of the field does not reach the input inside it.
	field.label = label;
	if (placeholder !== undefined) field.placeholder = placeholder;
	if (describedBy !== undefined) describe(field, describedBy);
	field.addEventListener('change', () => {
		onChange(field.value);
	});
	if (onInput !== undefined)
		field.addEventListener('input', () => {
			onInput(field.value);
		});
	const shownLabel = document.createElement('label');
	shownLabel.htmlFor = id;
	shownLabel.textContent = label;
	const root = document.createElement('div');
	root.className = 'labeled-field';
	root.append(shownLabel, field);
	return {
		root,
		setDisabled: disabling(field),
		focus: () => {
			field.focus();
		},
		value: () => field.value,
		setValue: (value) => {
			if (field.value !== value) field.value = value;
		},
		setInvalid: (invalid) => {
			field.toggleAttribute('invalid', invalid);
			void onceDrawn(field, (input) => {
				input.setAttribute('aria-invalid', String(invalid));
			});
		},
	};
}

export interface Checkbox extends Control {
	checked(): boolean;
	setChecked(checked: boolean): void;
}

/** Returns a checkbox with its label. */
export function checkbox(
	label: string,
	{ id, describedBy, onChange }: { readonly id: string; readonly describedBy?: string; readonly onChange: (checked: boolean) => void },
): Checkbox {
	const root = new VscodeCheckbox();
	root.id = id;
	root.textContent = label;
	if (describedBy !== undefined) describe(root, describedBy);
	const tell = (checked: boolean): void => {
		void onceDrawn(root, (input) => {
			if (input instanceof HTMLInputElement) input.checked = checked;
		});
	};
	root.addEventListener('change', () => {
		tell(root.checked);
		onChange(root.checked);
	});
	// A screen reader clicks the input inside, and the library does not notice.
	void onceDrawn(root, (input) => {
		input.addEventListener('change', () => {
			root.checked = !root.checked;
			root.dispatchEvent(new Event('change'));
		});
	});
	return {
		root,
		setDisabled: disabling(root),
		checked: () => root.checked,
		setChecked: (checked) => {
			root.checked = checked;
			tell(checked);
		},
	};
}

export interface Choice extends Control {
	value(): string;
	setValue(value: string): void;
	setOptions(options: readonly { readonly value: string; readonly label: string }[]): void;
}

/** Returns a list that opens, from which people choose one option. Screen readers read `label`; it is not shown. */
export function choice(
	label: string,
	{ id, describedBy, onChange }: { readonly id: string; readonly describedBy?: string; readonly onChange: (value: string) => void },
): Choice {
	const root = new VscodeSingleSelect();
	root.id = id;
	root.label = label;
	if (describedBy !== undefined) describe(root, describedBy);
	root.addEventListener('change', () => {
		onChange(root.value);
	});
	addListKeys(root);
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
			const { value } = root;
			root.options = options.map((option) => ({ ...option, description: '', selected: false, disabled: false }));
			// What was chosen stays chosen, wherever it is now; otherwise it is the first.
			root.selectedIndex = Math.max(
				0,
				options.findIndex((option) => option.value === value),
			);
		},
	};
}

/** Returns whether keys that are pressed there are for writing, for a control that has keys of its own, or for neither. */
export function useOfKeys(target: HTMLElement): 'text' | 'control' | undefined {
	if (target.closest('textarea, input, [contenteditable="true"], vscode-textfield, vscode-textarea, vscode-single-select') !== null)
		return 'text';
	return target.closest('vscode-button, vscode-checkbox, button, summary, a') === null ? undefined : 'control';
}

/** Returns the style sheets that all elements of a class share. */
function styleSheetsOf({ elementStyles }: typeof VscodeSingleSelect | typeof VscodeTextarea | typeof VscodeTextfield): CSSStyleSheet[] {
	return elementStyles.flatMap((style) => (style instanceof CSSStyleSheet ? style : (style.styleSheet ?? [])));
}

async function inTabOrder(root: VscodeButton): Promise<void> {
	await root.updateComplete;
	root.tabIndex = root.disabled ? -1 : 0;
}

type Drawn = HTMLElement & { readonly updateComplete: Promise<boolean> };

/** Runs `then` with the element inside the control that has the focus, once it is there: the library draws after it is on the page. */
async function onceDrawn(root: Drawn, then: (inner: HTMLElement) => void): Promise<void> {
	await root.updateComplete;
	const inner = root.shadowRoot?.querySelector<HTMLElement>('input, textarea, [role="combobox"]');
	if (inner !== null && inner !== undefined) then(inner);
}

/** Connects the element inside the control with its description. An ID does not reach it from outside; the element itself does. */
function describe(root: Drawn, id: string): void {
	const connect = (): void => {
		void onceDrawn(root, (inner) => {
			const description = document.getElementById(id);
			inner.ariaDescribedByElements = description === null ? null : [description];
		});
	};
	connect();
	// The page may have made another element with this ID since.
	root.addEventListener('focusin', connect);
}

function disabling(root: Drawn): (disabled: boolean) => void {
	return (disabled) => {
		root.toggleAttribute('disabled', disabled);
		// The library takes a control out of the tab order for good once it was disabled.
		if (!disabled) root.removeAttribute('tabindex');
		void onceDrawn(root, (inner) => {
			if ('disabled' in inner) inner.disabled = disabled;
			else inner.setAttribute('aria-disabled', String(disabled));
		});
	};
}
