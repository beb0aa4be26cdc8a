import type * as vscode from 'vscode';
import { createMessageConnection, type MessageConnection } from 'vscode-jsonrpc/node';
import { connectOver } from '../protocol/post-message.ts';
import type { Disposable } from './disposables.ts';

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
