import * as vscode from 'vscode';
import { tokenSources } from '../../formats/token-sources.ts';
import { heatmapModes, type HeatmapMode } from '../settings.ts';
import { modeNames } from '../status/status-text.ts';
import type { Command } from './command.ts';

export const showHeatmapByConfidenceGap: Command = (session) => session.showHeatmap('cg');
export const showHeatmapByDivergence: Command = (session) => session.showHeatmap('kl');
export const showHeatmapBySurprise: Command = (session) => session.showHeatmap('surprise');
export const showHeatmapBySuspicion: Command = (session) => session.showHeatmap('suspicion');

/** Off, and back to what was shown before. */
export const toggleHeatmap: Command = async (session) => {
	const { mode } = session.heatmaps;
	const key = 'heatmap.before';
	if (mode !== 'off') await session.context.workspaceState.update(key, mode);
	const before = session.context.workspaceState.get<string>(key);
	await session.showHeatmap(mode !== 'off' ? 'off' : (heatmapModes.find((known) => known === before && known !== 'off') ?? 'auto'));
};

interface Choice extends vscode.QuickPickItem {
	readonly mode?: HeatmapMode;
}

const details: Readonly<Partial<Record<HeatmapMode, string>>> = {
	auto: 'Suspicion, if a classifier of the profile has judged the response; otherwise the confidence gap.',
	suspicion: 'The stronger the color, the more the token contributes to the suspicion that its sentence is not supported.',
	cg: 'Blue: the contexts made the model surer. Orange: they made it less sure.',
	kl: 'The stronger the color, the more the contexts changed the prediction. With little color, the model would have said the same without them.',
	surprise: 'The stronger the color, the less the model expected the token.',
	off: 'No colors.',
};

export const chooseHeatmap: Command = async (session) => {
	const present = session.heatmaps.mode;
	const choice = (mode: HeatmapMode): Choice => {
		const detail = details[mode];
		return {
			mode,
			label: modeNames[mode],
			...(detail === undefined ? {} : { detail }),
			...(mode === present ? { description: 'shown now' } : {}),
		};
	};
	const items: Choice[] = [
		...(['auto', 'suspicion', 'cg', 'kl', 'surprise', 'off'] as const).map(choice),
		{
			label: "One source of each token's probability. Blue: it raised the probability. Orange: it lowered it.",
			kind: vscode.QuickPickItemKind.Separator,
		},
		...tokenSources.map(choice),
	];
	const picked = await vscode.window.showQuickPick(items, {
		title: 'Heatmap',
		placeHolder: 'Color the response by…',
		matchOnDetail: true,
	});
	if (picked?.mode !== undefined) await session.showHeatmap(picked.mode);
};
