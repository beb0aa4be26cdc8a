import type { Measure } from '../../protocol/requests.ts';
import { legendMarkdown } from '../heatmap/legend.ts';
import { measureTitles } from '../heatmap/measure-titles.ts';
import type { HeatmapMode } from '../settings.ts';

export const modeNames: Readonly<Record<HeatmapMode, string>> = { auto: 'Automatic', ...measureTitles, off: 'Off' };

/** What a document is coloured by. */
export interface ShownMeasure {
	readonly measure: Measure;
	readonly edges: readonly number[];
	readonly missing: string | null;
}

/** The status bar's words on the heatmap; `tooltip` is Markdown with HTML. `shown`: what the active document has, when it has colours. */
export function heatmapText(
	mode: HeatmapMode,
	shown: ShownMeasure | undefined,
): { readonly text: string; readonly label: string; readonly tooltip: string } {
	const measure = mode === 'auto' ? shown?.measure : mode;
	const name = modeNames[measure ?? mode];
	// The painting of another mode, until its own has come.
	const missing = shown === undefined || shown.measure !== measure ? null : shown.missing;
	return {
		text: `$(symbol-color) ${name}${missing === null ? '' : ' $(circle-slash)'}`,
		label: `Heatmap: ${name}${missing === null ? '' : `. Nothing is colored: ${missing}`}`,
		tooltip:
			measure === undefined || measure === 'off'
				? `${measure === undefined ? 'Suspicion where a classifier has judged the response, the confidence gap elsewhere.' : 'The heatmap is off.'} Click to choose one.`
				: [
						legendMarkdown(measure, shown?.measure === measure ? shown.edges : undefined),
						...(missing === null ? [] : [`Nothing is colored: ${missing}`]),
						'Click to switch.',
					].join('\n\n'),
	};
}
