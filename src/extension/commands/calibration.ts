import * as vscode from 'vscode';
import type { Session } from '../session.ts';
import type { Command } from './command.ts';

/** Opens the calibration panel; files and folders that come as arguments, from a view, the explorer or a test, are its data. */
export const calibrate: Command = async ({ calibration }, one, all) => {
	const several = Array.isArray(all) ? all.map(uriOf) : [];
	await calibration.show((several.length > 0 ? several : [uriOf(one)]).filter((uri) => uri !== undefined));
};

/** Makes findings come from a profile, in this workspace: the given one, or one that is chosen from a list. */
export const useProfile: Command = async (session, given) => {
	const uri = uriOf(given) ?? await chooseProfile(session, 'Which profile should findings come from?');
	if (uri !== undefined) await session.profiles.use(uri);
};

/** What the run that is done would change in a profile; without a run, the two files side by side. */
export const compareProfile: Command = async (session, given) => {
	const uri = uriOf(given) ?? await chooseProfile(session, 'Which profile should be compared?');
	if (uri === undefined || await session.calibration.compare(uri)) return;
	const active = (await session.profiles.all()).find((profile) => profile.active);
	if (active === undefined || active.uri.fsPath === uri.fsPath) {
		await vscode.window.showInformationMessage('This is the active profile. Calibrate, and it is compared with what was found; or compare another profile with it.');
		return;
	}
	const name = (file: vscode.Uri): string => file.path.slice(file.path.lastIndexOf('/') + 1);
	await vscode.commands.executeCommand('vscode.diff', active.uri, uri, `${name(active.uri)} (active) \u2194 ${name(uri)}`);
};

async function chooseProfile({ profiles }: Session, placeHolder: string): Promise<vscode.Uri | undefined> {
	const all = await profiles.all();
	const picked = await vscode.window.showQuickPick(all.map(({ uri, label, active, bundled }) => ({
		uri, label, description: [...(active ? ['active'] : []), ...(bundled ? ['bundled'] : [])].join(', '),
	})), { placeHolder });
	return picked?.uri;
}

function uriOf(given: unknown): vscode.Uri | undefined {
	if (given instanceof vscode.Uri) return given;
	return typeof given === 'object' && given !== null && 'uri' in given && given.uri instanceof vscode.Uri ? given.uri : undefined;
}
