/** Names of the commands `ragAssay.<name>`, so that they can be registered before anything behind them is loaded. */
export const commandNames = [
	'analyzeFile', 'analyzeWorkspace', 'cancelAnalysis',
	'showHeatmapByConfidenceGap', 'showHeatmapByDivergence', 'showHeatmapBySurprise', 'showHeatmapBySuspicion', 'toggleHeatmap', 'chooseHeatmap',
	'goToOrigin', 'goBackFromOrigin',
	'generateResponse', 'listSentences', 'showWhy', 'openTokenInspector',
	'calibrate', 'useProfile', 'compareProfile',
	'labelNext', 'labelGrounded', 'labelNotGrounded', 'removeLabel', 'noteOnLabel', 'skipLabel', 'undoLabel',
	'loadModel', 'unloadModel', 'setHuggingFaceToken', 'deviceReport', 'installCuda',
	'clearCache', 'restartRunner', 'openSampleWorkspace',
] as const;
export type CommandName = (typeof commandNames)[number];
