import * as vscode from 'vscode';

/** A page of VS Code's settings editor. */
type SettingsPage = 'user' | 'remote' | 'workspace';

/** Why a setting counts in one place and not in another. */
interface SettingsPlace {
	/** Whether the workspace sets it, or is where it belongs. */
	readonly inWorkspace: boolean;
	/** Whether it belongs to the machine that runs the extension, such as a path. */
	readonly ofMachine: boolean;
	/** Whether that machine is another one than the one with the window. */
	readonly isRemote: boolean;
}

/** Returns the page on which a change of a setting counts. In a remote window, the page *User* does not even list the settings of a machine. */
function settingsPage({ inWorkspace, ofMachine, isRemote }: SettingsPlace): SettingsPage {
	if (inWorkspace) return 'workspace';
	return ofMachine && isRemote ? 'remote' : 'user';
}

const openers: Readonly<Record<SettingsPage, string>> = {
	user: 'workbench.action.openSettings',
	remote: 'workbench.action.openRemoteSettings',
	workspace: 'workbench.action.openWorkspaceSettings',
};

/**
 * Opens VS Code's settings where a change counts in this window.
 * @param query what the settings editor searches for: a setting, or the beginning of several
 * @param belongsTo `workspace`: to the workspace, if one is open. `machine`: to the machine that runs the extension. `window`: to either page.
 */
export async function openSettings(query: string, belongsTo: 'workspace' | 'machine' | 'window'): Promise<void> {
	const inspected = vscode.workspace.getConfiguration().inspect(query);
	const isOpen = vscode.workspace.workspaceFolders !== undefined;
	const page = settingsPage({
		inWorkspace: isOpen && (belongsTo === 'workspace' || inspected?.workspaceValue !== undefined),
		ofMachine: belongsTo !== 'window',
		isRemote: vscode.env.remoteName !== undefined,
	});
	await vscode.commands.executeCommand(openers[page], { query });
}
