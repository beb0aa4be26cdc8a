import * as vscode from 'vscode';
import type { Session } from '../session.ts';
import type { Command } from './command.ts';
import { showInformationMessage } from '../vscode/messages.ts';

/** Opens the calibration panel; files and folders that come as arguments, from a view, the explorer or a test, are its data. */
export const calibrate: Command = async ({ calibration }, one, all) => {
	const several = Array.isArray(all) ? all.map(uriOf) : [];
	await calibration.show((several.length > 0 ? several : [uriOf(one)]).filter((uri) => uri !== undefined));
};

/** Makes findings come from a profile, in this workspace: the given one, or one that is chosen from a list. */
export const useProfile: Command = async (session, given) => {
	const chosen = uriOf(given) ?? (await chooseProfile(session, 'Which profile should findings come from?', 'or a new one'));
	if (chosen === 'new') await session.calibration.show([]);
	else if (chosen !== undefined) await session.profiles.use(chosen);
};

/** What the run that is done would change in a profile; without a run, the two files side by side. */
export const compareProfile: Command = async (session, given) => {
	const uri = uriOf(given) ?? (await chooseProfile(session, 'Which profile should be compared?'));
	if (uri === undefined || (await session.calibration.compare(uri))) return;
	const active = (await session.profiles.all()).find((profile) => profile.active);
	if (active === undefined || active.uri.fsPath === uri.fsPath) {
		await showInformationMessage(
			'This is the active profile. Calibrate, and it is compared with what was found; or compare another profile with it.',
		);
		return;
	}
	const name = (file: vscode.Uri): string => file.path.slice(file.path.lastIndexOf('/') + 1);
	await vscode.commands.executeCommand('vscode.diff', active.uri, uri, `${name(active.uri)} (active) \u2194 ${name(uri)}`);
};

/** One of the profiles there are; asked for `or a new one`, that may be the answer. */
async function chooseProfile(session: Session, placeHolder: string): Promise<vscode.Uri | undefined>;
async function chooseProfile(session: Session, placeHolder: string, orNew: 'or a new one'): Promise<vscode.Uri | 'new' | undefined>;
async function chooseProfile({ profiles }: Session, placeHolder: string, orNew?: 'or a new one'): Promise<vscode.Uri | 'new' | undefined> {
	interface Choice extends vscode.QuickPickItem {
		readonly uri: vscode.Uri | 'new';
	}
	const all = (await profiles.all()).map(
		({ uri, label, active, bundled }): Choice => ({
			uri,
			label,
			description: [...(active ? ['active'] : []), ...(bundled ? ['bundled'] : [])].join(', '),
		}),
	);
	const anew: Choice[] =
		orNew === undefined
			? []
			: [{ uri: 'new', label: '$(graph) Calibrate…', detail: 'Make one for the model that reads, from data of yours.' }];
	return (await vscode.window.showQuickPick([...all, ...anew], { placeHolder }))?.uri;
}

function uriOf(given: unknown): vscode.Uri | undefined {
	if (given instanceof vscode.Uri) return given;
	return typeof given === 'object' && given !== null && 'uri' in given && given.uri instanceof vscode.Uri ? given.uri : undefined;
}
