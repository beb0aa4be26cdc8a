import type { CalibrationPreview, CalibrationSetup } from '../../src/protocol/calibration-panel.ts';
import { codeWords } from '../shared/code-words.ts';
import { checkbox, type Checkbox } from '../shared/controls.ts';
import { element, fill } from '../shared/elements.ts';
import { wantedMethods } from './wanted-methods.ts';

type Method = CalibrationPreview['methods'][number];

/** The methods, each with what it would be fitted on, or why it cannot be; those that fit can be ticked. */
export class MethodsView {
	readonly root = element('div', { id: 'methods', role: 'group', 'aria-label': 'What is fitted' });
	readonly #changed: () => void;
	#methods: readonly Method[] = [];
	#boxes = new Map<string, Checkbox>();
	/** The methods that a person wants, whether they fit at present or not; undefined: all. */
	#named: CalibrationSetup['methods'];
	/** The methods that are drawn. */
	#shown = '';

	constructor(changed: () => void) {
		this.#changed = changed;
	}

	/** Whether something is ticked, or there is nothing to tick. */
	get valid(): boolean {
		return this.#ticked().length > 0 || !this.#methods.some(({ fits }) => fits);
	}

	/** What a person wants; undefined: all. Without a tick it is what it was. */
	get named(): CalibrationSetup['methods'] {
		if (this.#ticked().length === 0) return this.#named;
		return wantedMethods(
			this.#methods.map(({ name, fits }) => ({ name, fits, ticked: this.#isTicked(name) })),
			this.#named,
		);
	}

	/** Whether a person wants a method: it is ticked, or it cannot be at present and was wanted. */
	wants(method: string): boolean {
		const known = this.#methods.find(({ name }) => name === method);
		return known !== undefined && (known.fits ? this.#isTicked(method) : (this.#named?.includes(method) ?? true));
	}

	/** `keeps`: what is ticked stays as it is. */
	show(methods: readonly Method[], named: CalibrationSetup['methods'], keeps: boolean): void {
		this.#named = named;
		this.#methods = methods;
		const wanted = JSON.stringify(methods);
		// What stays where it is keeps the focus.
		const anew = wanted !== this.#shown;
		if (anew) {
			this.#shown = wanted;
			this.#draw();
		}
		if (anew || !keeps)
			for (const { name, fits } of methods) this.#boxes.get(name)?.setChecked(fits && (named === undefined || named.includes(name)));
	}

	/** Takes over what a person wants now, so that a method that does not fit later is remembered. */
	take(named: CalibrationSetup['methods']): void {
		this.#named = named;
	}

	setDisabled(disabled: boolean): void {
		for (const { name, fits } of this.#methods) this.#boxes.get(name)?.setDisabled(disabled || !fits);
	}

	#draw(): void {
		const idOf = (name: string): string => name.replaceAll(/[^\w-]/g, '-');
		this.#boxes = new Map(
			this.#methods.map(({ name, title }) => [
				name,
				checkbox(title, { id: `method-${idOf(name)}`, describedBy: `why-${idOf(name)}`, onChange: this.#changed }),
			]),
		);
		fill(
			this.root,
			...this.#methods.map(({ name, fits, why }) =>
				element(
					'div',
					{ class: fits ? 'method' : 'method unfit' },
					this.#boxes.get(name)?.root,
					element('p', { class: 'hint', id: `why-${idOf(name)}` }, fits ? null : 'Not possible: ', ...codeWords(why)),
				),
			),
		);
	}

	#ticked(): string[] {
		return this.#methods.flatMap(({ name, fits }) => (fits && this.#isTicked(name) ? [name] : []));
	}

	#isTicked(name: string): boolean {
		return this.#boxes.get(name)?.checked() ?? false;
	}
}
