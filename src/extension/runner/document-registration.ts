import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { DynamicFeature, LanguageClient, TextDocumentRegistrationOptions } from 'vscode-languageclient/node';
import type { Disposable } from '../vscode/disposables.ts';

type Registration = readonly [feature: DynamicFeature<TextDocumentRegistrationOptions>, options: object];

/**
 * What the runner does for a document that no pattern of the client's selector names. Its outline, folding and completion are those of its own
 * language. The first one hands the document to the runner: the others ask about a document that the runner has.
 */
function registrationsOf(client: LanguageClient): readonly Registration[] {
	const { diagnosticProvider, codeActionProvider } = client.initializeResult?.capabilities ?? {};
	return [
		[client.getFeature('textDocument/didOpen'), {}],
		[client.getFeature('textDocument/didChange'), { syncKind: 2 }],
		[client.getFeature('textDocument/didSave'), {}],
		[client.getFeature('textDocument/didClose'), {}],
		[client.getFeature('textDocument/diagnostic'), { ...diagnosticProvider }],
		[client.getFeature('textDocument/hover'), {}],
		[client.getFeature('textDocument/codeAction'), typeof codeActionProvider === 'object' ? codeActionProvider : {}],
		[client.getFeature('textDocument/inlayHint'), {}],
		[client.getFeature('textDocument/codeLens'), {}],
	];
}

/** Registers one document with a running client, as a server would that wants it. The result takes that back. */
export function registerDocument(client: LanguageClient, uri: vscode.Uri): Disposable {
	const documentSelector = [{ scheme: uri.scheme, pattern: exactly(uri) }];
	const undo = registrationsOf(client).map(([feature, options]) => {
		const id = randomUUID();
		feature.register({ id, registerOptions: { documentSelector, ...options } });
		return () => {
			feature.unregister(id);
		};
	});
	return new vscode.Disposable(() => {
		for (const one of undo.toReversed()) one();
	});
}

/** A glob that fits one path, on any system, whatever characters are in it. */
function exactly({ path }: vscode.Uri): string {
	return `**${path.replace(/^\/[a-z]:/i, '').replaceAll(/[*?[{]/g, '[$&]')}`;
}
