import * as vscode from 'vscode';
import type { HeatmapMode } from '../settings.ts';
import { modeNames } from '../status/heatmap-item.ts';
import type { Command } from './command.ts';

export const showHeatmapByConfidenceGap: Command = (session) => session.showHeatmap('cg');
export const showHeatmapBySurprise: Command = (session) => session.showHeatmap('surprise');

/** Off, and back to what was shown before. */
export const toggleHeatmap: Command = async (session) => {
	const { mode } = session.heatmaps;
	const key = 'heatmap.before';
	if (mode !== 'off') await session.context.workspaceState.update(key, mode);
	await session.showHeatmap(mode !== 'off' ? 'off' : session.context.workspaceState.get<HeatmapMode>(key) === 'surprise' ? 'surprise' : 'cg');
};

export const chooseHeatmap: Command = async (session) => {
	const present = session.heatmaps.mode;
	const items: (vscode.QuickPickItem & { mode: HeatmapMode })[] = [
		{ mode: 'cg', label: modeNames.cg, detail: 'Indigo where the contexts settled the model, orange where they unsettled it.' },
		{ mode: 'surprise', label: modeNames.surprise, detail: 'The stronger the colour, the less the model expected the token.' },
		{ mode: 'off', label: modeNames.off, detail: 'The text as it is.' },
	];
	const picked = await vscode.window.showQuickPick(
		items.map((item) => item.mode === present ? { ...item, description: 'shown now' } : item), { title: 'Heatmap', placeHolder: 'Colour the response by…' });
	if (picked !== undefined) await session.showHeatmap(picked.mode);
};
