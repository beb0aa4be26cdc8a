import type { OriginLights } from '../origins/origin-highlights.ts';
import { originText } from '../origins/origin-text.ts';
import { StatusItem } from './status-item.ts';

/** Returns the status bar's item about where the word at the cursor came from. A click goes there. */
export function originItem(origins: OriginLights): StatusItem {
	return new StatusItem({
		id: 'origin',
		name: 'Origin',
		priority: 43,
		events: [origins.onDidChange],
		shown: () => {
			const { shown } = origins;
			if (shown === undefined || (shown.subject === null && shown.contexts.length === 0)) return undefined;
			const { text, label, tooltip } = originText(shown);
			return { text, label, tooltip: `${tooltip}\n\nClick to go there.`, command: 'ragAssay.goToOrigin' };
		},
	});
}
