import * as vscode from 'vscode';
import { isBenignQueriesFile } from '../../formats/queries/logged-query.ts';
import { MemoryRow } from '../memory/memory-tree.ts';
import type { Command } from './command.ts';

/** Opens the view of screened queries. */
export const queryScreening: Command = async (session) => {
	session.queries.show();
};

/** Screens a log against a store, after asking for what is not given: a row of the Memory view is a store, a file is a log, or benign queries by its name. */
export const screenQueries: Command = async (session, given) => {
	if (given instanceof MemoryRow) return session.queries.screen({ store: given.subject.store });
	if (given instanceof vscode.Uri && given.scheme === 'file')
		return session.queries.screen({ [isBenignQueriesFile(given.fsPath) ? 'benign' : 'log']: given.fsPath });
	return session.queries.screen({});
};

export const stopQueryScreening: Command = async (session) => {
	session.queries.viewModel.stop();
};
