import * as vscode from 'vscode';
import { newNonce, webviewPage } from './webview-page.ts';

/** Loads a panel's page, anew if there is one: `dist/webview/NAME.js` and `.css`, and nothing from outside of that folder. `extension` is the product's. */
export function loadPanelPage(panel: vscode.WebviewPanel, extension: vscode.Uri, name: string, title: string): void {
	const icon = (theme: string): vscode.Uri => vscode.Uri.joinPath(extension, `media/rag-trace-${theme}.svg`);
	panel.iconPath = { light: icon('light'), dark: icon('dark') };
	const folder = vscode.Uri.joinPath(extension, 'dist/webview');
	panel.webview.options = { enableScripts: true, localResourceRoots: [folder] };
	const address = (file: string): string => panel.webview.asWebviewUri(vscode.Uri.joinPath(folder, file)).toString();
	panel.webview.html = webviewPage({ title, script: address(`${name}.js`), style: address(`${name}.css`), nonce: newNonce() });
}
