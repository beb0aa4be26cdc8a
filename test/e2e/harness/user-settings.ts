/** What VS Code is told so that nothing moves, pops up or looks around on the network by itself. */
export const quietSettings: Readonly<Record<string, unknown>> = {
	'chat.disableAIFeatures': true,
	'editor.accessibilitySupport': 'off',
	'editor.cursorBlinking': 'solid',
	'editor.fontFamily': 'DejaVu Sans Mono, monospace',
	'editor.minimap.enabled': false,
	'extensions.autoCheckUpdates': false,
	'extensions.autoUpdate': false,
	'extensions.ignoreRecommendations': true,
	// In a browser the default is to save after a second.
	'files.autoSave': 'off',
	'git.openRepositoryInParentFolders': 'never',
	'security.workspace.trust.startupPrompt': 'never',
	'telemetry.telemetryLevel': 'off',
	'update.showReleaseNotes': false,
	'window.commandCenter': false,
	'workbench.enableExperiments': false,
	'workbench.layoutControl.enabled': false,
	'workbench.reduceMotion': 'on',
	'workbench.secondarySideBar.defaultVisibility': 'hidden',
	'workbench.startupEditor': 'none',
	'workbench.tips.enabled': false,
};
