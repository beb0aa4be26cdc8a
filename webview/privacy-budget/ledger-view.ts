import type { PrivacyBudgetState, BudgetState, VerifyBudget } from '../../src/protocol/private.ts';
import type { Result } from '../../src/protocol/rpc.ts';
import { button, choice, type Choice } from '../shared/controls.ts';
import { element, fill } from '../shared/elements.ts';
import { BudgetForm, type BudgetRequest } from './budget-form.ts';
import { explainedSection } from './explain.ts';
import { barInWords, barOf, factsInWords, roomIn, roomInWords, verifiedInWords } from './ledger-words.ts';
import { setText } from './set-text.ts';

export interface LedgerActions {
	setBudget(budget: BudgetRequest): void;
	verify(): void;
	refresh(): void;
	pickCorpus(): void;
	showCorpus(path: string): void;
	openLedger(): void;
}

interface PlannedSpending {
	readonly epsilon: number;
	readonly delta: number;
}

/** What the corpus's ledger has left: a bar, whose it is, when it renews; what is wrong with it; and a first budget where there is none. */
export class LedgerView {
	readonly root: HTMLElement;
	readonly form: BudgetForm;
	readonly #corpus = element('p', { id: 'corpus' });
	readonly #choose: Choice;
	readonly #pick: ReturnType<typeof button>;
	readonly #words = element('p', { id: 'ledger-words', 'aria-live': 'polite' });
	readonly #damage = element('div', { id: 'damage', role: 'alert' });
	readonly #bar = element('div', { id: 'bar', class: 'bar', role: 'img' });
	readonly #parts = { spent: part('spent'), planned: part('planned'), left: part('left') };
	readonly #legend = element(
		'p',
		{ class: 'legend hint', 'aria-hidden': 'true' },
		...(['spent', 'planned', 'left'] as const).flatMap((name) => [element('span', { class: `swatch ${name}` }), legendWords[name]]),
	);
	readonly #facts = element('p', { id: 'ledger-facts' });
	readonly #notes = element('ul', { id: 'ledger-notes', class: 'quiet' });
	readonly #verified = element('p', { id: 'verified', role: 'status' });
	readonly #buttons: HTMLElement;
	readonly #openFile: ReturnType<typeof button>;
	readonly #change: ReturnType<typeof button>;
	readonly #anew: ReturnType<typeof button>;
	#state: PrivacyBudgetState | undefined;
	#planned: PlannedSpending | undefined;
	#changing = false;

	constructor(actions: LedgerActions) {
		this.form = new BudgetForm({
			set: (budget) => {
				actions.setBudget(budget);
			},
			cancel: () => {
				this.#changing = false;
				this.form.forget();
				this.#draw();
				this.#focusBesideForm();
			},
		});
		this.#choose = choice('Corpus whose ledger is shown', {
			id: 'choose-corpus',
			onChange: (path) => {
				if (path !== '' && path !== this.#state?.corpus?.path) actions.showCorpus(path);
			},
		});
		this.#pick = button('Choose Folder…', {
			id: 'pick-corpus',
			title: 'Choose the folder of documents that the budget belongs to',
			onClick: () => {
				actions.pickCorpus();
			},
		});
		const change = (): void => {
			this.#changing = true;
			this.#draw();
			this.form.focus();
		};
		this.#change = button('Change Budget…', { id: 'change-budget', onClick: change });
		this.#anew = button('Begin Anew…', { id: 'begin-anew', title: 'Start a new ledger in place of the damaged one', onClick: change });
		const verify = button('Check Ledger', {
			id: 'verify',
			title: 'Check the ledger from its first entry to its last',
			onClick: () => {
				actions.verify();
			},
		});
		const open = button('Open Ledger', {
			id: 'open-ledger',
			title: 'Open the ledger’s file',
			onClick: () => {
				actions.openLedger();
			},
		});
		const refresh = button('Refresh', {
			id: 'refresh-ledger',
			title: 'Read the ledger again',
			onClick: () => {
				actions.refresh();
			},
		});
		fill(this.#bar, this.#parts.spent, this.#parts.planned, this.#parts.left);
		this.#openFile = open;
		this.#buttons = element('div', { class: 'row' }, verify.root, open.root, refresh.root, this.#change.root, this.#anew.root);
		this.root = explainedSection(
			'ledger',
			'What the ledger has left',
			'ledger',
			element('div', { class: 'row' }, this.#corpus, this.#choose.root, this.#pick.root),
			this.#damage,
			this.#words,
			this.#bar,
			this.#legend,
			this.#facts,
			this.#notes,
			this.#buttons,
			this.#verified,
			this.form.root,
		);
		for (const later of [this.#damage, this.#notes, this.#bar, this.#legend, this.#buttons, this.#verified, this.form.root])
			later.hidden = true;
	}

	show(state: PrivacyBudgetState): void {
		// What was checked is not what is there now.
		if (
			JSON.stringify([this.#state?.corpus, this.#state?.sharedLedger, this.#state?.ledger]) !==
			JSON.stringify([state.corpus, state.sharedLedger, state.ledger])
		)
			this.#verified.hidden = true;
		// What was being written was about the budget of another corpus.
		if (this.#state !== undefined && this.#state.corpus?.path !== state.corpus?.path) {
			this.#changing = false;
			this.form.forget();
		}
		this.#state = state;
		this.#draw();
	}

	/** What the planned answer would take. */
	showPlanned(planned: PlannedSpending): void {
		this.#planned = planned;
		this.#draw();
	}

	/** A budget was set. */
	budgetSet(): void {
		this.#changing = false;
		this.form.forget();
		this.#draw();
		this.#focusBesideForm();
	}

	showVerified(verified: Result<typeof VerifyBudget>): void {
		this.#verified.hidden = false;
		setText(this.#verified, verifiedInWords(verified));
		this.#verified.classList.toggle('problem', verified.damage.length > 0);
	}

	/** The form has closed, and its focus goes to what opens it again. */
	#focusBesideForm(): void {
		for (const { root } of [this.#change, this.#anew]) if (!root.hidden) root.focus();
	}

	#draw(): void {
		if (this.#state === undefined) return;
		const { access, corpus, corpora, sharedLedger, ledger } = this.#state;
		const budget = ledger.kind === 'ready' ? ledger.budget : null;
		const planned = this.#planned ?? this.#state.saved.settings;
		setText(this.#corpus, corpusInWords(corpus, sharedLedger));
		this.#choose.root.hidden = corpora.length < 2;
		this.#choose.setOptions(corpora.map(({ path, label }) => ({ value: path, label })));
		this.#choose.setValue(corpus?.path ?? '');
		this.#pick.root.hidden = access !== 'full';
		setText(this.#words, wordsOf(this.#state, planned));
		this.#words.classList.toggle('problem', ledger.kind === 'failed' || (budget !== null && isShort(budget, planned)));
		const damaged = budget !== null && budget.damage.length > 0;
		this.#damage.hidden = !damaged;
		const text = damaged ? damageText(budget) : '';
		if (this.#damage.dataset['text'] !== text) {
			this.#damage.dataset['text'] = text;
			fill(this.#damage, ...(damaged ? damageParts(budget) : []));
		}
		this.#bar.hidden = this.#legend.hidden = budget === null || damaged;
		if (budget !== null && !damaged) this.#drawBar(budget, planned);
		setText(this.#facts, budget === null ? '' : factsInWords(budget));
		// Of a damaged one nobody knows them.
		this.#facts.hidden = budget === null || damaged;
		this.#buttons.hidden = budget === null && ledger.kind !== 'failed';
		this.#openFile.root.hidden = budget === null;
		this.#change.root.hidden = budget === null || damaged || this.#changing;
		this.#anew.root.hidden = access !== 'full' || !damaged || this.#changing;
		const notes = budget?.notes ?? [];
		this.#notes.hidden = notes.length === 0;
		if (notes.join('\n') !== [...this.#notes.children].map(({ textContent }) => textContent).join('\n'))
			fill(this.#notes, ...notes.map((note) => element('li', {}, note)));
		this.form.root.hidden = access !== 'full' || !(ledger.kind === 'none' || (budget !== null && this.#changing));
		this.form.show(budget === null ? 'first' : damaged ? 'anew' : 'change', budget, planned);
	}

	#drawBar(budget: BudgetState, { epsilon }: PlannedSpending): void {
		this.#bar.setAttribute('aria-label', barInWords(budget, epsilon));
		this.#bar.title = barInWords(budget, epsilon);
		const shares = barOf(budget, epsilon);
		for (const name of ['spent', 'planned', 'left'] as const) this.#parts[name].style.width = `${(shares[name] * 100).toFixed(3)}%`;
		this.#parts.planned.classList.toggle('short', isShort(budget, { epsilon, delta: 0 }));
	}
}

const legendWords = { spent: 'spent', planned: 'this answer', left: 'left after it' } as const;

function part(name: string): HTMLElement {
	return element('span', { class: `part ${name}` });
}

function isShort(budget: BudgetState, planned: PlannedSpending): boolean {
	return (
		budget.damage.length === 0 &&
		(planned.delta === 0 ? roomIn(budget, { ...planned, delta: 1e-300 }) : roomIn(budget, planned)).answers === 0
	);
}

function corpusInWords(corpus: PrivacyBudgetState['corpus'], sharedLedger: string | null): string {
	const folder = corpus === null ? 'none, because no folder is open' : corpus.label;
	const why = corpus?.byDefault === true ? ' (the workspace, because no other folder is chosen)' : '';
	// It pays for whichever corpus names it.
	return sharedLedger === null ? `Corpus: ${folder}${why}` : `Corpus: ${folder}${why}. A setting names its ledger: ${sharedLedger}`;
}

function wordsOf({ access, ledger }: PrivacyBudgetState, planned: PlannedSpending): string {
	switch (ledger.kind) {
		case 'unknown':
			return access === 'untrusted'
				? 'Restricted Mode: the ledger is not read. Trust this workspace to see what is left.'
				: 'Open a folder to use a ledger. A budget belongs to a folder of documents. You can plan without a folder.';
		case 'asking':
			return 'Reading the ledger…';
		case 'none':
			return '';
		case 'failed':
			return ledger.message;
		case 'ready':
			return roomInWords(ledger.budget, planned);
	}
}

function damageText({ damage }: BudgetState): string {
	return damage.join('\n');
}

function damageParts({ file, damage }: BudgetState): HTMLElement[] {
	return [
		element('p', { class: 'problem' }, 'The ledger is damaged. Nothing is released until it is repaired:'),
		element('ul', {}, ...damage.map((sentence) => element('li', {}, sentence))),
		element(
			'p',
			{},
			`What to do: restore ${file} from the newest backup, then refresh. If there is no backup, the owner starts a new ledger with ‘Begin Anew…’ below. Nobody then knows what was spent, so all of the budget counts as spent until the period ends.`,
		),
	];
}
