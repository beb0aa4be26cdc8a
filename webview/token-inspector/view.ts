import type { ExportFormat } from '../../src/protocol/post-message.ts';
import type { Detail, Inspection, InspectorState, SecondReadingState } from '../../src/protocol/token-inspector.ts';
import { button, progressRing } from '../shared/controls.ts';
import { element, fill, section } from '../shared/elements.ts';
import { exportGroup } from '../shared/export-group.ts';
import { visible } from '../shared/words.ts';
import { pathSteps } from './layer-path.ts';
import { PathChart } from './path-chart.ts';
import { pathTable } from './path-table.ts';
import { contextsSection, figuresSection, heading, secondReading, sourcesSection, sourceWords } from './token-sections.ts';
import { verdicts } from './verdicts.ts';
import { partOf } from './words.ts';

/** What a person can ask for in the panel. */
export interface InspectorActions {
	step(by: 1 | -1): void;
	pin(pinned: boolean): void;
	/** `null`: the token; otherwise a context by its `index`. */
	reveal(context: number | null): void;
	retry(): void;
	analyze(): void;
	exportAs(format: ExportFormat): void;
	tableToggled(open: boolean): void;
	secondToggled(open: boolean): void;
}

/** Which parts of the page were unfolded when it was last seen. */
export interface Unfolded {
	readonly table: boolean;
	readonly second: boolean;
}

const exported = [
	{ format: 'png', title: 'Export the chart as a PNG picture' },
	{ format: 'csv', title: 'Export all numbers as CSV' },
	{ format: 'json', title: 'Export all numbers as JSON' },
] as const;

/** The panel's page. Controls stay where they are while tokens come and go, so that the focus does, too. */
export class InspectorView {
	readonly #actions: InspectorActions;
	readonly #chart = new PathChart();
	readonly #previous = button('Previous', {
		id: 'previous',
		title: 'Previous token',
		onClick: () => {
			this.#actions.step(-1);
		},
	});
	readonly #next = button('Next', {
		id: 'next',
		title: 'Next token',
		onClick: () => {
			this.#actions.step(1);
		},
	});
	readonly #pin = button('Pin', {
		id: 'pin',
		title: 'Pin: stay at this token while the cursor moves',
		pressed: false,
		onClick: () => {
			this.#actions.pin(!this.#pinned);
		},
	});
	readonly #go = button('Reveal', {
		id: 'go',
		title: 'Reveal the token in the editor',
		onClick: () => {
			this.#actions.reveal(null);
		},
	});
	readonly #exports = exportGroup(exported, (format) => {
		this.#actions.exportAs(format);
	});
	readonly #ring = progressRing();
	readonly #status = element('p', { id: 'status', role: 'status' });
	readonly #message = element('div', { id: 'message' });
	readonly #token = element('div', { id: 'token' });
	readonly #top = element('div');
	readonly #afterChart = element('div');
	readonly #figures: HTMLDetailsElement;
	readonly #table = element('div');
	readonly #second: HTMLDetailsElement;
	readonly #reading = element('div');
	#secondState: SecondReadingState | undefined;
	#pinned = false;
	#detail: Detail | undefined;

	constructor(root: HTMLElement, actions: InspectorActions, unfolded: Unfolded) {
		this.#actions = actions;
		this.#figures = element('details', { id: 'path-figures' }, element('summary', {}, 'Chart as a table'), this.#table);
		this.#figures.open = unfolded.table;
		this.#figures.addEventListener('toggle', () => {
			actions.tableToggled(this.#figures.open);
		});
		this.#second = element('details', { id: 'second' }, element('summary', {}, 'Second reading, with the final norm'), this.#reading);
		this.#second.open = unfolded.second;
		this.#second.addEventListener('toggle', () => {
			actions.secondToggled(this.#second.open);
		});
		fill(
			this.#token,
			this.#top,
			this.#second,
			sourceWords(),
			section('path', 'Path through the layers', this.#chart.root, this.#figures),
			this.#afterChart,
		);
		fill(
			root,
			element(
				'div',
				{ class: 'toolbar', role: 'group', 'aria-label': 'Token Inspector' },
				this.#previous.root,
				this.#next.root,
				this.#pin.root,
				this.#go.root,
				element('span', { class: 'gap' }),
				this.#ring,
				this.#exports.root,
			),
			this.#status,
			this.#message,
			this.#token,
		);
	}

	show({ shown, pinned, busy }: InspectorState): void {
		this.#pinned = pinned;
		this.#pin.setPressed(pinned);
		this.#ring.hidden = !busy;
		const detail = shown.kind === 'token' ? shown.detail : undefined;
		this.#previous.setDisabled(detail === undefined || detail.index === 0);
		this.#next.setDisabled(detail === undefined || detail.index === detail.count - 1);
		this.#pin.setDisabled(detail === undefined && !pinned);
		for (const control of [this.#go, ...this.#exports.buttons]) control.setDisabled(detail === undefined);
		this.#token.hidden = detail === undefined;
		this.#message.hidden = detail !== undefined;
		if (shown.kind === 'token') this.#showToken(shown);
		else {
			this.#detail = undefined;
			fill(this.#message, ...this.#words(shown));
			this.say('');
		}
	}

	/** One line that is also read aloud, or, where the page says the same already, only that. */
	say(text: string, aloud = false): void {
		if (this.#status.textContent !== text) this.#status.textContent = text;
		this.#status.classList.toggle('visually-hidden', aloud || text === '');
	}

	/** The theme has changed. */
	recolor(): void {
		if (this.#detail !== undefined) this.#chart.draw();
	}

	picture(title: string): string {
		return this.#chart.picture(title);
	}

	#showSecond(second: SecondReadingState): void {
		if (JSON.stringify(second) === JSON.stringify(this.#secondState)) return;
		this.#secondState = second;
		fill(this.#reading, ...secondReading(second, () => this.#actions.retry()));
	}

	#showToken({ detail, file, stale, second }: Extract<Inspection, { kind: 'token' }>): void {
		this.#token.classList.toggle('stale', stale);
		if (stale) this.say('The text has changed. These numbers are for the earlier text.');
		else
			this.say(
				`Token ${detail.index + 1} of ${detail.count}: \u201C${visible(detail.token.text).trim()}\u201D, ${partOf(Math.exp(detail.token.logprob))}.`,
				true,
			);
		this.#showSecond(second);
		if (JSON.stringify(detail) === JSON.stringify(this.#detail)) return;
		this.#detail = detail;
		const steps = pathSteps(detail);
		fill(
			this.#top,
			heading(detail, file),
			contextsSection(detail, (index) => {
				this.#actions.reveal(index);
			}),
			sourcesSection(detail),
		);
		fill(this.#table, pathTable(steps));
		fill(this.#afterChart, verdicts(detail), figuresSection(detail));
		this.#chart.show(steps);
	}

	#words(shown: Exclude<Inspection, { kind: 'token' }>): Node[] {
		switch (shown.kind) {
			case 'loading':
				return [element('p', { role: 'status' }, shown.message)];
			case 'empty':
				return [
					element('p', { role: 'status' }, shown.message),
					...(shown.analyze
						? [
								button('Analyze File', {
									id: 'analyze',
									primary: true,
									onClick: () => {
										this.#actions.analyze();
									},
								}).root,
							]
						: []),
				];
			case 'unattributed':
				return [
					element('h1', {}, 'No attribution'),
					element('p', { role: 'status' }, shown.why),
					element('p', { class: 'quiet' }, 'Probability, entropy and confidence gap of each token are in its hover.'),
				];
			case 'failed':
				return [
					element('h1', {}, 'The token could not be inspected'),
					element('p', { role: 'alert' }, ...withCode(shown.message)),
					...(shown.retry
						? [
								button('Try Again', {
									id: 'retry',
									primary: true,
									onClick: () => {
										this.#actions.retry();
									},
								}).root,
							]
						: []),
				];
		}
	}
}

/** Markup of a message of ours, in which backticks mark what is written in a file. */
function withCode(text: string): (Node | string)[] {
	return text.split('`').map((piece, i) => (i % 2 === 1 ? element('code', {}, piece) : piece));
}
