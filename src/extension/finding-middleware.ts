import * as vscode from 'vscode';
import type { Middleware } from 'vscode-languageclient/node';
import { commands } from '../protocol/commands.ts';

type ExecuteCommand = NonNullable<Middleware['executeCommand']>;

/** Says that a finding is ignored, and offers the way back. The sidecar has no undo of its own. */
export const executeFindingCommand: ExecuteCommand = async (command, args, next) => {
	const done: unknown = await next(command, args);
	if (command === commands.ignoreFinding) void offerUndo(args);
	return done;
};

async function offerUndo(args: readonly unknown[]): Promise<void> {
	const undo = 'Undo';
	const answer = await vscode.window.showInformationMessage('Ignored. The finding is still listed, as a hint.', undo);
	if (answer === undo) await vscode.commands.executeCommand(commands.unignoreFinding, ...args);
}
