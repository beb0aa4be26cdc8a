import * as vscode from 'vscode';
import { ClearCache, LoadModel, ModelStateChanged, UnloadModel } from '../../protocol/requests.ts';
import { loadingText } from '../status/status-text.ts';
import { sentenceOf } from '../vscode/failure.ts';
import type { Command } from './command.ts';
import { openSettings } from '../vscode/open-settings.ts';
import { showErrorMessage, showInformationMessage, showWarningMessage } from '../vscode/messages.ts';

export const restartRunner: Command = ({ runner }) => runner.requestRestart('asked for by a command');

export const clearCache: Command = async ({ runner }) => {
	const clear = { title: 'Clear Cache' };
	const answer = await showWarningMessage(
		'Clear the cache of RAG Assay?',
		{
			modal: true,
			detail:
				'This deletes cached results, which contain text of your traces, and instrumented graphs of models. RAG Assay computes them again when it needs them. Downloaded models and your files stay.',
		},
		clear,
	);
	if (answer !== clear) return;
	const { files, bytes } = await runner.ask(ClearCache, null);
	await showInformationMessage(
		files === 0
			? 'The cache was empty.'
			: `${files} ${files === 1 ? 'file' : 'files'} (${(bytes / 2 ** 20).toFixed(1)} MiB) deleted from the cache.`,
	);
};

export const loadModel: Command = async (session) => {
	const { runner, log } = session;
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
		const again = { title: 'Try Again' };
		const choose = { title: 'Choose a Model…' };
		const answer = await showErrorMessage(sentenceOf(model.error), again, choose, { title: 'Show Log' });
		if (answer === again) await loadModel(session);
		else if (answer === choose) await vscode.commands.executeCommand('ragAssay.chooseModel');
		else if (answer !== undefined) log.show();
		return;
	}
	await showInformationMessage(
		[`${model.model ?? 'The model'} is loaded on ${model.device ?? 'an unknown device'}.`, ...model.notes].join(' '),
	);
};

/** Asks for a model folder or a repository, and writes it to the setting. `how`: `folder` asks for a folder at once. */
export const chooseModel: Command = async (_session, how) => {
	const present = vscode.workspace.getConfiguration('ragAssay').get<string>('model', '');
	const model = how === 'folder' ? await askForFolder() : await (await pickModelKind(present))?.pick(present);
	if (model === undefined || model === present) return;
	const configuration = vscode.workspace.getConfiguration('ragAssay');
	// What the workspace names would otherwise go on hiding the user's choice.
	const ofWorkspace = configuration.inspect('model')?.workspaceValue !== undefined;
	await configuration.update('model', model, ofWorkspace ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global);
};

interface ModelKind extends vscode.QuickPickItem {
	readonly pick: (present: string) => Thenable<string | undefined>;
}

function pickModelKind(present: string): Thenable<ModelKind | undefined> {
	return vscode.window.showQuickPick<ModelKind>(
		[
			{ label: '$(folder) Choose a folder…', detail: 'A folder with config.json, tokenizer.json and an ONNX file', pick: askForFolder },
			{ label: '$(cloud-download) Name a repository…', detail: 'RAG Assay downloads it from the Hugging Face hub', pick: askForRepository },
			{ label: '$(package) Use the demo model', detail: 'It is included, and can only read the examples', pick: async () => '' },
			{
				label: '$(settings-gear) Open Settings',
				detail: 'ragAssay.model and what belongs to it',
				pick: openModelSettings,
			},
		],
		{ title: 'Choose a Model', placeHolder: present === '' ? 'Now: the demo model' : `Now: ${present}` },
	);
}

async function askForFolder(): Promise<string | undefined> {
	const [folder] =
		(await vscode.window.showOpenDialog({ canSelectFiles: false, canSelectFolders: true, openLabel: 'Use This Model' })) ?? [];
	return folder?.fsPath;
}

function askForRepository(present: string): Thenable<string | undefined> {
	return vscode.window.showInputBox({
		title: 'Name a Repository',
		prompt: 'ID of a repository on the Hugging Face hub that has ONNX files',
		placeHolder: 'owner/name',
		value: isRepository(present) ? present : '',
		ignoreFocusOut: true,
		validateInput: (text) =>
			isRepository(text.trim()) ? undefined : 'Expected owner/name, for example HuggingFaceTB/SmolLM2-135M-Instruct.',
	});
}

function isRepository(text: string): boolean {
	return /^[\w.-]+\/[\w.-]+$/.test(text);
}

async function openModelSettings(): Promise<undefined> {
	await openSettings('ragAssay.model', 'machine');
}

export const unloadModel: Command = async ({ runner }) => {
	if (runner.state !== 'running') {
		await showInformationMessage('No model is loaded.');
		return;
	}
	await runner.ask(UnloadModel, null);
	await showInformationMessage('The model is unloaded. RAG Assay loads it again when it needs it.');
};

export const setHuggingFaceToken: Command = async (session) => {
	const { token, runner } = session;
	const present = await token.read();
	const value = await vscode.window.showInputBox({
		title: 'Hugging Face token',
		prompt:
			'VS Code keeps the token in its secret storage. RAG Assay uses it only for private models. Leave it empty to remove the stored token.',
		placeHolder: present === undefined ? 'hf_…' : 'A token is stored',
		password: true,
		ignoreFocusOut: true,
		validateInput: (text) => (/\s/.test(text.trim()) ? 'A token has no spaces.' : undefined),
	});
	if (value === undefined) return;
	await token.write(value.trim());
	if (runner.state === 'running') await session.configure();
	await showInformationMessage(value.trim() === '' ? 'The Hugging Face token was removed.' : 'The Hugging Face token was saved.');
};
