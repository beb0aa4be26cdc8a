import * as vscode from 'vscode';
import type { OriginLights } from '../origins/origin-highlights.ts';
import { originText, type OriginsAnswer } from '../origins/origin-text.ts';
import { rangeOf } from '../heatmap/painting.ts';
import { StatusItem } from './status-item.ts';

/** Returns the status bar's item about where the token at the cursor came from. A click goes there. */
export function originItem(origins: OriginLights): StatusItem {
	return new StatusItem({
		id: 'origin',
		name: 'Origin',
		priority: 43,
		events: [origins.onDidChange],
		shown: () => {
			const { shown } = origins;
			if (shown === undefined || (shown.subject === null && shown.contexts.length === 0)) return undefined;
			const [first] = shown.lit;
			const { text, label, tooltip } = originText(shown, first === undefined ? undefined : textAt(first));
			return { text, label, tooltip: `${tooltip}\n\nClick to go there.`, command: 'ragAssay.goToOrigin' };
		},
	});
}

/** What is lit, as it stands in its document; undefined where that is not open. */
function textAt({ uri, range }: OriginsAnswer['lit'][number]): string | undefined {
	const key = vscode.Uri.parse(uri).toString();
	return vscode.workspace.textDocuments.find((open) => open.uri.toString() === key)?.getText(rangeOf(range));
}
