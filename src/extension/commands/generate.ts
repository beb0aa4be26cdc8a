import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { Generate, GeneratedText } from '../../protocol/requests.ts';
import { traceFileAt } from '../vscode/workspace-text.ts';
import { isCancellation } from '../vscode/failure.ts';
import { responsePlaceInPair, responsePlaceInTrace, writtenResponse } from '../response-place.ts';
import type { Session } from '../session.ts';
import { StreamedEdit } from '../vscode/streamed-edit.ts';
import { responseDocument } from '../vscode/documents.ts';
import { activeTrace, editorOn, type Command } from './command.ts';
import { showInformationMessage } from '../vscode/messages.ts';

/** Has the model write the response of a trace that has none, as one step of undo. */
export const generateResponse: Command = async (session) => {
	const trace = activeTrace(session);
	if (trace === undefined) return;
	if (!vscode.workspace.isTrusted) {
		await showInformationMessage('RAG Assay generates nothing in Restricted Mode. Trust this workspace first.');
		return;
	}
	if (session.analyses.of(trace.document.uri.toString())?.state.kind === 'done') {
		await showInformationMessage('This trace already has a response. Remove it first to generate another one.');
		return;
	}
	session.keys.set('generating', true);
	try {
		await vscode.window.withProgress(
			{ location: vscode.ProgressLocation.Notification, title: 'Generating the response', cancellable: true },
			(_progress, token) => generateInto(session, trace.document.uri, token),
		);
	} finally {
		session.keys.set('generating', false);
	}
};

async function generateInto(session: Session, uri: vscode.Uri, cancellation: vscode.CancellationToken): Promise<void> {
	const editor = await editorOn(responseDocument(uri));
	const { document } = editor;
	const eol = document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
	const escape = traceFileAt(document.uri.path)?.kind !== 'response';
	const text = document.getText();
	const place = escape ? responsePlaceInTrace(text) : responsePlaceInPair(text, eol);
	const edit = new StreamedEdit(document, place.offset);
	const token = randomUUID();
	let opened = false;
	const subscription = session.runner.on(GeneratedText, ({ token: of, piece }) => {
		if (of !== token) return;
		edit.append(opened ? piece.replaceAll('\n', eol) : place.before + piece.replaceAll('\n', eol));
		opened = true;
		const end = edit.range.end;
		editor.revealRange(new vscode.Range(end, end), vscode.TextEditorRevealType.Default);
	});
	try {
		const answer = await session.runner.askThroughRestart(
			Generate,
			{ uri: uri.toString(), token, ...session.settings.generate },
			{
				token: cancellation,
				// The new runner would take what is there for a response.
				lost: async () => {
					await edit.clear();
					opened = false;
				},
			},
		);
		// Half an answer would read as an answer: canceled, it goes as it came.
		await edit.finish(
			answer.text.trim() === '' || answer.finish === 'cancelled'
				? ''
				: place.before + writtenResponse(answer.text.trimEnd(), eol, escape) + place.after,
		);
		for (const note of [...answer.notes, ...finishNote(answer.finish, answer.text)]) void showInformationMessage(note);
	} catch (error) {
		await edit.finish('');
		if (!isCancellation(error)) throw error;
	} finally {
		subscription.dispose();
		edit.dispose();
	}
}

function finishNote(finish: 'stop' | 'length' | 'cancelled', text: string): string[] {
	if (finish === 'length')
		return ['The response was cut at the length limit. To raise the limit, use the setting ragAssay.generate.maxTokens.'];
	return finish === 'stop' && text.trim() === '' ? ['The model wrote an empty response.'] : [];
}
