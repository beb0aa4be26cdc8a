import * as vscode from 'vscode';
import { ClearCache, LoadModel, ModelStateChanged, UnloadModel } from '../../protocol/requests.ts';
import { loadingText } from '../status/status-text.ts';
import { sentenceOf } from '../vscode/failure.ts';
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

export const loadModel: Command = async ({ runner, log }) => {
	const model = await vscode.window.withProgress(
		{ location: vscode.ProgressLocation.Notification, title: 'Loading the model', cancellable: true },
		async (progress, token) => {
			const subscription = runner.on(ModelStateChanged, ({ state, loading }) => {
				if (state === 'loading') progress.report({ message: loadingText(loading) });
			});
			try {
				return await runner.ask(LoadModel, null, token);
			} finally {
				subscription.dispose();
			}
		},
	);
	if (model.error !== null) {
		const settings = { title: 'Open Settings' };
		const answer = await vscode.window.showErrorMessage(sentenceOf(model.error), settings, { title: 'Show Log' });
		if (answer === settings) await vscode.commands.executeCommand('workbench.action.openSettings', 'ragAssay.model');
		else if (answer !== undefined) log.show();
		return;
	}
	await vscode.window.showInformationMessage(
		[`${model.model ?? 'The model'} is loaded on ${model.device ?? 'an unknown device'}.`, ...model.notes].join(' '),
	);
};

/** Opens the setting that names the model. */
export const chooseModel: Command = async () => {
	await vscode.commands.executeCommand('workbench.action.openSettings', 'ragAssay.model');
};

export const unloadModel: Command = async ({ runner }) => {
	if (runner.state !== 'running') {
		await vscode.window.showInformationMessage('No model is loaded.');
		return;
	}
	await runner.ask(UnloadModel, null);
	await vscode.window.showInformationMessage('The model is unloaded. It is loaded again when it is needed.');
};

export const setHuggingFaceToken: Command = async (session) => {
	const { token, runner } = session;
	const present = await token.read();
	const value = await vscode.window.showInputBox({
		title: 'Hugging Face token',
		prompt: 'Kept in the secret storage of VS Code and used for private models only. Leave it empty to forget the present one.',
		placeHolder: present === undefined ? 'hf_…' : 'A token is stored',
		password: true,
		ignoreFocusOut: true,
		validateInput: (text) => (/\s/.test(text.trim()) ? 'A token has no spaces.' : undefined),
	});
	if (value === undefined) return;
	await token.write(value.trim());
	if (runner.state === 'running') await session.configure();
	await vscode.window.showInformationMessage(
		value.trim() === '' ? 'The Hugging Face token is forgotten.' : 'The Hugging Face token is stored.',
	);
};
