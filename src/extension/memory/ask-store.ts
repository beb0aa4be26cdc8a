import * as vscode from 'vscode';
import { isStoreAddress } from '../../wording/store-names.ts';

/** Asks for a file or folder that holds a store; `undefined`: none was chosen. */
export async function askStoreFile(title: string, openLabel: string): Promise<string | undefined> {
	const chosen = await vscode.window.showOpenDialog({ title, openLabel, canSelectFiles: true, canSelectFolders: true });
	return chosen?.[0]?.fsPath;
}

/** Asks for the address of a store; `undefined`: none was written. */
export async function askStoreAddress(title: string): Promise<string | undefined> {
	const address = await vscode.window.showInputBox({
		title: `${title}: address`,
		prompt: 'Keep passwords in environment variables, not in the address.',
		placeHolder: 'chroma+http://localhost:8000/memories',
		validateInput: (text) => (isStoreAddress(text.trim()) ? undefined : 'Enter an address, such as chroma+http://localhost:8000/memories.'),
	});
	return address?.trim();
}
