import * as vscode from 'vscode';
import type { Middleware } from 'vscode-languageclient/node';
import { memoryArguments, memoryCommandResult, memoryCommands, type MemoryArguments } from '../../protocol/memory.ts';
import { isCancellation, placedSentenceOf } from '../vscode/failure.ts';
import { showErrorMessage, showInformationMessage } from '../vscode/messages.ts';

type ExecuteCommand = NonNullable<Middleware['executeCommand']>;

/** What the runner's commands about memories need of a person, and what is said when they are done: a note before, a way back after. */
export const executeMemoryCommand: ExecuteCommand = async (command, args, next) => {
	const given = memoryArguments.safeParse(args[0]);
	if (!Object.values(memoryCommands).some((one) => one === command) || !given.success) return next(command, args);
	const asked = command === memoryCommands.benign && given.data.note === undefined ? await withNote(given.data) : given.data;
	if (asked === undefined) return undefined;
	try {
		const done = memoryCommandResult.safeParse(await next(command, [asked]));
		if (done.success) void tell(command, asked, done.data.says);
		return done.data;
	} catch (error) {
		if (!isCancellation(error)) void showErrorMessage(`RAG Assay: ${placedSentenceOf(error)}`);
		return undefined;
	}
};

async function withNote(given: MemoryArguments): Promise<MemoryArguments | undefined> {
	const note = await vscode.window.showInputBox({
		title: 'Mark as Benign: Note',
		prompt: 'Why is this entry benign? Others can read the note in the sidecar file. You can leave it empty.',
		ignoreFocusOut: true,
	});
	return note === undefined ? undefined : { ...given, note };
}

async function tell(command: string, asked: MemoryArguments, message: string): Promise<void> {
	if (command !== memoryCommands.quarantine) return void showInformationMessage(message);
	const restore = 'Restore';
	if ((await showInformationMessage(message, restore)) === restore)
		await vscode.commands.executeCommand(memoryCommands.restore, { store: asked.store, ids: asked.ids });
}
