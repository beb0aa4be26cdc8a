import * as vscode from 'vscode';
import { ClearCache } from '../../protocol/requests.ts';
import type { Command } from './command.ts';

export const restartRunner: Command = ({ runner }) => runner.requestRestart('asked for by a command');

export const clearCache: Command = async ({ runner }) => {
	const clear = { title: 'Clear Cache' };
	const answer = await vscode.window.showWarningMessage(
		'Clear the cache of RAG Assay?',
		{
			modal: true,
			detail:
				'Kept results, which hold the text of traces, and instrumented graphs of models are deleted. They are computed again when needed. Downloaded models and your files stay.',
		},
		clear,
	);
	if (answer !== clear) return;
	const { files, bytes } = await runner.ask(ClearCache, null);
	await vscode.window.showInformationMessage(
		files === 0
			? 'The cache was empty.'
			: `${files} ${files === 1 ? 'file' : 'files'} (${(bytes / 2 ** 20).toFixed(1)} MiB) deleted from the cache.`,
	);
};
