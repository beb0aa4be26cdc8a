import * as vscode from 'vscode';
import { createMessageConnection, type MessageConnection } from 'vscode-jsonrpc/node';
import type * as z from 'zod';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { answer, connectOver, type ExportFormat, type SaveExport } from '../../protocol/post-message.ts';
import type { Params, Receiver, RequestKind, Result } from '../../protocol/rpc.ts';
import type { Disposable } from './disposables.ts';
import { isCancellation, placedSentenceOf } from './failure.ts';
import { newNonce, webviewPage } from './webview-page.ts';
import { showErrorMessage } from './messages.ts';

/**
 * Answers a panel's requests of one kind. What fails is told in a notification, which is seen wherever the page is scrolled to, and in the
 * same words to the page: what was wrong, with which file, and what to do.
 */
export function answerPanel<P extends z.ZodType, R extends z.ZodType>(
	connection: Pick<Receiver, 'onRequest'>,
	kind: RequestKind<P, R>,
	handler: (params: z.infer<P>) => Promise<Result<RequestKind<P, R>>>,
): Disposable {
	return answer(connection, kind, async (params) => {
		try {
			return await handler(params);
		} catch (error) {
			if (isCancellation(error)) throw error;
			const words = placedSentenceOf(error);
			void showErrorMessage(words);
			throw new Error(words, { cause: error });
		}
	});
}

/** The typed connection with a panel's page. It listens when its owner has said what it answers. */
export function connectPanel({ webview }: Pick<vscode.WebviewPanel, 'webview'>): MessageConnection & Disposable {
	return connectOver(
		{
			post: (message) => {
				// oxlint-disable-next-line unicorn/require-post-message-target-origin -- VS Code's own, which has no origins
				void webview.postMessage(message);
			},
			onMessage: (handler) => webview.onDidReceiveMessage(handler),
		},
		createMessageConnection,
	);
}

/** Loads a panel's page, anew if there is one: `dist/webview/NAME.js` and `.css`, and nothing from outside of that folder. `extension` is the product's. */
export function loadPanelPage(panel: vscode.WebviewPanel, extension: vscode.Uri, name: string, title: string): void {
	const icon = (theme: string): vscode.Uri => vscode.Uri.joinPath(extension, `media/rag-trace-${theme}.svg`);
	panel.iconPath = { light: icon('light'), dark: icon('dark') };
	const folder = vscode.Uri.joinPath(extension, 'dist/webview');
	panel.webview.options = { enableScripts: true, localResourceRoots: [folder] };
	const address = (file: string): string => panel.webview.asWebviewUri(vscode.Uri.joinPath(folder, file)).toString();
	panel.webview.html = webviewPage({ title, script: address(`${name}.js`), style: address(`${name}.css`), nonce: newNonce() });
}

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
