import type { CalibrationPanelState, ProfileComparison } from '../../src/protocol/calibration-panel.ts';
import { button, choice } from '../shared/controls.ts';
import { element, fill } from '../shared/elements.ts';
import { decimal } from '../shared/words.ts';
import { learnedParts } from './learned-comparison.ts';
import { areaAlone } from './words.ts';

export interface ProfileActions {
	save(): void;
	use(path: string): void;
	compare(path: string): void;
	/** Asks for a profile that is not listed. */
	pickProfile(): void;
	openFile(path: string): void;
}

const changes: Readonly<Record<ProfileComparison['detectors'][number]['change'], string>> = {
	same: '= same',
	'within-noise': '\u2248 within noise',
	changed: '\u2260 changed',
	added: '+ added',
	removed: '\u2212 removed',
};

/** Saving what was found, comparing it with a profile that is there, and making it the workspace's. */
export class ProfileView {
	readonly root: HTMLElement;
	readonly #actions: ProfileActions;
	readonly #save = button('Save Profile\u2026', {
		id: 'save',
		primary: true,
		onClick: () => {
			this.#actions.save();
		},
	});
	readonly #use = button('Use in This Workspace', {
		id: 'use',
		title: 'Use in this workspace: findings come from this profile from now on',
		onClick: () => {
			if (this.#saved !== null) this.#actions.use(this.#saved.path);
		},
	});
	readonly #words = element('p', { id: 'saved', role: 'status' });
	readonly #profiles = choice('Profile to compare with', { id: 'compare-with', onChange: () => undefined });
	readonly #compare = button('Compare', {
		id: 'compare',
		onClick: () => {
			if (this.#profiles.value() !== '') this.#actions.compare(this.#profiles.value());
		},
	});
	readonly #pick = button('Other File\u2026', {
		id: 'pick-profile',
		title: 'Compare with a profile of another folder, such as one of another model',
		onClick: () => {
			this.#actions.pickProfile();
		},
	});
	readonly #comparison = element('div', { id: 'comparison' });
	#saved: CalibrationPanelState['saved'] = null;
	#offered = '';
	/** What the line about saving says. */
	#said = '';

	constructor(actions: ProfileActions) {
		this.#actions = actions;
		this.root = element(
			'section',
			{ id: 'profile', 'aria-labelledby': 'profile-title' },
			element('h2', { id: 'profile-title' }, 'Profile'),
			element('div', { class: 'row' }, this.#save.root, this.#use.root),
			this.#words,
			element(
				'div',
				{ class: 'row', role: 'group', 'aria-label': 'Compare' },
				element('span', { class: 'label', 'aria-hidden': 'true' }, 'Compare with'),
				this.#profiles.root,
				this.#compare.root,
				this.#pick.root,
			),
			this.#comparison,
		);
	}

	/** `movedSince`: thresholds have been moved after it was saved. */
	show({ saved, profiles, compareWith }: CalibrationPanelState, movedSince: boolean): void {
		this.#saved = saved;
		const active = profiles.find((profile) => profile.active);
		const isActive = saved !== null && active?.path === saved.path;
		this.#use.setDisabled(saved === null || isActive);
		const said = JSON.stringify([saved, isActive, movedSince]);
		if (said !== this.#said) this.#say(saved, isActive, movedSince);
		this.#said = said;
		// What was just saved is this run: a comparison with it says nothing, unless somebody asks for it.
		const others = profiles.filter(({ path }) => path !== saved?.path || path === compareWith?.path);
		this.#profiles.setOptions(others.map(({ path, label, active: its }) => ({ value: path, label: its ? `${label} (active)` : label })));
		const preset = others.find((profile) => profile.active) ?? others[0];
		const wanted = compareWith?.path ?? preset?.path ?? '';
		// Asked for again from outside, it is offered again, whatever was picked here meanwhile.
		const offered = JSON.stringify([wanted, compareWith?.asked]);
		if (offered !== this.#offered) this.#profiles.setValue(wanted);
		this.#offered = offered;
		this.#compare.setDisabled(others.length === 0);
	}

	#say(saved: CalibrationPanelState['saved'], isActive: boolean, movedSince: boolean): void {
		if (saved === null) return fill(this.#words);
		const link = element('button', { type: 'button', class: 'link' }, saved.label);
		link.addEventListener('click', () => {
			this.#actions.openFile(saved.path);
		});
		fill(
			this.#words,
			'Saved as ',
			link,
			isActive ? '; findings come from it.' : '.',
			movedSince ? ' You have moved thresholds since then.' : '',
		);
	}

	showComparison(comparison: ProfileComparison | undefined): void {
		fill(this.#comparison, ...(comparison === undefined ? [] : comparisonParts(comparison)));
	}
}

function comparisonParts(comparison: ProfileComparison): HTMLElement[] {
	const { name, created, differs, made = [], detectors } = comparison;
	return [
		element('p', {}, `Compared with ${name} of ${created}:`),
		...(differs.length === 0
			? []
			: [
					element('p', { class: 'problem' }, 'Their numbers cannot be compared directly:'),
					element('ul', {}, ...differs.map((one) => element('li', {}, one))),
				]),
		...(made.length === 0 ? [] : [element('ul', { id: 'made' }, ...made.map((one) => element('li', {}, one)))]),
		...(detectors.length === 0 ? [] : [changesTable(detectors)]),
		...learnedParts(comparison),
	];
}

function changesTable(detectors: ProfileComparison['detectors']): HTMLElement {
	const value = (side: ProfileComparison['detectors'][number]['before'], of: (one: NonNullable<typeof side>) => string): string =>
		side === null ? '\u2013' : of(side);
	const both = (
		detector: ProfileComparison['detectors'][number],
		of: (one: NonNullable<ProfileComparison['detectors'][number]['before']>) => string,
	): string => `${value(detector.before, of)} \u2192 ${value(detector.after, of)}`;
	return element(
		'div',
		{ class: 'scrolls' },
		element(
			'table',
			{ class: 'grid', id: 'changes' },
			element(
				'thead',
				{},
				element(
					'tr',
					{},
					...['Detector', 'Change', 'Threshold', 'Area under ROC', 'What it means'].map((head) => element('th', { scope: 'col' }, head)),
				),
			),
			element(
				'tbody',
				{},
				...detectors.map((detector) =>
					element(
						'tr',
						{ class: detector.change },
						element('th', { scope: 'row' }, detector.title),
						element('td', { class: 'change' }, changes[detector.change]),
						element(
							'td',
							{ class: 'number' },
							both(detector, ({ threshold }) => decimal(threshold, 4)),
						),
						element(
							'td',
							{ class: 'number' },
							both(detector, ({ auc }) => areaAlone(auc)),
						),
						element('td', {}, detector.why),
					),
				),
			),
		),
	);
}
