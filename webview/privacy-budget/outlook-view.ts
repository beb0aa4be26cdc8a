import type { DecoderName } from '../../src/formats/private-settings.ts';
import type { BudgetOutlook, PrivacyBudgetState } from '../../src/protocol/private.ts';
import { plural } from '../../src/wording/phrases.ts';
import { element, fill, section } from '../shared/elements.ts';
import { explainedSection } from './explain.ts';
import { roomIn } from './ledger-words.ts';
import { ReleaseChart } from './release-chart.ts';
import { ReleasesChart } from './releases-chart.ts';
import { setText } from './set-text.ts';
import { WaysTable } from './ways-table.ts';
import { deltaInWords, epsilonInWords } from '../../src/wording/numbers.ts';
import { curveInWords, groupInWords, releasesInWords, shareInWords } from './words.ts';

/** Answers of the second chart at most: beyond them, what the ledger has left is no longer seen. */
const maxShown = 20;

/** What follows from the settings: the verdict, the curves, what other ways would give, and what it is for a person. */
export class OutlookView {
	readonly verdict: HTMLElement;
	readonly root: HTMLElement;
	readonly #first = element('p', { id: 'verdict-first' });
	readonly #rest = element('ul', { id: 'verdict-rest' });
	readonly #curve = new ReleaseChart();
	readonly #curveWords = element('p', { id: 'curve-words' });
	readonly #curveTable = element('tbody');
	readonly #curvePart: HTMLElement;
	readonly #releases = new ReleasesChart();
	readonly #releasesWords = element('p', { id: 'releases-words' });
	readonly #ways: WaysTable;
	readonly #group = element('tbody');
	#shown: BudgetOutlook | undefined;

	constructor(use: (decoder: DecoderName) => void) {
		this.#ways = new WaysTable(use);
		// One message for what changed, not one for each word of it.
		const live = element('div', { id: 'verdict-words', 'aria-live': 'polite', 'aria-atomic': 'true' }, this.#first, this.#rest);
		this.verdict = explainedSection('verdict', 'What comes out', 'verdict', live);
		this.#curvePart = explainedSection(
			'curve',
			'When something is released',
			'chart',
			this.#curveWords,
			this.#curve.root,
			element(
				'details',
				{},
				element('summary', {}, 'As a table'),
				element('div', { class: 'scrolls tall' }, table('curve-table', ['Documents that agree', 'Released'], this.#curveTable)),
			),
		);
		this.root = element(
			'div',
			{ id: 'outlook' },
			element(
				'div',
				{ class: 'curves' },
				this.#curvePart,
				explainedSection('several', 'Several answers', 'releases', this.#releasesWords, this.#releases.root),
			),
			explainedSection('ways-section', 'Other ways with the same numbers', 'ways', this.#ways.root),
			explainedSection(
				'group',
				'What it means for one person',
				'group',
				element(
					'div',
					{ class: 'scrolls' },
					table('group-table', ['Documents about a person', 'ε', 'δ', 'What these can do together'], this.#group),
				),
			),
			section(
				'limits',
				'What is not promised',
				element(
					'ul',
					{},
					element('li', {}, 'Which documents your retriever finds, and how many there are. ε hides neither.'),
					element('li', {}, 'What many documents have in common. It comes out, no matter who it is about.'),
					element('li', {}, 'Anything after a reviewer restored private text. The export then says that there is no guarantee.'),
				),
			),
		);
		this.root.hidden = true;
	}

	show(outlook: BudgetOutlook, ledger: PrivacyBudgetState['ledger'] | undefined): void {
		this.#shown = outlook;
		this.root.hidden = false;
		const { plan } = outlook;
		const { settings } = plan;
		const chosen = plan.decoders.find(({ decoder }) => decoder === settings.decoder);
		const [first = '', ...rest] = plan.says;
		const verdict = plan.split.decode === 0 && plan.keywords !== null ? plan.keywords : chosen;
		this.#first.classList.toggle('impossible', verdict?.possible === false);
		setText(this.#first, first);
		if (rest.join('\n') !== [...this.#rest.children].map(({ textContent }) => textContent).join('\n'))
			fill(this.#rest, ...rest.map((sentence) => element('li', {}, sentence)));
		this.#curvePart.hidden = chosen === undefined || chosen.releaseProbability.length < 2;
		if (chosen !== undefined && !this.#curvePart.hidden) {
			setText(this.#curveWords, curveInWords(chosen));
			this.#curve.show(chosen);
			fill(
				this.#curveTable,
				...chosen.releaseProbability.map((probability, documents) => row([plural(documents, 'document'), shareInWords(probability)])),
			);
		}
		this.#ways.show(plan);
		fill(
			this.#group,
			...plan.group.map(({ documents, epsilon, delta }) =>
				row([String(documents), epsilonInWords(epsilon), deltaInWords(delta), groupInWords(epsilon, delta)]),
			),
		);
		this.showLedger(ledger);
	}

	/** What the ledger has left is a line of the second chart. */
	showLedger(ledger: PrivacyBudgetState['ledger'] | undefined): void {
		if (this.#shown === undefined) return;
		const { settings } = this.#shown.plan;
		const releases = this.#shown.plan.releases.filter(({ count }) => count <= maxShown);
		setText(this.#releasesWords, releasesInWords(releases));
		this.#releases.show(releases, settings.epsilon, ledger?.kind === 'ready' ? roomIn(ledger.budget, settings).epsilon : null);
	}

	/** The theme has changed. */
	recolor(): void {
		if (this.#shown === undefined) return;
		this.#curve.draw();
		this.#releases.draw();
	}
}

function table(id: string, heads: readonly string[], body: HTMLElement): HTMLElement {
	return element(
		'table',
		{ class: 'grid', id },
		element('thead', {}, element('tr', {}, ...heads.map((head) => element('th', { scope: 'col' }, head)))),
		body,
	);
}

function row([head = '', ...cells]: readonly string[]): HTMLElement {
	return element('tr', {}, element('th', { scope: 'row' }, head), ...cells.map((cell) => element('td', {}, cell)));
}
