import * as vscode from 'vscode';
import { offerAnalysis } from '../calibration/offer-analysis.ts';
import type { ListedProfile } from '../explorer/profile-list.ts';
import type { Command } from './command.ts';
import { showInformationMessage } from '../vscode/messages.ts';

/** Opens the calibration panel; files and folders that come as arguments, from a view, the explorer or a test, are its data. */
export const calibrate: Command = async ({ calibration }, one, all) => {
	const several = Array.isArray(all) ? all.map(uriOf) : [];
	await calibration.show((several.length > 0 ? several : [uriOf(one)]).filter((uri) => uri !== undefined));
};

/** Makes findings come from a profile, in this workspace: the given one, or one that is chosen from a list. */
export const useProfile: Command = async (session, given) => {
	const chosen =
		uriOf(given) ?? (await chooseProfile(await session.profiles.all(), 'Which profile should findings come from?', 'or a new one'));
	if (chosen === 'new') await session.calibration.show([]);
	else if (chosen !== undefined) {
		await session.profiles.use(chosen);
		await offerAnalysis(session.profiles, chosen);
	}
};

/** What the run that is done would change in a profile; without a run, the two files side by side. */
export const compareProfile: Command = async (session, given) => {
	const profiles = await session.profiles.all();
	const active = profiles.find((profile) => profile.active);
	// A run that is done is compared with any profile. Without one, two files are compared, and none with itself.
	const others = session.calibration.hasResults ? profiles : profiles.filter((profile) => profile !== active);
	if (others.length === 0) {
		await showInformationMessage('There is only one profile. Calibrate to make another one to compare it with.');
		return;
	}
	const uri = uriOf(given) ?? (await chooseProfile(others, 'Which profile do you want to compare?'));
	if (uri === undefined || (await session.calibration.compare(uri))) return;
	if (active === undefined || active.uri.fsPath === uri.fsPath) {
		await showInformationMessage('This is the active profile. Choose another one to compare it with, or calibrate first.');
		return;
	}
	const name = (file: vscode.Uri): string => file.path.slice(file.path.lastIndexOf('/') + 1);
	await vscode.commands.executeCommand('vscode.diff', active.uri, uri, `${name(active.uri)} (active) \u2194 ${name(uri)}`);
};

/** One of the profiles there are; asked for `or a new one`, that may be the answer. */
async function chooseProfile(profiles: readonly ListedProfile[], placeHolder: string): Promise<vscode.Uri | undefined>;
async function chooseProfile(
	profiles: readonly ListedProfile[],
	placeHolder: string,
	orNew: 'or a new one',
): Promise<vscode.Uri | 'new' | undefined>;
async function chooseProfile(
	profiles: readonly ListedProfile[],
	placeHolder: string,
	orNew?: 'or a new one',
): Promise<vscode.Uri | 'new' | undefined> {
	interface Choice extends vscode.QuickPickItem {
		readonly uri: vscode.Uri | 'new';
	}
	const all = profiles.map(
		({ uri, label, active, bundled }): Choice => ({
			uri,
			label,
			description: [...(active ? ['active'] : []), ...(bundled ? ['bundled'] : [])].join(', '),
		}),
	);
	const anew: Choice[] =
		orNew === undefined ? [] : [{ uri: 'new', label: '$(graph) Calibrate…', detail: 'Make a profile for your model from your own data.' }];
	return (await vscode.window.showQuickPick([...all, ...anew], { placeHolder }))?.uri;
}

function uriOf(given: unknown): vscode.Uri | undefined {
	if (given instanceof vscode.Uri) return given;
	return typeof given === 'object' && given !== null && 'uri' in given && given.uri instanceof vscode.Uri ? given.uri : undefined;
}
