import type { CalibrationPanelState, CalibrationSetup } from '../../src/protocol/calibration-panel.ts';
import { checkbox, choice, textField, type Checkbox, type Field } from '../shared/controls.ts';
import { element, fill } from '../shared/elements.ts';
import { wantedMethods } from './wanted-methods.ts';
import { readNumber } from './words.ts';

type Options = Omit<CalibrationSetup, 'data'>;

const protocols = [
	{ value: 'auto', label: 'By what the data allow' },
	{ value: 'I', label: 'I: official split' },
	{ value: 'II', label: 'II: 20-fold cross-validation' },
	{ value: 'III', label: 'III: leave one out' },
] as const;

const hints = {
	alpha: 'Share of clean answers that RePCS may flag: above 0, below 1.',
	seed: 'The same seed gives the same profile.',
	draws:
		'How many settings, drawn at random, are tried for each classifier of SPAD and SPAD+; the best is kept. 1 to 200; empty: 50 for protocol I, II or III by name, 12 otherwise. Without a protocol by name and with up to 1,000 labels settings are fixed: none are tried, whatever stands here.',
	protocol: 'How classifiers are judged.',
	name: 'What the profile is called; empty: after the data.',
} as const;

/** What can be fitted, and with which options. */
export class OptionsView {
	readonly root: HTMLElement;
	readonly #changed: (options: Options) => void;
	readonly #judged: () => void;
	readonly #methods = element('div', { id: 'methods', role: 'group', 'aria-label': 'What is fitted' });
	readonly #alpha = this.#field('Error rate \u03B1', 'alpha');
	readonly #seed = this.#field('Seed', 'seed');
	readonly #draws = this.#field('Draws', 'draws');
	readonly #name = this.#field('Name of the profile', 'name');
	readonly #protocol = choice('Protocol', {
		id: 'protocol',
		onChange: () => {
			this.#told();
		},
	});
	#boxes = new Map<string, Checkbox>();
	#fits = new Set<string>();
	/** The methods that a person wants, whether they fit at present or not; undefined: all. */
	#named: Options['methods'];
	#valid = true;
	/** The methods that are drawn. */
	#shown = '';

	/** `changed` is told what a person has set, if it can be used; `judged` that `valid` may be another. */
	constructor(changed: (options: Options) => void, judged: () => void) {
		this.#changed = changed;
		this.#judged = judged;
		this.#protocol.setOptions(protocols);
		const labelled = (key: keyof typeof hints, control: HTMLElement, label?: string): HTMLElement =>
			element(
				'div',
				{ class: 'field' },
				label === undefined ? null : element('span', { class: 'label', 'aria-hidden': 'true' }, label),
				control,
				element('p', { class: 'hint', id: `${key}-hint` }, hints[key]),
			);
		this.root = element(
			'section',
			{ id: 'options', 'aria-labelledby': 'options-title' },
			element('h2', { id: 'options-title' }, 'What is fitted'),
			this.#methods,
			element(
				'div',
				{ class: 'fields' },
				labelled('alpha', this.#alpha.root),
				labelled('protocol', this.#protocol.root, 'Protocol'),
				labelled('seed', this.#seed.root),
				labelled('draws', this.#draws.root),
				labelled('name', this.#name.root),
			),
		);
	}

	/** Whether all that is written can be used. */
	get valid(): boolean {
		return this.#valid;
	}

	show({ setup, previewing }: CalibrationPanelState, busy: boolean): void {
		this.root.hidden = setup.data.length === 0;
		const { alpha, seed, draws, protocol, name, methods } = setup;
		this.#named = methods;
		// What a person is writing, or has written wrong, stays until it is done and right.
		if (this.#valid) {
			for (const [field, value] of [
				[this.#alpha, String(alpha)],
				[this.#seed, String(seed)],
				[this.#draws, draws === undefined ? '' : String(draws)],
				[this.#name, name ?? ''],
			] as const)
				if (document.activeElement !== field.root) field.setValue(value);
			this.#protocol.setValue(protocol);
		}
		for (const control of [this.#alpha, this.#seed, this.#draws, this.#name, this.#protocol]) control.setDisabled(busy);
		if (previewing.kind === 'ready') this.#showMethods(previewing.preview.methods, setup);
		else if (previewing.kind !== 'looking') this.#showMethods([], setup);
		for (const [method, box] of this.#boxes) box.setDisabled(busy || !this.#fits.has(method));
		this.#read();
	}

	#showMethods(
		methods: readonly { readonly name: string; readonly title: string; readonly fits: boolean; readonly why: string }[],
		setup: CalibrationSetup,
	): void {
		this.#fits = new Set(methods.flatMap(({ name, fits }) => (fits ? [name] : [])));
		const wanted = JSON.stringify(methods);
		// What stays where it is keeps the focus.
		const anew = wanted !== this.#shown;
		if (anew) {
			this.#shown = wanted;
			this.#boxes = new Map(
				methods.map(({ name, title }) => [
					name,
					checkbox(title, {
						id: `method-${name.replaceAll(/[^\w-]/g, '-')}`,
						describedBy: `why-${name.replaceAll(/[^\w-]/g, '-')}`,
						onChange: () => {
							this.#told();
						},
					}),
				]),
			);
			fill(
				this.#methods,
				...methods.map(({ name, fits, why }) =>
					element(
						'div',
						{ class: fits ? 'method' : 'method unfit' },
						this.#boxes.get(name)?.root,
						element('p', { class: 'hint', id: `why-${name.replaceAll(/[^\w-]/g, '-')}` }, fits ? why : `Not possible: ${why}`),
					),
				),
			);
		}
		// Like what is written: without a tick it waits for one.
		if (anew || this.#valid)
			for (const { name, fits } of methods)
				this.#boxes.get(name)?.setChecked(fits && (setup.methods === undefined || setup.methods.includes(name)));
	}

	#field(label: string, key: keyof typeof hints): Field {
		return textField(label, {
			id: key,
			describedBy: `${key}-hint`,
			onChange: () => {
				this.#told();
			},
		});
	}

	/** What is set at present, judged anew. An undefined member cannot be used, or is draws that are left to the protocol. */
	#read(): {
		readonly alpha: number | undefined;
		readonly seed: number | undefined;
		readonly draws: number | undefined;
		readonly right: boolean;
		readonly ticked: string[];
	} {
		const numbers = [
			[this.#alpha, (x: number) => x > 0 && x < 1],
			[this.#seed, (x: number) => Number.isSafeInteger(x) && x >= 0],
			[this.#draws, (x: number) => Number.isInteger(x) && x >= 1 && x <= 200],
		] as const;
		let valid = true;
		const [alpha, seed, draws] = numbers.map(([field, fits]) => {
			const value = readNumber(field.value());
			const right = value === undefined ? field === this.#draws && field.value().trim() === '' : fits(value);
			field.setInvalid(!right);
			valid &&= right;
			return right ? value : undefined;
		});
		const ticked = [...this.#boxes].flatMap(([name, box]) => (box.checked() && this.#fits.has(name) ? [name] : []));
		this.#valid = valid && (this.#fits.size === 0 || ticked.length > 0);
		return { alpha, seed, draws, right: valid, ticked };
	}

	#told(): void {
		const { alpha, seed, draws, right, ticked } = this.#read();
		this.#judged();
		if (alpha === undefined || seed === undefined || !right) return;
		const methods =
			ticked.length === 0
				? this.#named
				: wantedMethods(
						[...this.#boxes].map(([method, box]) => ({ name: method, fits: this.#fits.has(method), ticked: box.checked() })),
						this.#named,
					);
		const name = this.#name.value().trim().slice(0, 120);
		const protocol = protocols.find(({ value }) => value === this.#protocol.value())?.value ?? 'auto';
		this.#changed({
			alpha,
			seed,
			protocol,
			...(draws === undefined ? {} : { draws }),
			...(name === '' ? {} : { name }),
			...(methods === undefined ? {} : { methods }),
		});
	}
}
