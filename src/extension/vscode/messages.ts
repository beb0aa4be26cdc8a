import * as vscode from 'vscode';
import { withoutLinks } from '../../wording/phrases.ts';
import { withoutPasswords } from '../../wording/store-names.ts';

type ShowMessage = typeof vscode.window.showInformationMessage;

/** Shows messages as `vscode.window` does, without links and without passwords of addresses. */
function shownBy(show: () => ShowMessage): ShowMessage {
	const shown = (message: string, ...rest: unknown[]): unknown =>
		Reflect.apply(show(), undefined, [withoutPasswords(withoutLinks(message)), ...rest]);
	// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all overloads begin with the message
	return shown as ShowMessage;
}

export const showErrorMessage = shownBy(() => vscode.window.showErrorMessage);
export const showWarningMessage = shownBy(() => vscode.window.showWarningMessage);
export const showInformationMessage = shownBy(() => vscode.window.showInformationMessage);
