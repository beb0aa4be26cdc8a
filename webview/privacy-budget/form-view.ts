import type { PrivatePlan } from '../../src/protocol/private.ts';
import { oddsInWords } from '../../src/wording/numbers.ts';
import { button } from '../shared/controls.ts';
import { element, section } from '../shared/elements.ts';
import { readNumber } from '../shared/words.ts';
import { fieldNames, type Draft, type DraftReading, type FieldName } from './draft.ts';
import { BudgetField } from './field.ts';
import { PresetsView } from './presets-view.ts';
import { splitInWords } from './words.ts';

const main: readonly FieldName[] = ['epsilon', 'delta', 'documents', 'sentences', 'decoder', 'split', 'decode', 'cut', 'refill', 'list'];
const expert: readonly FieldName[] = fieldNames.filter((name) => !main.includes(name));

export interface FormActions {
	/** While a person writes. */
	changing(): void;
	/** At the end of a change. */
	changed(): void;
	expertToggled(open: boolean): void;
	openSettings(): void;
}

/** What a person sets: presets, the numbers that matter, and, folded away, those of experts. */
export class FormView {
	readonly root: HTMLElement;
	readonly expert: HTMLDetailsElement;
	readonly presets: PresetsView;
	readonly #fields: ReadonlyMap<FieldName, BudgetField>;

	constructor(actions: FormActions) {
		this.#fields = new Map(
			fieldNames.map((name) => [
				name,
				new BudgetField(
					name,
					() => {
						actions.changing();
					},
					() => {
						actions.changed();
					},
				),
			]),
		);
		this.presets = new PresetsView((epsilon) => {
			this.#field('epsilon').setValue(String(epsilon), true);
			actions.changed();
		});
		const settings = button('Open in Settings', {
			id: 'open-settings',
			title: 'Open these in VS Code’s settings',
			onClick: () => {
				actions.openSettings();
			},
		});
		this.expert = element(
			'details',
			{ id: 'expert' },
			element('summary', {}, 'Expert settings, with measurements'),
			element('div', { class: 'fields' }, ...expert.map((name) => this.#field(name).root)),
			element('div', { class: 'row' }, settings.root),
		);
		this.expert.addEventListener('toggle', () => {
			actions.expertToggled(this.expert.open);
		});
		this.root = section(
			'spend',
			'What you spend and ask for',
			this.presets.root,
			element('div', { class: 'fields' }, ...main.map((name) => this.#field(name).root)),
			this.expert,
		);
	}

	draft(): Draft {
		const of = (name: FieldName): string => this.#field(name).value();
		// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of every field's name
		return Object.fromEntries(fieldNames.map((name) => [name, of(name)])) as Draft;
	}

	/** Writes all fields. `over`: also the one that a person is in. */
	show(draft: Draft, over: boolean): void {
		for (const [name, field] of this.#fields) field.setValue(draft[name], over);
	}

	/** Marks what cannot be used, and hides what does not matter at present. */
	judge(draft: Draft, reading: DraftReading): void {
		const problems = reading.right ? {} : reading.problems;
		const epsilon = readNumber(draft.epsilon);
		this.presets.mark(epsilon);
		for (const [name, field] of this.#fields) {
			const usual =
				name === 'epsilon' && problems.epsilon === undefined && epsilon !== undefined
					? `One document can make an answer ${oddsInWords(epsilon)}. A number above 0 and of at most 64.`
					: undefined;
			if (name !== 'split') field.say(problems[name], usual);
		}
		for (const name of ['decode', 'cut', 'refill'] as const) this.#field(name).root.hidden = draft.split !== 'own';
		this.#field('list').root.hidden = draft.decoder !== 'public-list' && problems.list === undefined;
		// What is wrong is never folded away.
		if (expert.some((name) => problems[name] !== undefined)) this.expert.open = true;
	}

	/** How ε is shared, once it was planned. */
	showSplit(split: PrivatePlan['split']): void {
		this.#field('split').say(undefined, splitInWords(split));
	}

	#field(name: FieldName): BudgetField {
		const field = this.#fields.get(name);
		if (field === undefined) throw new Error(`There is no field ${name}.`);
		return field;
	}
}
