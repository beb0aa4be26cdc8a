/**
 * The controls of all panels. This file alone knows the library that draws them, so that another one can take its place: the
 * toolkit is VS Code's own and follows its themes, but is no longer developed.
 */
import { provideVSCodeDesignSystem, vsCodeButton, vsCodeProgressRing } from '@vscode/webview-ui-toolkit';

provideVSCodeDesignSystem().register(vsCodeButton(), vsCodeProgressRing());

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
	setPressed(pressed: boolean): void;
}

/** A button, or with `pressed` a switch. */
export function button(label: string, { id, title, primary = false, disabled = false, pressed, onClick }: ButtonOptions): Control {
	const root = document.createElement('vscode-button');
	root.setAttribute('appearance', primary ? 'primary' : 'secondary');
	if (id !== undefined) root.id = id;
	if (title !== undefined) {
		root.title = title;
		root.setAttribute('aria-label', title);
	}
	root.textContent = label;
	const control: Control = {
		root,
		setDisabled: (value) => { root.toggleAttribute('disabled', value); },
		setPressed: (value) => {
			root.setAttribute('aria-pressed', String(value));
			root.setAttribute('appearance', value ? 'primary' : 'secondary');
		},
	};
	if (disabled) control.setDisabled(true);
	if (pressed !== undefined) control.setPressed(pressed);
	root.addEventListener('click', () => { if (!root.hasAttribute('disabled')) onClick(); });
	return control;
}

/** Turns while something is on its way; what that is stands beside it. */
export function progressRing(): HTMLElement {
	const ring = document.createElement('vscode-progress-ring');
	ring.setAttribute('aria-hidden', 'true');
	return ring;
}
