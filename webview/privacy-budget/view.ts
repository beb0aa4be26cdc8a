import type { DecoderName } from '../../src/formats/private-settings.ts';
import type { BudgetOutlook, PrivacyBudgetState } from '../../src/protocol/private.ts';
import { button } from '../shared/controls.ts';
import { element, fill } from '../shared/elements.ts';
import { exportGroup, type ExportGroup } from '../shared/export-group.ts';
import type { Draft, DraftReading } from './draft.ts';
import { FormView, type FormActions } from './form-view.ts';
import { LedgerView, type LedgerActions } from './ledger-view.ts';
import { OutlookView } from './outlook-view.ts';
import { setText } from './set-text.ts';
import { savedInWords } from './words.ts';

/** What a person can ask for in the panel. */
export interface PrivacyBudgetActions extends FormActions, LedgerActions {
	save(): void;
	reset(): void;
	tryIt(): void;
	use(decoder: DecoderName): void;
	exportAs(format: 'csv' | 'json'): void;
}

const exported = [
	{ format: 'csv', title: 'Export the plan as CSV' },
	{ format: 'json', title: 'Export the plan as JSON' },
] as const;

/** The panel's page: what comes out, what is spent for it, what is left. Controls stay where they are while it changes. */
export class PrivacyBudgetView {
	readonly form: FormView;
	readonly outlook: OutlookView;
	readonly ledger: LedgerView;
	readonly #save: ReturnType<typeof button>;
	readonly #reset: ReturnType<typeof button>;
	readonly #try: ReturnType<typeof button>;
	readonly #exports: ExportGroup;
	readonly #saved = element('span', { id: 'saved', class: 'quiet', role: 'status' });
	readonly #problems = element('div', { id: 'problems', role: 'alert' });
	readonly #status = element('p', { id: 'status', role: 'status' });
	readonly #stale = element('p', { id: 'stale', class: 'problem', role: 'status' }, '');
	readonly #blocked = element('p', { id: 'blocked', class: 'problem', role: 'alert' });
	#unusable = false;
	#failed = false;

	constructor(root: HTMLElement, actions: PrivacyBudgetActions) {
		this.form = new FormView(actions);
		this.outlook = new OutlookView((decoder) => {
			actions.use(decoder);
		});
		this.ledger = new LedgerView(actions);
		this.#save = button('Save', {
			id: 'save',
			title: 'Save in the settings of this workspace',
			onClick: () => {
				actions.save();
			},
		});
		this.#reset = button('Reset to Saved', {
			id: 'reset',
			title: 'Reset to what is saved in the settings',
			onClick: () => {
				actions.reset();
			},
		});
		this.#try = button('Try It: Generate Private Answer…', {
			id: 'try',
			primary: true,
			onClick: () => {
				actions.tryIt();
			},
		});
		this.#exports = exportGroup(exported, (format) => {
			actions.exportAs(format);
		});
		this.outlook.verdict.prepend(this.#blocked);
		this.outlook.verdict.append(this.#stale);
		fill(
			root,
			element(
				'div',
				{ class: 'toolbar', role: 'group', 'aria-label': 'Privacy budget' },
				this.#try.root,
				this.#save.root,
				this.#reset.root,
				this.#saved,
				element('span', { class: 'gap' }),
				this.#exports.root,
			),
			element('h1', { class: 'visually-hidden' }, 'Privacy Budget'),
			this.#problems,
			this.#status,
			this.outlook.verdict,
			this.form.root,
			this.ledger.root,
			this.outlook.root,
		);
		this.#tell('', false);
		this.#problems.hidden = true;
		this.#stale.hidden = true;
		this.#blocked.hidden = true;
		for (const control of [this.#save, this.#reset, this.#try, ...this.#exports.buttons]) control.setDisabled(true);
	}

	/** How things stand in the settings and in the ledger. */
	show(state: PrivacyBudgetState): void {
		fill(this.#problems, ...state.problems.map((problem) => element('p', { class: 'problem' }, problem)));
		this.#problems.hidden = state.problems.length === 0;
		this.ledger.show(state);
		this.outlook.showLedger(state.ledger);
		// The plan is about a ledger that can be spent from.
		setText(this.#blocked, isDamaged(state.ledger) ? 'You cannot generate a private answer until the ledger is repaired.' : '');
		this.#blocked.hidden = !isDamaged(state.ledger);
	}

	/** What is written at present. `same`: it is what is saved. */
	judge(state: PrivacyBudgetState, draft: Draft, reading: DraftReading, same: boolean): void {
		this.form.judge(draft, reading);
		setText(this.#saved, savedInWords(state.access, !reading.right, same));
		this.#saved.classList.toggle('unsaved', !same || !reading.right);
		this.#save.setDisabled(!reading.right || same || state.access !== 'full');
		this.#reset.setDisabled(same);
		this.#try.setDisabled(!reading.right || state.access === 'untrusted' || isDamaged(state.ledger));
		this.#unusable = !reading.right;
		this.#drawStale();
		for (const control of this.#exports.buttons) control.setDisabled(!reading.right);
		if (reading.right) this.ledger.showPlanned(reading.planned.settings);
	}

	showOutlook(outlook: BudgetOutlook, state: PrivacyBudgetState | undefined): void {
		this.outlook.show(outlook, state?.ledger);
		this.form.presets.show(outlook.presets);
		this.form.showSplit(outlook.plan.split);
	}

	/** Whether what is written could not be planned the last time it was asked for. */
	showFailed(failed: boolean): void {
		this.#failed = failed;
		this.#drawStale();
	}

	/** One line that is also read aloud. */
	say(text: string): void {
		this.#tell(text, false);
	}
	/** The same about what could not be done. */
	complain(text: string): void {
		this.#tell(text, true);
	}

	#drawStale(): void {
		const isStale = this.#unusable || this.#failed;
		this.#stale.hidden = !isStale;
		this.outlook.verdict.classList.toggle('stale', isStale);
		const why = this.#unusable ? 'a value below is not valid yet' : 'the present values could not be planned';
		setText(this.#stale, isStale ? `These numbers are for the earlier plan: ${why}.` : '');
	}

	#tell(text: string, isProblem: boolean): void {
		setText(this.#status, text);
		this.#status.hidden = text === '';
		this.#status.classList.toggle('problem', isProblem);
	}
}

/** Whether nothing can be released until somebody repairs the ledger. */
function isDamaged(ledger: PrivacyBudgetState['ledger']): boolean {
	return ledger.kind === 'ready' && ledger.budget !== null && ledger.budget.damage.length > 0;
}
