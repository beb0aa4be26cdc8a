import { StatusItem } from '../status/status-item.ts';
import { progressText } from './label-text.ts';
import type { Labeling } from './labeling.ts';

/** Returns the status bar's item about the labeling queue, which is there while the queue is open. A click goes to its sentence. */
export function labelItem(labeling: Labeling): StatusItem {
	return new StatusItem({
		id: 'labels',
		name: 'Labels',
		priority: 42,
		events: [labeling.onDidChange],
		shown: () => {
			const { state } = labeling;
			if (state === undefined) return undefined;
			return {
				text: `$(tag) ${state.labelled}/${state.sentences}`,
				label: `Labels: ${progressText(state)}`,
				tooltip: `${progressText(state)}\n\nClick to label the next sentence.`,
				command: 'ragAssay.labelNext',
			};
		},
	});
}
