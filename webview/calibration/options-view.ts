import type { CalibrationPanelState, CalibrationSetup, DeclaredOption } from '../../src/protocol/calibration-panel.ts';
import { textField, type Field } from '../shared/controls.ts';
import { element, fill } from '../shared/elements.ts';
import { MethodsView } from './methods-view.ts';
import { labelled, OptionField } from './option-field.ts';
import { readNumber } from '../shared/words.ts';

type Options = Omit<CalibrationSetup, 'data'>;

const hints = {
	seed: 'The same seed gives the same profile.',
	name: 'Name of the profile. Empty: the name of the data.',
} as const;

/** What can be fitted, and with which options: those that the chosen methods declare, and those of every calibration. */
export class OptionsView {
	readonly root: HTMLElement;
	readonly #changed: (options: Options, edit: number) => void;
	readonly #judged: () => void;
	readonly #methods = new MethodsView(() => {
		this.#told();
	});
	readonly #seed = this.#field('Seed', 'seed');
	readonly #name = this.#field('Name of the profile', 'name');
	readonly #common = [labelled('seed', hints.seed, this.#seed.root), labelled('name', hints.name, this.#name.root)];
	readonly #fields = element('div', { class: 'fields' }, ...this.#common);
	/** Of the options that methods declare. */
	#declared: readonly OptionField[] = [];
	/** The methods that judge what the data hold: of another kind of subject nobody sets an option. */
	#judging = new Set<string>();
	/** What is set, of options without a control at present, too. */
	#set: Options['options'] = {};
	#valid = true;
	/** How many changes were handed on. */
	#edits = 0;

	/** `changed` is told what a person has set, if it can be used; `judged` that `valid` may be another. */
	constructor(changed: (options: Options, edit: number) => void, judged: () => void) {
		this.#changed = changed;
		this.#judged = judged;
		this.root = element(
			'section',
			{ id: 'options', 'aria-labelledby': 'options-title' },
			element('h2', { id: 'options-title' }, 'What is fitted'),
			this.#methods.root,
			this.#fields,
		);
	}

	/** Whether all that is written can be used. */
	get valid(): boolean {
		return this.#valid;
	}

	show({ setup, edit, previewing }: CalibrationPanelState, busy: boolean): void {
		this.root.hidden = setup.data.length === 0;
		// The host has not taken the last change yet: its setup is older than what the page shows.
		const isOld = edit < this.#edits;
		if (!isOld) this.#set = setup.options;
		// What a person has written wrong, or unticked, stays until it is right.
		const keeps = isOld || !this.#valid;
		if (previewing.kind === 'ready') {
			const { methods, options, sources } = previewing.preview;
			const subjects = new Set(sources.map(({ subject }) => subject));
			this.#judging = new Set(methods.flatMap(({ name, subject }) => (subjects.has(subject) ? [name] : [])));
			this.#methods.show(methods, isOld ? this.#methods.named : setup.methods, keeps);
			this.#declare(options);
		} else if (previewing.kind !== 'looking') {
			this.#methods.show([], isOld ? this.#methods.named : setup.methods, keeps);
			this.#declare([]);
		}
		if (!keeps) {
			if (!this.#seed.root.contains(document.activeElement)) this.#seed.setValue(String(setup.seed));
			if (!this.#name.root.contains(document.activeElement)) this.#name.setValue(setup.name ?? '');
			for (const field of this.#declared) field.show(setup.options[field.option.name]);
		}
		for (const control of [this.#methods, this.#seed, this.#name, ...this.#declared]) control.setDisabled(busy);
		this.#read();
	}

	/** Draws the controls of options; those that are there already stay, with what is written in them. */
	#declare(options: readonly DeclaredOption[]): void {
		const before = this.#declared;
		const declared = options.map(
			(option) =>
				before.find((field) => JSON.stringify(field.option) === JSON.stringify(option)) ??
				new OptionField(option, () => {
					this.#told();
				}),
		);
		if (declared.length === before.length && declared.every((field, i) => field === before[i])) return;
		this.#declared = declared;
		for (const field of declared) if (!before.includes(field)) field.show(this.#set[field.option.name]);
		fill(this.#fields, ...declared.map(({ root }) => root), ...this.#common);
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

	/** What is set at present, judged anew; undefined where something cannot be used. An option is seen when a method that is wanted has it. */
	#read(): Pick<Options, 'seed' | 'options'> | undefined {
		const seed = readNumber(this.#seed.value());
		const isSeed = seed !== undefined && Number.isSafeInteger(seed) && seed >= 0;
		this.#seed.setInvalid(!isSeed);
		let right = isSeed;
		const options = new Map(Object.entries(this.#set));
		for (const field of this.#declared) {
			const { name, methods } = field.option;
			field.root.hidden = !methods.some((method) => this.#judging.has(method) && this.#methods.wants(method));
			if (field.root.hidden) continue;
			const reading = field.read();
			right &&= reading.right;
			options.delete(name);
			if (reading.right && reading.value !== undefined) options.set(name, reading.value);
		}
		this.#valid = right && this.#methods.valid;
		return right && seed !== undefined ? { seed, options: Object.fromEntries(options) } : undefined;
	}

	#told(): void {
		const read = this.#read();
		this.#judged();
		if (read === undefined) return;
		const { named } = this.#methods;
		const name = this.#name.value().trim().slice(0, 120);
		this.#set = read.options;
		this.#methods.take(named);
		this.#changed({ ...read, ...(name === '' ? {} : { name }), ...(named === undefined ? {} : { methods: named }) }, ++this.#edits);
	}
}
