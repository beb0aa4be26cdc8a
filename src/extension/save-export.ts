import * as vscode from 'vscode';
import { errorNumbers } from '../error-numbers.ts';
import { UserError } from '../errors.ts';
import type { Params, Result } from '../protocol/message.ts';
import type { ExportFormat, SaveExport } from '../protocol/panels.ts';

const kinds: Readonly<Record<ExportFormat, string>> = {
	png: 'PNG picture',
	csv: 'CSV table',
	json: 'JSON',
	jsonl: 'JSON Lines',
	txt: 'text',
	md: 'Markdown',
};

/** Asks where a panel's export goes, in the folder of `beside` to begin with, and writes it there. Rejects with RA803. */
export async function saveExport(
	{ format, name, content }: Params<typeof SaveExport>,
	beside: vscode.Uri | undefined,
): Promise<Result<typeof SaveExport>> {
	const folder = beside?.scheme === 'file' ? vscode.Uri.joinPath(beside, '..') : vscode.workspace.workspaceFolders?.[0]?.uri;
	const file = `${name}.${format}`;
	const target = await vscode.window.showSaveDialog({
		filters: { [kinds[format]]: [format] },
		title: `Export as ${kinds[format]}`,
		...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, file) }),
	});
	if (target === undefined) return { saved: false };
	try {
		await vscode.workspace.fs.writeFile(target, Buffer.from(content, format === 'png' ? 'base64' : 'utf8'));
	} catch (cause) {
		throw new UserError(errorNumbers.unwritableExport, 'This file cannot be written.', {
			place: { file: target.fsPath },
			hint: 'Name a file in a folder that exists and is writable.',
			cause,
		});
	}
	return { saved: true };
}
