import * as vscode from 'vscode';
import type { Middleware } from 'vscode-languageclient/node';
import { queryArguments, queryCommands, type QueryArguments } from '../../protocol/queries.ts';
import { isCancellation, placedSentenceOf } from '../vscode/failure.ts';
import { showErrorMessage } from '../vscode/messages.ts';

type ExecuteCommand = NonNullable<Middleware['executeCommand']>;

/** What the runner's commands about queries need of a person: a note before. `marked` is told of what is done. */
export function executeQueryCommand(marked: (log: string, ids: readonly string[], benign: boolean) => void): ExecuteCommand {
	return async (command, args, next) => {
		const given = queryArguments.safeParse(args[0]);
		if (!Object.values(queryCommands).some((one) => one === command) || !given.success) return next(command, args);
		const benign = command === queryCommands.benign;
		const asked = benign && given.data.note === undefined ? await withNote(given.data) : given.data;
		if (asked === undefined) return undefined;
		try {
			const done: unknown = await next(command, [asked]);
			marked(asked.queries, asked.ids, benign);
			return done;
		} catch (error) {
			if (!isCancellation(error)) void showErrorMessage(`RAG Assay: ${placedSentenceOf(error)}`);
			return undefined;
		}
	};
}

async function withNote(given: QueryArguments): Promise<QueryArguments | undefined> {
	const note = await vscode.window.showInputBox({
		title: 'Mark Query as Benign: note',
		prompt: 'Why is this query benign? The note is saved in the sidecar of the log, and others can read it there. You may leave it empty.',
		ignoreFocusOut: true,
	});
	return note === undefined ? undefined : { ...given, note };
}
