import * as vscode from 'vscode';
import type { ActiveDocument } from '../vscode/active-document.ts';
import type { Analyses } from '../analyses.ts';
import type { Heatmaps } from '../heatmap/heatmaps.ts';
import { StatusItem } from './status-item.ts';
import { heatmapText } from './status-text.ts';

/** Returns the status bar's switch of the heatmap, with the scale in its tooltip. */
export function heatmapItem(heatmaps: Heatmaps, analyses: Analyses, active: ActiveDocument): StatusItem {
	return new StatusItem({
		id: 'heatmap',
		name: 'Heatmap',
		priority: 44,
		events: [heatmaps.onDidChange, analyses.onDidChange, active.onDidChange],
		shown: () => {
			const { uri } = active;
			const state = uri === undefined ? undefined : analyses.of(uri.toString())?.state.kind;
			if (uri === undefined || state === undefined || state === 'none') return undefined;
			const { text, label, tooltip } = heatmapText(heatmaps.mode, heatmaps.of(uri));
			const markdown = new vscode.MarkdownString(tooltip);
			markdown.supportHtml = true;
			return { text, label, tooltip: markdown, command: 'ragAssay.chooseHeatmap' };
		},
	});
}
