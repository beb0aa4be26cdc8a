import * as vscode from 'vscode';
import { Row, type RowSource } from './list-view.ts';
import type { ProfileList } from './profile-list.ts';

/** Profiles, the active one marked. */
export function profileRows(profiles: ProfileList): RowSource {
	return {
		onDidChange: profiles.onDidChange,
		rows: async () =>
			(await profiles.all()).map(({ uri, label, active, bundled }) => {
				const row = new Row(label.replace(/\.assay-profile\.json$/, ''), uri);
				row.description = [...(active ? ['active'] : []), ...(bundled ? ['bundled'] : [])].join(', ');
				row.iconPath = new vscode.ThemeIcon(active ? 'pass-filled' : 'circle-outline');
				row.tooltip = uri.fsPath;
				row.contextValue = active ? 'activeProfile' : 'profile';
				row.accessibilityInformation = { label: `Profile ${label}, ${active ? 'active' : 'not active'}${bundled ? ', bundled' : ''}` };
				row.command = { command: 'vscode.open', title: 'Open', arguments: [uri] };
				return row;
			}),
	};
}
