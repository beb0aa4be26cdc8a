import * as vscode from 'vscode';
import { errorNumbers } from '../../error-numbers.ts';
import { Analyze, CancelAnalysis } from '../../protocol/requests.ts';
import { AnalyzeWorkspace } from '../../protocol/analyze-workspace.ts';
import { modelFaults } from '../../protocol/models.ts';
import { inspectedPlace } from '../../protocol/token-inspector.ts';
import { mayBeOurs } from '../vscode/documents.ts';
import { sentenceOf } from '../vscode/failure.ts';
import { workspaceNext, workspaceText } from '../vscode/workspace-text.ts';
import { openTraces, traceInEditor } from '../foreign/open-traces.ts';
import { changedVerdicts, runVerdicts, type RunVerdicts } from '../explorer/run-verdicts.ts';
import { activeTrace, type Command } from './command.ts';
import { showErrorMessage, showInformationMessage, showWarningMessage } from '../vscode/messages.ts';

/** Opens the token inspector beside the editor, then goes into it and back; without a trace it says what to do. With a place as its argument, it shows the token there. */
export const openTokenInspector: Command = async ({ active: { editor }, inspector }, argument) => {
	const place = inspectedPlace.safeParse(argument);
	if (place.success) return inspector.showPlace(place.data);
	await inspector.show(editor !== undefined && mayBeOurs(editor.document) ? editor : undefined);
};

/** Analyzes the trace in the active editor, or the file that the explorer's menu names. */
export const analyzeFile: Command = async (session, named) => {
	const { runner, log } = session;
	const document = named instanceof vscode.Uri ? await openTraces(session, named) : (await traceInEditor(session))?.document;
	if (document === undefined) return;
	const state = await runner.askThroughRestart(Analyze, { uri: document.uri.toString() });
	if (state.kind === 'failed') {
		const isFolder = state.error.code === errorNumbers.noModelFolder;
		const choose = modelFaults.has(state.error.code) ? [{ title: isFolder ? 'Choose a Folder…' : 'Choose a Model…' }] : [];
		const answer = await showErrorMessage(sentenceOf(state.error), ...choose, { title: 'Show Log' });
		if (answer !== undefined && answer === choose[0])
			await vscode.commands.executeCommand('ragAssay.chooseModel', ...(isFolder ? ['folder'] : []));
		else if (answer !== undefined) log.show();
	} else if (state.kind === 'no-response') {
		const generate = { title: 'Generate Response' };
		const answer = await showInformationMessage(
			'This trace has no response to analyze. Write one below the line ## Response, or generate it with the model.',
			generate,
		);
		if (answer === generate) await vscode.commands.executeCommand('ragAssay.generateResponse');
	} else if (state.kind === 'none') {
		await showInformationMessage(
			'This is half of a pair. RAG Assay reads it if NAME.prompt.md and NAME.response.md are in the same folder.',
		);
	}
};

/** Where the verdicts of the last run are kept. */
const lastRunKey = 'traces.lastRun';

export const cancelAnalysis: Command = async (session) => {
	const editor = activeTrace(session);
	if (editor !== undefined) await session.runner.ask(CancelAnalysis, { uri: editor.document.uri.toString() });
};

export const analyzeWorkspace: Command = async ({ runner, context, traceRows }) => {
	const folders = vscode.workspace.workspaceFolders ?? [];
	if (folders.length === 0) {
		await showInformationMessage('Open a folder first. RAG Assay then analyzes all traces in it.');
		return;
	}
	// The runner reports its progress, with a way to cancel, by LSP's own means.
	const done = await runner.askThroughRestart(AnalyzeWorkspace, { folders: folders.map(({ uri }) => uri.toString()) });
	if (done.analyzed === 0 && done.failed === 0) {
		await showInformationMessage(
			'No traces with a response in this workspace. A trace is a *.rag.md file, or NAME.prompt.md with NAME.response.md beside it.',
		);
		return;
	}
	const verdicts = runVerdicts(done.files, (uri) => vscode.workspace.asRelativePath(vscode.Uri.parse(uri)));
	const changed = changedVerdicts(context.workspaceState.get<RunVerdicts>(lastRunKey) ?? {}, verdicts);
	traceRows.showChanges(changed);
	await context.workspaceState.update(lastRunKey, verdicts);
	const show = done.judged === 'all' && done.likeness?.unlike !== true ? showInformationMessage : showWarningMessage;
	const chosen = await show(workspaceText(done, changed.size), ...workspaceNext(done, changed.size));
	if (chosen !== undefined) await vscode.commands.executeCommand(chosen.command);
};
