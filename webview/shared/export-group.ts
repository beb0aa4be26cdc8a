import { button, type Button } from './controls.ts';
import { element } from './elements.ts';

export interface ExportGroup {
	/** For the end of a toolbar. */
	readonly root: HTMLElement;
	/** One a format, in their order. */
	readonly buttons: readonly Button[];
}

/** The buttons that export what a panel shows. `formats`: their names in ids and what each exports, for who cannot tell by its label. */
export function exportGroup<F extends string>(
	formats: readonly { readonly format: F; readonly label?: string; readonly title: string }[],
	exportAs: (format: F) => void,
): ExportGroup {
	const buttons = formats.map(({ format, label = format.toUpperCase(), title }) =>
		button(label, {
			id: `export-${format}`,
			title,
			onClick: () => {
				exportAs(format);
			},
		}),
	);
	return {
		root: element(
			'span',
			{ class: 'group', role: 'group', 'aria-label': 'Export' },
			element('span', { class: 'quiet', 'aria-hidden': 'true' }, 'Export'),
			...buttons.map(({ root }) => root),
		),
		buttons,
	};
}
