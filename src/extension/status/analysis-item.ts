import type { ActiveDocument } from '../vscode/active-document.ts';
import type { Analyses } from '../analyses.ts';
import { StatusItem } from './status-item.ts';
import { analysisText } from './status-text.ts';

/** Returns the status bar's item about the active document: progress and cancel while it is analyzed, then the result. */
export function analysisItem(analyses: Analyses, active: ActiveDocument): StatusItem {
	return new StatusItem({
		id: 'analysis',
		name: 'Analysis',
		priority: 45,
		events: [
			(listener) =>
				analyses.onDidChange((changed) => {
					if (changed.uri === active.uri?.toString()) listener(changed);
				}),
			active.onDidChange,
		],
		shown: () => {
			const { uri } = active;
			const status = uri === undefined ? undefined : analyses.of(uri.toString());
			const shown = status === undefined ? undefined : analysisText(status.state);
			return shown === undefined ? undefined : { ...shown, label: `RAG Assay: ${shown.label}` };
		},
	});
}
