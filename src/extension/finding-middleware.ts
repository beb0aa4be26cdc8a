import * as vscode from 'vscode';
import type { Middleware } from 'vscode-languageclient/node';
import { commands } from '../protocol/commands.ts';

type ExecuteCommand = NonNullable<Middleware['executeCommand']>;

/** Says that a finding is ignored, and offers the way back: VS Code cannot undo a change of the sidecar. */
export const executeFindingCommand: ExecuteCommand = async (command, args, next) => {
	const done: unknown = await next(command, args);
	if (command === commands.ignoreFinding) void offerUndo(args);
	return done;
};

async function offerUndo(args: readonly unknown[]): Promise<void> {
	const undo = 'Undo';
	const answer = await vscode.window.showInformationMessage('The finding is ignored. This is recorded beside the trace.', undo);
	if (answer === undo) await vscode.commands.executeCommand(commands.unignoreFinding, ...args);
}
