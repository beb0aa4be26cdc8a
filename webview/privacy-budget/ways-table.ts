import { decoderNames, type DecoderName } from '../../src/formats/private-settings.ts';
import type { PrivatePlan } from '../../src/protocol/private.ts';
import { button, type Button } from '../shared/controls.ts';
import { element } from '../shared/elements.ts';
import { setText } from './set-text.ts';
import { decoderTerms } from './terms.ts';
import { stepsInWords } from './words.ts';

interface Row {
	readonly root: HTMLElement;
	readonly says: HTMLElement;
	readonly steps: HTMLElement;
	readonly use: Button;
}

/** What each way to an answer could give with the same numbers. Its rows stay, and so does the focus. */
export class WaysTable {
	readonly root: HTMLElement;
	readonly #rows: ReadonlyMap<DecoderName, Row>;

	constructor(use: (decoder: DecoderName) => void) {
		this.#rows = new Map(decoderNames.map((name) => [name, rowOf(name, use)]));
		this.root = element(
			'div',
			{ class: 'scrolls' },
			element(
				'table',
				{ class: 'grid', id: 'ways' },
				element(
					'thead',
					{},
					element('tr', {}, ...['Way', 'What can come out', 'Its steps', ''].map((head) => element('th', { scope: 'col' }, head))),
				),
				element('tbody', {}, ...[...this.#rows.values()].map(({ root }) => root)),
			),
		);
	}

	show(plan: PrivatePlan): void {
		const { decoders, settings } = plan;
		for (const [name, row] of this.#rows) {
			const outlook = decoders.find(({ decoder }) => decoder === name);
			row.root.hidden = outlook === undefined;
			if (outlook === undefined) continue;
			const chosen = name === settings.decoder;
			setText(row.says, `${outlook.possible ? '✓' : '⚠'} ${outlook.says}`);
			setText(row.steps, stepsInWords(outlook, plan));
			row.root.classList.toggle('chosen', chosen);
			row.use.setPressed(chosen);
			row.use.setLabel(chosen ? 'In Use' : 'Use');
		}
	}
}

function rowOf(name: DecoderName, use: (decoder: DecoderName) => void): Row {
	const { label, explains } = decoderTerms[name];
	const control = button('Use', {
		id: `use-${name}`,
		pressed: false,
		onClick: () => {
			use(name);
		},
	});
	control.root.setAttribute('aria-label', `Use: ${label}`);
	const [says, steps] = [element('td', { class: 'says' }), element('td', { class: 'quiet' })];
	const head = element('th', { scope: 'row' }, label, element('span', { class: 'what quiet' }, explains));
	return { root: element('tr', { 'data-way': name }, head, says, steps, element('td', {}, control.root)), says, steps, use: control };
}
